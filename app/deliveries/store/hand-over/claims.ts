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
  // One probe of the index for each shop that has something due: the shops are not listed anywhere else.
  const claimed = await database.$queryRaw<Delivery[]>`
    WITH RECURSIVE due_shop AS (
      SELECT (${nextShopWithDue(now, Prisma.sql`${afterShop}`)}) AS "domain"
      UNION ALL
      SELECT (${nextShopWithDue(now, Prisma.sql`s."domain"`)}) FROM due_shop s WHERE s."domain" IS NOT NULL
    ), due AS (
      SELECT d."id" FROM due_shop
      JOIN "Shop" shop ON shop."domain" = due_shop."domain"
      LEFT JOIN "OperatorAccount" a ON a."id" = shop."operatorAccountId"
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

/**
 * Claims the deliveries that are due to be read for this process alone. Their next read is put off by `leaseMs`, so
 * that those of a killed process become due again. Deliveries of paused accounts, of `servedAccounts` and of shops that
 * uninstalled are left out.
 */
export async function claimDueReads(
  database: Database,
  given: { now: Date; leaseMs: number; limit: number; servedAccounts: readonly string[] },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit, servedAccounts } = given;
  const leasedUntil = new Date(now.getTime() + leaseMs);
  // The conditions are asked row by row. With a join, a planner that expects few rows reads and sorts everything that
  // is due.
  const rows = await database.$queryRaw<Delivery[]>`
    UPDATE "Delivery" SET "nextReadAt" = ${leasedUntil}
    WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d
      WHERE d."nextReadAt" <= ${now} AND d."operatorAccountId" <> ALL (${[...servedAccounts]}::uuid[])
        AND (SELECT s."uninstalledAt" IS NULL FROM "Shop" s WHERE s."domain" = d."shopDomain")
        AND (SELECT a."pausedAt" IS NULL FROM "OperatorAccount" a WHERE a."id" = d."operatorAccountId")
      ORDER BY d."nextReadAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) AND ${MAY_BE_LOST} RETURNING *`;
  return rows.length > 0 ? withShops(database, rows) : [];
}

/**
 * Gives back reads that were claimed and not started, each with its next time. Deliveries that are not tracked any more
 * stay so.
 */
export async function putReadsOff(
  database: Database,
  reads: readonly { readonly id: string; readonly until: Date }[],
): Promise<void> {
  if (reads.length === 0) return;
  await database.$executeRaw`
    UPDATE "Delivery" d SET "nextReadAt" = put."until"
    FROM unnest(${reads.map(({ id }) => id)}::uuid[], ${reads.map(({ until }) => until.toISOString())}::timestamptz[])
      AS put("id", "until")
    WHERE d."id" = put."id" AND d."nextReadAt" IS NOT NULL AND ${MAY_BE_LOST}`;
}

/**
 * Claims the right to read a delivery before it is due. Nobody gets it again until `restMs` have passed since the last
 * such read, or since the last read that succeeded.
 */
export async function claimRefresh(
  database: Database,
  given: { shop: string; deliveryId: string; now: Date; restMs: number },
): Promise<boolean> {
  const { shop: shopDomain, deliveryId: id, now, restMs } = given;
  const before = new Date(now.getTime() - restMs);
  const { count } = await database.delivery.updateMany({
    where: {
      id,
      shopDomain,
      handedOverAt: { not: null },
      shop: { operatorAccount: { pausedAt: null } },
      AND: [
        { OR: [{ refreshedAt: null }, { refreshedAt: { lte: before } }] },
        { OR: [{ lastReadAt: null }, { lastReadAt: { lte: before } }] },
      ],
    },
    data: { refreshedAt: now },
  });
  return count === 1;
}
