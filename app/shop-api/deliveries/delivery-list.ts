import { Prisma } from '@prisma/client';
import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import type { Hold } from '../../domain/lifecycle/hold.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import type { OwnRows } from '../own-shop.ts';

const LISTED = {
  id: true,
  orderId: true,
  fulfillmentId: true,
  orderName: true,
  fulfillmentName: true,
  phase: true,
  sendAt: true,
  heldFor: true,
  heldSince: true,
  state: true,
  stateGroup: true,
  stateAt: true,
  service: true,
  pickup: true,
  promisedDate: true,
  windowStart: true,
  windowEnd: true,
  orderNumber: true,
  trackingUrl: true,
  lastReadAt: true,
  handedOverAt: true,
  endedAt: true,
  problems: true,
  flags: true,
  skipReason: true,
  createdAt: true,
} as const satisfies Prisma.DeliverySelect;

export type ListedDelivery = Prisma.DeliveryGetPayload<{ select: typeof LISTED }>;

/** The place of a delivery in the list. */
export type DeliveryCursor = Pick<ListedDelivery, 'createdAt' | 'id'>;

/** The position of a page: the deliveries after a cursor, or before one; without a cursor, the first page. */
export interface PagePosition {
  readonly after?: DeliveryCursor | null;
  readonly before?: DeliveryCursor | null;
  /** In a list that is sorted by a column: the number of deliveries before the page. */
  readonly skip?: number;
}

/** Which deliveries of the shop. A condition that is absent or null excludes nothing. */
export interface DeliveryFilter {
  readonly tab?: DeliveryTab | null;
  /** The beginning of the order's name, with or without '#', or of the order number. */
  readonly text?: string | null;
  readonly stateGroup?: string | null;
  readonly service?: string | null;
  readonly pickup?: string | null;
  /** Deliveries with this flag, or with any. */
  readonly flag?: FlagCode | 'any' | null;
  /** When the delivery was created: includes `from`, and ends before `before`. */
  readonly from?: Date | null;
  readonly before?: Date | null;
}

/** By date the whole list; by a column, the newest of it. */
export type DeliveryOrdering = DateOrdering | ColumnOrdering;
type DateOrdering = 'newest' | 'oldest';
const SORTED_COLUMNS = ['order', 'state', 'promise', 'number', 'problem'] as const;
type SortedColumn = (typeof SORTED_COLUMNS)[number];
type ColumnOrdering = `${SortedColumn}-${'up' | 'down'}`;

export interface DeliveryPage {
  /** In the requested order. */
  readonly deliveries: readonly ListedDelivery[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** In a list that is sorted by a column: how many of the newest deliveries are sorted, if there are more. */
  readonly sortedOf?: number | null;
}

/** The largest number of deliveries that a search by name finds, and one by order number. */
const FOUND_LIMIT = 500;
/**
 * The largest number of deliveries that are sorted by a column. No index has that order, so this limits the cost of a
 * page.
 */
const SORTED_LIMIT = 2_000;
/** Sorts after every text that begins with the same characters. */
const LAST = '\u{10FFFF}';

/** One page of a shop's deliveries. It costs the same however far back it is, and however many there are. */
export async function listDeliveries(
  own: OwnRows,
  given: {
    size: number;
    filter?: DeliveryFilter;
    ordering?: DeliveryOrdering;
    position?: PagePosition;
  },
): Promise<DeliveryPage> {
  const { size, filter = {}, ordering = 'newest', position = {} } = given;
  const { after, before, skip = 0 } = position;
  const limit = size + 1;
  if (ordering !== 'newest' && ordering !== 'oldest') {
    const { ids, sortedOf } = await sortedIds(own, { filter, ordering, skip, limit });
    const deliveries = await readListed(own, ids.slice(0, size));
    return { deliveries, hasNext: ids.length > size, hasPrevious: skip > 0, sortedOf };
  }
  if (before) {
    const ids = await idsOf(own, { filter, ordering: reverseOf(ordering), after: before, limit });
    // Near the top a page would be short, so the whole first page is returned.
    if (ids.length <= size) return listDeliveries(own, { ...given, position: {} });
    const deliveries = await readListed(own, ids.slice(0, size).reverse());
    return { deliveries, hasNext: true, hasPrevious: true };
  }
  const ids = await idsOf(own, { filter, ordering, after: after ?? null, limit });
  const deliveries = await readListed(own, ids.slice(0, size));
  return { deliveries, hasNext: ids.length > size, hasPrevious: Boolean(after) };
}

/** All deliveries of a filter, newest first, in batches. Only one batch is in memory. */
export async function* everyDelivery(
  own: OwnRows,
  given: { filter: DeliveryFilter; batch: number },
): AsyncGenerator<readonly ListedDelivery[]> {
  const { batch: size, ...of } = given;
  let after: DeliveryCursor | null = null;
  for (;;) {
    const page: DeliveryPage = await listDeliveries(own, { ...of, size, position: { after } });
    yield page.deliveries;
    after = page.deliveries.at(-1) ?? null;
    if (!page.hasNext || !after) return;
  }
}

/** How many deliveries a tab has, counted up to `most`. */
export async function countInTab(
  { domain, database }: OwnRows,
  { tab, limit }: { tab: DeliveryTab; limit: number },
): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count"
    FROM (SELECT 1 FROM "Delivery" WHERE ${Prisma.join(conditions(domain, { tab }), ' AND ')} LIMIT ${limit}) AS "some"`;
  return row?.count ?? 0;
}

/** How many deliveries wait for the merchant's approval. */
export async function countHeldForRelease({ domain, database }: OwnRows): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery"
    WHERE ${Prisma.join(conditions(domain, { tab: 'waiting' }), ' AND ')} AND "heldFor" = ${'release' satisfies Hold}`;
  return row?.count ?? 0;
}

