import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import { PASSING_HOLDS, type Hold } from '../../domain/lifecycle/hold.ts';
import type { Pace } from '../../pace.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { changeDeliveries } from './row/change.ts';
import { isOfShop, type OfShop } from './merchant-steps.ts';

const UNDER_WAY = stayingIn('waiting', 'handing-over');

/**
 * A person does not want to wait until a temporary hold is checked again. The next step checks whether the reason is
 * gone, and holds the delivery again if it is not.
 *
 * @returns false when it belongs to another shop, or is not held for such a reason
 */
export async function tryHeld(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  const where = Prisma.sql`${isOfShop(of)} AND d."heldFor" = ANY (${[...PASSING_HOLDS]})`;
  return (await changeDeliveries(transaction, UNDER_WAY, { heldFor: null, sendAt: now, tries: 0 }, where)) === 1;
}

export interface ShopWithHolds {
  readonly domain: string;
  readonly holds: readonly Hold[];
}

const IS_HELD = Prisma.sql`d."heldFor" IS NOT NULL AND d."heldFor" <> ${'release' satisfies Hold}`;

/** One index lookup for each shop that has a held delivery. */
const HELD_SHOPS = Prisma.sql`held AS (
      (SELECT d."shopDomain" AS "domain" FROM "Delivery" d WHERE ${IS_HELD} ORDER BY d."shopDomain" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."shopDomain" FROM "Delivery" d WHERE ${IS_HELD} AND d."shopDomain" > held."domain"
        ORDER BY d."shopDomain" LIMIT 1)
      FROM held WHERE held."domain" IS NOT NULL
    )`;

const dueShops = (now: Date, { firstMs, limitMs }: Pace['holds']) => Prisma.sql`
  held JOIN "Shop" s ON s."domain" = held."domain"
  CROSS JOIN LATERAL (
    SELECT coalesce(min(d."heldSince"), s."holdsLookedAt", ${now}) AS "since"
    FROM "Delivery" d WHERE d."shopDomain" = s."domain" AND ${IS_HELD}
  ) oldest
  WHERE s."holdsLookedAt" IS NULL OR s."holdsLookedAt" <= ${now}::timestamptz - least(${limitMs}::float8,
    greatest(${firstMs}::float8, extract(epoch FROM ${now}::timestamptz - oldest."since") * 500))
    * interval '1 millisecond'`;

/**
 * Claims the shops whose held deliveries are due to be checked again, for this process alone. The interval is half as
 * long as the oldest delivery has been held, within `pace`.
 */
export async function claimShopsWithHolds(
  database: Database,
  options: { now: Date; pace: Pace['holds']; limit: number },
): Promise<ShopWithHolds[]> {
  const { now, pace, limit } = options;
  const domains = await database.$queryRaw<{ domain: string }[]>`
    WITH RECURSIVE ${HELD_SHOPS}, due AS (
      SELECT s."domain" FROM ${dueShops(now, pace)}
      ORDER BY s."holdsLookedAt" NULLS FIRST LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED
    )
    UPDATE "Shop" SET "holdsLookedAt" = ${now} WHERE "domain" IN (SELECT "domain" FROM due) RETURNING "domain"`;
  return Promise.all(domains.map(async ({ domain }) => ({ domain, holds: await holdsOf(database, domain) })));
}

async function holdsOf(database: Database, shop: string): Promise<Hold[]> {
  const rows = await database.$queryRaw<{ heldFor: Hold }[]>`
    SELECT DISTINCT d."heldFor" FROM "Delivery" d WHERE d."shopDomain" = ${shop} AND ${IS_HELD}`;
  return rows.map(({ heldFor }) => heldFor);
}

const RESUME = transition(['needs-attention'], 'waiting');

/**
 * Lets deliveries take their next step whose fault may have passed, although a person was told. Their problem is shown
 * until a step gets further.
 *
 * @returns how many
 */
export async function resumeAfterFaults(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const due = Prisma.sql`d."handedOverAt" IS NULL AND d."id" IN (
    SELECT a."id" FROM "Delivery" a WHERE a."phase" = 'needs-attention' AND a."sendAt" <= ${now}
    ORDER BY a."sendAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  return changeDeliveries(database, RESUME, { sendAt: now }, due);
}

/** Has a row if a shop's holds are due to be checked, or a delivery is to be resumed. */
export const holdsDue = (now: Date, pace: Pace['holds']) => Prisma.sql`
  (WITH RECURSIVE ${HELD_SHOPS} SELECT 1 FROM ${dueShops(now, pace)} LIMIT 1)
  UNION ALL (SELECT 1 FROM "Delivery" a
    WHERE a."phase" = 'needs-attention' AND a."sendAt" <= ${now} AND a."handedOverAt" IS NULL LIMIT 1)`;

const WAITS = stayingIn('waiting');

const heldOf = (shop: string, holds: readonly Hold[]) =>
  Prisma.sql`d."shopDomain" = ${shop} AND d."heldFor" = ANY (${[...holds]})`;

export async function countHeld(transaction: Transaction, shop: string, holds: readonly Hold[]): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery" d WHERE ${heldOf(shop, holds)} AND d."phase" = 'waiting'`;
  return row?.count ?? 0;
}

/** From now on these deliveries wait for the merchant's approval. */
export async function holdForRelease(transaction: Transaction, shop: string, holds: readonly Hold[]): Promise<number> {
  return changeDeliveries(transaction, WAITS, { heldFor: 'release' satisfies Hold }, heldOf(shop, holds));
}

/** Lets these deliveries continue, oldest first. */
export async function release(
  transaction: Transaction,
  { shop, holds, now }: { shop: string; holds: readonly Hold[]; now: Date },
): Promise<number> {
  return changeDeliveries(transaction, UNDER_WAY, { heldFor: null, sendAt: now, tries: 0 }, heldOf(shop, holds));
}

const STOP = transition(['waiting'], 'skipped');

/** Skips the deliveries that waited for the merchant's approval, because the merchant declined. */
export async function skipHeldForRelease(transaction: Transaction, shop: string, now: Date): Promise<number> {
  const change = { skipReason: { code: 'stopped' }, heldFor: null, sendAt: null, tries: 0, resolvedAt: now } as const;
  return changeDeliveries(transaction, STOP, change, heldOf(shop, ['release']));
}
