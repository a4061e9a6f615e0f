import type { DailyCount, Prisma, Shop } from '@prisma/client';
import type { DailyFigures, CountResult } from '../../domain/lifecycle/daily-count.ts';
import type { Database, Transaction } from '../../persistence/database.ts';

export type DailyCountWithShop = DailyCount & { shop: Shop };

/** Installed shops without an open day: new ones, and those from before there were counts. */
export async function shopsWithoutCount(database: Database, limit: number): Promise<Shop[]> {
  return database.shop.findMany({
    where: { installedAt: { not: null }, uninstalledAt: null, dailyCounts: { none: { countedAt: null } } },
    take: limit,
  });
}

/** The last day of the shop whose count is complete. */
export async function lastCountedDay(transaction: Transaction, shop: string): Promise<string | null> {
  const last = await transaction.dailyCount.findFirst({
    where: { shopDomain: shop, countedAt: { not: null } },
    orderBy: { day: 'desc' },
    select: { day: true },
  });
  return last?.day ?? null;
}

/** Opens a day to be counted. If another process has just opened one for the shop, that one stays. */
export async function openDailyCount(
  transaction: Transaction,
  { shop, day, dueAt }: { shop: string; day: string; dueAt: Date },
): Promise<void> {
  await transaction.dailyCount.createMany({ data: [{ shopDomain: shop, day, dueAt }], skipDuplicates: true });
}

/** Claims the counts whose next page is due, for this process alone, for `leaseMs`. */
export async function claimDueDailyCounts(
  database: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<DailyCountWithShop[]> {
  const rows = await database.$queryRaw<{ shopDomain: string; day: string }[]>`
    UPDATE "DailyCount" SET "dueAt" = ${new Date(now.getTime() + leaseMs)}
    WHERE ("shopDomain", "day") IN (
      SELECT c."shopDomain", c."day" FROM "DailyCount" c JOIN "Shop" s ON s."domain" = c."shopDomain"
      WHERE c."countedAt" IS NULL AND c."dueAt" <= ${now} AND s."uninstalledAt" IS NULL
      ORDER BY c."dueAt" LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
    ) RETURNING "shopDomain", "day"`;
  return database.dailyCount.findMany({ where: { OR: rows }, include: { shop: true }, take: limit });
}

/** Stores the progress or the end of a count. If another process has read the page since, nothing changes. */
export async function advanceDailyCount(
  transaction: Transaction,
  { shopDomain, day, stage, cursor }: DailyCount,
  data: Pick<Prisma.DailyCountUpdateManyMutationInput, 'stage' | 'cursor' | 'dueAt' | 'countedAt'>,
): Promise<void> {
  await transaction.dailyCount.updateMany({ where: { shopDomain, day, stage, cursor, countedAt: null }, data });
}

/** One fulfillment of a day. */
export interface Counted {
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly orderName: string | null;
  readonly result: CountResult;
}

/** A fulfillment that is already counted keeps its result. */
export async function keepCounted(
  transaction: Transaction,
  { shopDomain, day }: Pick<DailyCount, 'shopDomain' | 'day'>,
  counted: readonly Counted[],
): Promise<void> {
  await transaction.countedFulfillment.createMany({
    data: counted.map((each) => ({ ...each, shopDomain, day })),
    skipDuplicates: true,
  });
}

/**
 * Deliveries that the operator accepted in a span and that are not among the fulfillments of the day.
 *
 * @param given.after the last delivery of the former page
 */
export async function handOversNotCounted(
  transaction: Transaction,
  given: { shop: string; day: string; from: Date; before: Date; after: string | null; limit: number },
): Promise<{ id: string; fulfillmentId: string; orderId: string; orderName: string | null }[]> {
  const { shop, day, from, before, after, limit } = given;
  return transaction.$queryRaw`
    SELECT d."id", d."fulfillmentId", d."orderId", d."orderName" FROM "Delivery" d
    WHERE d."shopDomain" = ${shop} AND d."handedOverAt" >= ${from} AND d."handedOverAt" < ${before}
      AND (${after}::uuid IS NULL OR d."id" > ${after}::uuid)
      AND NOT EXISTS (SELECT 1 FROM "CountedFulfillment" f
        WHERE f."shopDomain" = ${shop} AND f."day" = ${day} AND f."fulfillmentId" = d."fulfillmentId")
    ORDER BY d."id" LIMIT ${limit}`;
}

/** Where the fulfillments of a day stand now. */
export async function dailyFigures(
  transaction: Transaction,
  { shop, day }: { shop: string; day: string },
): Promise<DailyFigures> {
  const rows = await transaction.$queryRaw<{ place: string; result: CountResult; count: number }[]>`
    SELECT CASE
        WHEN d."handedOverAt" IS NOT NULL THEN CASE d."phase" WHEN 'delivered' THEN 'delivered' ELSE 'accepted' END
        WHEN d."phase" IN ('skipped', 'cancelled') THEN 'setAside'
        WHEN d."phase" = 'needs-attention' THEN 'attention'
        WHEN d."id" IS NULL OR f."result" = 'missing' THEN 'missing'
        ELSE 'waiting'
      END AS "place", f."result", count(*)::int AS "count"
    FROM "CountedFulfillment" f
    LEFT JOIN "Delivery" d ON d."shopDomain" = f."shopDomain" AND d."fulfillmentId" = f."fulfillmentId"
    WHERE f."shopDomain" = ${shop} AND f."day" = ${day} GROUP BY 1, 2`;
  const sum = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((total, { count }) => total + count, 0);
  const isFulfilled = ({ result }: { result: CountResult }) => result !== 'extra';
  const standing = (place: string) => sum((row) => isFulfilled(row) && row.place === place);
  const delivered = standing('delivered');
  return {
    fulfilled: sum(isFulfilled),
    accepted: standing('accepted') + delivered,
    delivered,
    setAside: standing('setAside'),
    waiting: standing('waiting'),
    attention: standing('attention'),
    missing: standing('missing'),
    found: sum(({ result }) => result === 'missing'),
    extra: sum(({ result }) => result === 'extra'),
  };
}

/** A fulfillment of a day that is missing or extra, with the order's name. */
export interface OddFulfillment {
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly orderName: string | null;
  readonly result: 'missing' | 'extra';
}

/** @param given.limit the largest number of each result */
export async function oddFulfillments(
  transaction: Transaction,
  { shop, day, limit }: { shop: string; day: string; limit: number },
): Promise<OddFulfillment[]> {
  return transaction.$queryRaw`
    SELECT "fulfillmentId", "orderId", "orderName", "result" FROM (
      SELECT f."fulfillmentId", f."orderId", coalesce(d."orderName", f."orderName") AS "orderName", f."result",
        row_number() OVER (PARTITION BY f."result" ORDER BY f."fulfillmentId") AS "place"
      FROM "CountedFulfillment" f
      LEFT JOIN "Delivery" d ON d."shopDomain" = f."shopDomain" AND d."fulfillmentId" = f."fulfillmentId"
      WHERE f."shopDomain" = ${shop} AND f."day" = ${day} AND (f."result" = 'extra' OR f."result" = 'missing'
        AND d."handedOverAt" IS NULL AND (d."id" IS NULL OR d."phase" IN ('waiting', 'handing-over')))
    ) AS "odd" WHERE "place" <= ${limit} ORDER BY "result", "place"`;
}
