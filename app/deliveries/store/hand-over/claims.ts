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
  // One probe of the index for each shop that has something due: the shops are not listed anywhere else. OFFSET 0 keeps
  // their order: a planner that joins a whole table would give the first turns to any shops.
  const claimed = await database.$queryRaw<Delivery[]>`
    WITH RECURSIVE due_shop AS (
      SELECT (${nextShopWithDue(now, Prisma.sql`${afterShop}`)}) AS "domain"
      UNION ALL
      SELECT (${nextShopWithDue(now, Prisma.sql`s."domain"`)}) FROM due_shop s WHERE s."domain" IS NOT NULL
    ), due AS (
      SELECT d."id" FROM due_shop
      CROSS JOIN LATERAL (SELECT * FROM "Shop" s WHERE s."domain" = due_shop."domain" OFFSET 0) shop
      LEFT JOIN LATERAL (SELECT * FROM "OperatorAccount" o WHERE o."id" = shop."operatorAccountId" OFFSET 0) a ON TRUE
      CROSS JOIN LATERAL (
        SELECT d."id" FROM "Delivery" d
        WHERE d."shopDomain" = due_shop."domain" AND ${isDue(now)}
        ORDER BY d."sendAt", d."createdAt" LIMIT ${ofOneShop} FOR UPDATE SKIP LOCKED
      ) d
      WHERE (a."restUntil" IS NULL OR a."restUntil" <= ${now})
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

const isDue = (now: Date) => Prisma.sql`
  d."phase" IN ('waiting', 'handing-over') AND d."heldFor" IS NULL AND d."sendAt" <= ${now}
  AND (d."claimedUntil" IS NULL OR d."claimedUntil" <= ${now})`;

const nextShopWithDue = (now: Date, after: Prisma.Sql) => Prisma.sql`
  SELECT d."shopDomain" FROM "Delivery" d
  WHERE ${isDue(now)} AND d."shopDomain" > ${after} ORDER BY d."shopDomain" LIMIT 1`;

/** Has a row if a hand-over is due. */
export const handOversDue = (now: Date) => nextShopWithDue(now, Prisma.sql`''`);
