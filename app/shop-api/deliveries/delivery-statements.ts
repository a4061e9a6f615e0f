import { Prisma } from '@prisma/client';
import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import { conditionsOfSlice } from '../../scorecard/delivery-counts.ts';
import type { Slice } from '../../domain/scorecard/slice.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import type { DeliveryCursor } from '../../pages/deliveries/read-delivery-query.ts';

/** Which deliveries of the shop. A condition that is absent or null excludes nothing. */
export interface DeliveryFilter {
  readonly tab?: DeliveryTab | null;
  /** The beginning of the order's name, with or without '#', or of the order number. */
  readonly text?: string | null;
  /** Ids of orders, as a search has found them. */
  readonly orderIds?: readonly string[] | null;
  readonly stateGroup?: string | null;
  readonly service?: string | null;
  readonly pickup?: string | null;
  /** Deliveries with this flag, or with any. */
  readonly flag?: FlagCode | 'any' | null;
  /** Deliveries behind a figure of the scorecard. */
  readonly slice?: Slice | null;
  /** When the delivery was created: includes `from`, and ends before `before`. */
  readonly from?: Date | null;
  readonly before?: Date | null;
}

/** By date the whole list; by a column, the newest of it. */
export type DeliveryOrdering = DateOrdering | ColumnOrdering;
export type DateOrdering = 'newest' | 'oldest';
const SORTED_COLUMNS = ['order', 'state', 'promise', 'number', 'problem'] as const;
type SortedColumn = (typeof SORTED_COLUMNS)[number];
export type ColumnOrdering = `${SortedColumn}-${'up' | 'down'}`;

/** The largest number of deliveries that a search by name finds, and one by order number. */
const FOUND_LIMIT = 500;
/**
 * The largest number of deliveries that are sorted by a column. No index has that order, so this limits the cost of a
 * page.
 */
export const SORTED_LIMIT = 2_000;
/** Sorts after every text that begins with the same characters. */
const LAST = '\u{10FFFF}';

export interface PageBounds {
  readonly filter: DeliveryFilter;
  readonly ordering: DateOrdering;
  readonly after: DeliveryCursor | null;
  readonly limit: number;
}

/** The statement that finds the ids of a page. */
export function pageStatement(domain: string, { filter, ordering, after, limit }: PageBounds): Prisma.Sql {
  const where = [...conditions(domain, filter), ...(after ? [beyond(after, ordering)] : [])];
  const order = ordering === 'newest' ? Prisma.sql`"createdAt" DESC, "id" ASC` : Prisma.sql`"createdAt" ASC, "id" DESC`;
  return Prisma.sql`SELECT "id" FROM "Delivery" WHERE ${Prisma.join(where, ' AND ')} ORDER BY ${order} LIMIT ${limit}`;
}

/** What a column is sorted by, each a list of expressions. */
const SORT_KEYS: Readonly<Record<SortedColumn, Prisma.Sql>> = {
  order: Prisma.sql`length("orderName") AS "a", "orderName" AS "b"`,
  state: Prisma.sql`coalesce("stateGroup", "phase") AS "a", coalesce("stateAt", "createdAt") AS "b"`,
  promise: Prisma.sql`"promisedDate" AS "a", "windowStart" AS "b"`,
  number: Prisma.sql`length("orderNumber") AS "a", lower("orderNumber") AS "b"`,
  problem: Prisma.sql`"exception_codes"("problems", "flags")->>0 AS "a", "createdAt" AS "b"`,
};

/** The statement that finds the ids of a page that is sorted by a column, and how many deliveries were sorted. */
export function sortedStatement(
  domain: string,
  options: { filter: DeliveryFilter; ordering: ColumnOrdering; skip: number; limit: number },
): Prisma.Sql {
  const { filter, ordering, skip, limit } = options;
  const isDown = ordering.endsWith('-down');
  const column = SORTED_COLUMNS.find((each) => ordering.startsWith(each)) ?? 'order';
  const way = isDown ? Prisma.sql`DESC NULLS LAST` : Prisma.sql`ASC NULLS LAST`;
  return Prisma.sql`
    SELECT "id", (count(*) OVER ())::int AS "count" FROM (
      SELECT "id", "createdAt", ${SORT_KEYS[column]} FROM "Delivery"
      WHERE ${Prisma.join(conditions(domain, filter), ' AND ')}
      ORDER BY "createdAt" DESC, "id" ASC LIMIT ${SORTED_LIMIT}
    ) AS "newest"
    ORDER BY "a" ${way}, "b" ${way}, "createdAt" DESC, "id" OFFSET ${skip} LIMIT ${limit}`;
}

/** The conditions that a delivery of the shop must meet. */
export function conditions(shop: string, filter: DeliveryFilter): Prisma.Sql[] {
  const { tab, text, orderIds, stateGroup, service, pickup, flag, slice, from, before } = filter;
  const start = text?.trim().toLowerCase();
  return [
    Prisma.sql`"shopDomain" = ${shop}`,
    ...(tab ? [Prisma.sql`"delivery_tab"("phase", "attentionSince") = ${tab}`] : []),
    ...(start ? [beginsWith(shop, start)] : []),
    ...(orderIds ? [Prisma.sql`"orderId" = ANY (${[...orderIds]}::text[])`] : []),
    ...(stateGroup ? [Prisma.sql`"stateGroup" = ${stateGroup}`] : []),
    ...(service ? [Prisma.sql`"service" = ${service}`] : []),
    ...(pickup ? [Prisma.sql`"pickup" = ${pickup}`] : []),
    // needed with a certain flag as well, because the index of flagged deliveries has this condition
    ...(flag ? [Prisma.sql`"flags" <> '[]'::jsonb`] : []),
    ...(flag && flag !== 'any' ? [Prisma.sql`"flags" @> ${JSON.stringify([{ code: flag }])}::jsonb`] : []),
    ...(slice ? conditionsOfSlice(slice) : []),
    ...(from ? [Prisma.sql`"createdAt" >= ${from}`] : []),
    ...(before ? [Prisma.sql`"createdAt" < ${before}`] : []),
  ];
}

/**
 * Finds the deliveries by name before they are sorted: a planner that sorts first reads every delivery to find one
 * name. If very many names begin with the text, the first of them by name are found.
 */
function beginsWith(shop: string, start: string): Prisma.Sql {
  const found = (name: Prisma.Sql, text: string) => Prisma.sql`
    (SELECT "id" FROM "Delivery" WHERE "shopDomain" = ${shop} AND ${name} ~>=~ ${text} AND ${name} ~<~ ${text + LAST}
     ORDER BY ${name} USING ~<~ LIMIT ${FOUND_LIMIT})`;
  return Prisma.sql`"id" = ANY(ARRAY(
    ${found(Prisma.sql`lower(ltrim("orderName", '#'))`, start.replace(/^#+/, ''))}
    UNION ${found(Prisma.sql`lower("orderNumber")`, start)}))`;
}

/** The outer bound on `createdAt` is what the index can seek to. */
function beyond({ createdAt, id }: DeliveryCursor, ordering: DateOrdering): Prisma.Sql {
  return ordering === 'newest'
    ? Prisma.sql`"createdAt" <= ${createdAt} AND ("createdAt" < ${createdAt} OR "id" > ${id}::uuid)`
    : Prisma.sql`"createdAt" >= ${createdAt} AND ("createdAt" > ${createdAt} OR "id" < ${id}::uuid)`;
}
