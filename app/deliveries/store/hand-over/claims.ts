import { randomUUID } from 'node:crypto';
import { Prisma, type Delivery } from '@prisma/client';
import type { Database } from '../../../persistence/database.ts';
import type { Turn } from '../../../scheduling/shop-turns.ts';
import { MAY_BE_LOST } from '../../../persistence/statements.ts';
import { withShops, type DeliveryWithShop } from '../row/delivery-row.ts';

/**
 * Claims deliveries whose next step of the hand-over is due for this process alone, so that each has one hand-over at a
 * time. A claim expires after `leaseMs`, so that a killed process does not keep it. Shops take turns in the order of
 * their names, starting after `afterShop`, each with its oldest delivery first. Accounts at rest, `fullAccounts` and
 * `fullShops` are left out. If a killed process left a delivery `handing-over` without a time, it counts as possibly
 * sent when it was last changed.
 */
export async function claimDueHandOvers(
  database: Database,
  given: Turn & { now: Date; leaseMs: number; fullAccounts: readonly string[]; fullShops: readonly string[] },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit, afterShop, ofOneShop, fullAccounts, fullShops } = given;
  const claimToken = randomUUID();
  // One probe of the index for each shop that has something waiting, for its first: all of it together may be a lot.
  const claimed = await database.$queryRaw<Delivery[]>`
    WITH RECURSIVE waiting AS (
      SELECT first.* FROM (${firstWaitingAfter(Prisma.sql`${afterShop}`)}) AS first
      UNION ALL
      SELECT next.* FROM waiting CROSS JOIN LATERAL (${firstWaitingAfter(Prisma.sql`waiting."domain"`)}) AS next
    ), due AS (
      SELECT d."id" FROM waiting
      JOIN "Shop" shop ON shop."domain" = waiting."domain"
      LEFT JOIN "OperatorAccount" a ON a."id" = shop."operatorAccountId"
      CROSS JOIN LATERAL (
        SELECT d."id" FROM "Delivery" d
        WHERE d."shopDomain" = waiting."domain" AND ${isDue(now)}
        ORDER BY d."sendAt", d."createdAt" LIMIT ${ofOneShop} FOR UPDATE SKIP LOCKED
      ) d
      WHERE waiting."sendAt" <= ${now} AND (a."restUntil" IS NULL OR a."restUntil" <= ${now})
        AND (a."id" IS NULL OR a."id" <> ALL (${[...fullAccounts]}::uuid[]))
        AND shop."domain" <> ALL (${[...fullShops]})
      LIMIT ${limit}
    )
    UPDATE "Delivery" SET "claimToken" = ${claimToken}::uuid, "claimedUntil" = ${new Date(now.getTime() + leaseMs)},
      "possiblySentAt" = coalesce("possiblySentAt", CASE WHEN "phase" = 'handing-over' THEN "updatedAt" END)
    WHERE "id" IN (SELECT "id" FROM due) AND ${MAY_BE_LOST} RETURNING *`;
  if (claimed.length === 0) return [];
  claimed.sort((a, b) => timeOf(a.sendAt) - timeOf(b.sendAt) || timeOf(a.createdAt) - timeOf(b.createdAt));
  return withShops(database, claimed);
}

const timeOf = (date: Date | null) => date?.getTime() ?? 0;

const IS_WAITING = Prisma.sql`d."phase" IN ('waiting', 'handing-over') AND d."heldFor" IS NULL`;

const isDue = (now: Date) => Prisma.sql`
  ${IS_WAITING} AND d."sendAt" <= ${now} AND (d."claimedUntil" IS NULL OR d."claimedUntil" <= ${now})`;

const firstWaitingAfter = (shop: Prisma.Sql) => Prisma.sql`
  SELECT d."shopDomain" AS "domain", d."sendAt" FROM "Delivery" d
  WHERE ${IS_WAITING} AND d."shopDomain" > ${shop} ORDER BY d."shopDomain", d."sendAt" LIMIT 1`;
