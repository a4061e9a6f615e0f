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

/** Which page: the deliveries that follow one in the list, or those that stand before one; without either the first. */
export interface PagePosition {
  readonly after?: DeliveryCursor | null;
  readonly before?: DeliveryCursor | null;
}

/** Which deliveries of the shop; what is absent or null leaves out nothing. */
export interface DeliveryFilter {
  readonly tab?: DeliveryTab | null;
  /** How the order's name, with or without '#', or the order number begins. */
  readonly text?: string | null;
  readonly stateGroup?: string | null;
  readonly service?: string | null;
  readonly pickup?: string | null;
  /** Those that bear a flag, or any. */
  readonly flag?: FlagCode | 'any' | null;
  /** When the delivery was made: from the one moment on, and before the other. */
  readonly from?: Date | null;
  readonly before?: Date | null;
}

export type DeliveryOrdering = 'newest' | 'oldest';

export interface DeliveryPage {
  /** In the order that was asked for. */
  readonly deliveries: readonly ListedDelivery[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** Deliveries that a search by name, and one by order number, find at most. */
const MOST_FOUND = 500;
/** Sorts behind every text that goes on. */
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
  const { after, before } = position;
  const limit = size + 1;
  if (before) {
    const ids = await idsOf(own, { filter, ordering: reverseOf(ordering), after: before, limit });
    // Near the top a page would be short: there it is the first one, whole.
    if (ids.length <= size) return listDeliveries(own, { ...given, position: {} });
    const deliveries = await readListed(own, ids.slice(0, size).reverse());
    return { deliveries, hasNext: true, hasPrevious: true };
  }
  const ids = await idsOf(own, { filter, ordering, after: after ?? null, limit });
  const deliveries = await readListed(own, ids.slice(0, size));
  return { deliveries, hasNext: ids.length > size, hasPrevious: Boolean(after) };
}

/** All deliveries of a filter, newest first, a batch at a time: however many there are, one batch is in memory. */
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

/** How many stand in a tab, counted up to `most`. */
export async function countInTab(
  { domain, database }: OwnRows,
  { tab, most }: { tab: DeliveryTab; most: number },
): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count"
    FROM (SELECT 1 FROM "Delivery" WHERE ${Prisma.join(conditions(domain, { tab }), ' AND ')} LIMIT ${most}) AS "some"`;
  return row?.count ?? 0;
}

/** How many are held until the merchant says yes. */
export async function countHeldForRelease({ domain, database }: OwnRows): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery"
    WHERE ${Prisma.join(conditions(domain, { tab: 'waiting' }), ' AND ')} AND "heldFor" = ${'release' satisfies Hold}`;
  return row?.count ?? 0;
}

/** The pickups that the shop's deliveries were handed over from, found by leaping through the index. */
export async function pickupsOf({ domain, database }: OwnRows, { most }: { most: number }): Promise<string[]> {
  const rows = await database.$queryRaw<{ pickup: string }[]>`
    WITH RECURSIVE "leap" AS (
      (SELECT "pickup" FROM "Delivery" WHERE "shopDomain" = ${domain} AND "pickup" IS NOT NULL ORDER BY "pickup" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."pickup" FROM "Delivery" d WHERE d."shopDomain" = ${domain} AND d."pickup" > "leap"."pickup"
              ORDER BY d."pickup" LIMIT 1)
      FROM "leap" WHERE "leap"."pickup" IS NOT NULL
    )
    SELECT "pickup" FROM "leap" WHERE "pickup" IS NOT NULL LIMIT ${most}`;
  return rows.map(({ pickup }) => pickup);
}

const reverseOf = (ordering: DeliveryOrdering) => (ordering === 'newest' ? 'oldest' : 'newest');

interface PageBounds {
  readonly filter: DeliveryFilter;
  readonly ordering: DeliveryOrdering;
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

async function readListed({ database }: OwnRows, ids: readonly string[]): Promise<ListedDelivery[]> {
  const rows = await database.delivery.findMany({ where: { id: { in: [...ids] } }, select: LISTED });
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
     ORDER BY ${name} USING ~<~ LIMIT ${MOST_FOUND})`;
  return Prisma.sql`"id" = ANY(ARRAY(
    ${found(Prisma.sql`lower(ltrim("orderName", '#'))`, start.replace(/^#+/, ''))}
    UNION ${found(Prisma.sql`lower("orderNumber")`, start)}))`;
}

/** The outer bound on `createdAt` is what the index can seek to. */
function beyond({ createdAt, id }: DeliveryCursor, ordering: DeliveryOrdering): Prisma.Sql {
  return ordering === 'newest'
    ? Prisma.sql`"createdAt" <= ${createdAt} AND ("createdAt" < ${createdAt} OR "id" > ${id}::uuid)`
    : Prisma.sql`"createdAt" >= ${createdAt} AND ("createdAt" > ${createdAt} OR "id" < ${id}::uuid)`;
}