/** The pickups that the shop's deliveries were handed over from, found by leaping through the index. */
export async function pickupsOf({ domain, database }: OwnRows, { limit }: { limit: number }): Promise<string[]> {
  const rows = await database.$queryRaw<{ pickup: string }[]>`
    WITH RECURSIVE "leap" AS (
      (SELECT "pickup" FROM "Delivery" WHERE "shopDomain" = ${domain} AND "pickup" IS NOT NULL ORDER BY "pickup" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."pickup" FROM "Delivery" d WHERE d."shopDomain" = ${domain} AND d."pickup" > "leap"."pickup"
              ORDER BY d."pickup" LIMIT 1)
      FROM "leap" WHERE "leap"."pickup" IS NOT NULL
    )
    SELECT "pickup" FROM "leap" WHERE "pickup" IS NOT NULL LIMIT ${limit}`;
  return rows.map(({ pickup }) => pickup);
}

const reverseOf = (ordering: DateOrdering) => (ordering === 'newest' ? 'oldest' : 'newest');

interface PageBounds {
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

async function idsOf({ domain, database }: OwnRows, given: PageBounds): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>(pageStatement(domain, given));
  return rows.map(({ id }) => id);
}

/** What a column is sorted by, each a list of expressions. */
const SORT_KEYS: Readonly<Record<SortedColumn, Prisma.Sql>> = {
  order: Prisma.sql`length("orderName") AS "a", "orderName" AS "b"`,
  state: Prisma.sql`coalesce("stateGroup", "phase") AS "a", coalesce("stateAt", "createdAt") AS "b"`,
  promise: Prisma.sql`"promisedDate" AS "a", "windowStart" AS "b"`,
  number: Prisma.sql`length("orderNumber") AS "a", lower("orderNumber") AS "b"`,
  problem: Prisma.sql`"problems"->0->>'code' AS "a", "createdAt" AS "b"`,
};

async function sortedIds(
  { domain, database }: OwnRows,
  given: { filter: DeliveryFilter; ordering: ColumnOrdering; skip: number; limit: number },
): Promise<{ ids: string[]; sortedOf: number | null }> {
  const { filter, ordering, skip, limit } = given;
  const isDown = ordering.endsWith('-down');
  const column = SORTED_COLUMNS.find((each) => ordering.startsWith(each)) ?? 'order';
  const way = isDown ? Prisma.sql`DESC NULLS LAST` : Prisma.sql`ASC NULLS LAST`;
  const rows = await database.$queryRaw<{ id: string; count: number }[]>`
    SELECT "id", (count(*) OVER ())::int AS "count" FROM (
      SELECT "id", "createdAt", ${SORT_KEYS[column]} FROM "Delivery"
      WHERE ${Prisma.join(conditions(domain, filter), ' AND ')}
      ORDER BY "createdAt" DESC, "id" ASC LIMIT ${SORTED_LIMIT}
    ) AS "newest"
    ORDER BY "a" ${way}, "b" ${way}, "createdAt" DESC, "id" OFFSET ${skip} LIMIT ${limit}`;
  return { ids: rows.map(({ id }) => id), sortedOf: rows[0]?.count === SORTED_LIMIT ? SORTED_LIMIT : null };
}

async function readListed({ database }: OwnRows, ids: readonly string[]): Promise<ListedDelivery[]> {
  const rows = await database.delivery.findMany({ where: { id: { in: [...ids] } }, select: LISTED, take: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function conditions(shop: string, filter: DeliveryFilter): Prisma.Sql[] {
  const { tab, text, stateGroup, service, pickup, flag, from, before } = filter;
  const start = text?.trim().toLowerCase();
  return [
    Prisma.sql`"shopDomain" = ${shop}`,
    ...(tab ? [Prisma.sql`"delivery_tab"("phase", "problems") = ${tab}`] : []),
    ...(start ? [beginsWith(shop, start)] : []),
    ...(stateGroup ? [Prisma.sql`"stateGroup" = ${stateGroup}`] : []),
    ...(service ? [Prisma.sql`"service" = ${service}`] : []),
    ...(pickup ? [Prisma.sql`"pickup" = ${pickup}`] : []),
    // said of any flag as well: the index of the flagged ones is by that
    ...(flag ? [Prisma.sql`"flags" <> '[]'::jsonb`] : []),
    ...(flag && flag !== 'any' ? [Prisma.sql`"flags" @> ${JSON.stringify([{ code: flag }])}::jsonb`] : []),
    ...(from ? [Prisma.sql`"createdAt" >= ${from}`] : []),
    ...(before ? [Prisma.sql`"createdAt" < ${before}`] : []),
  ];
}

/**
 * Found first, and only then put in order: a planner that takes the order first reads everything to find one name. A
 * beginning that fits very many finds the first of them by name.
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
