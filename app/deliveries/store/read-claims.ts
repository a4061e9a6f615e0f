import { Prisma, type Delivery } from '@prisma/client';
import type { Database } from '../../persistence/database.ts';
import { MAY_BE_LOST } from '../../persistence/statements.ts';
import type { Rooms } from '../../scheduling/call-limits.ts';
import { withShops, type DeliveryWithShop } from './row/delivery-row.ts';

/**
 * Claims deliveries that are due to be read for this process alone, until `leaseMs` have passed. Accounts take turns in
 * the order of their ids, starting after `afterAccount`, each with as many as there is room for, those first that have been
 * due longest. Accounts that are paused or at rest, and shops that uninstalled, are left out.
 */
export async function claimDueReads(
  database: Database,
  given: { now: Date; leaseMs: number; limit: number; rooms: Rooms; afterAccount: string | null },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit, rooms, afterAccount } = given;
  const claimedUntil = new Date(now.getTime() + leaseMs);
  // One probe of the index for each account, for its first planned read: all of them together may be a million. OFFSET 0
  // keeps the order of the accounts, as in claims of hand-overs.
  const rows = await database.$queryRaw<Delivery[]>`
    WITH RECURSIVE account AS (
      SELECT first.* FROM (${firstReadAfter(Prisma.sql`${afterAccount ?? BEFORE_ALL}::uuid`)}) AS first
      UNION ALL
      SELECT next.* FROM account CROSS JOIN LATERAL (${firstReadAfter(Prisma.sql`account."id"`)}) AS next
    ), due AS (
      SELECT r."deliveryId" FROM account
      CROSS JOIN LATERAL (SELECT * FROM "OperatorAccount" o WHERE o."id" = account."id" OFFSET 0) a
      CROSS JOIN LATERAL (
        SELECT r."deliveryId" FROM "PlannedRead" r
        WHERE r."operatorAccountId" = account."id" AND ${isDue(now)}
          AND ${HAS_APP}
        ORDER BY r."readAt" LIMIT coalesce((${JSON.stringify(rooms.known)}::jsonb ->> a."id"::text)::int, ${rooms.others})
        FOR UPDATE OF r SKIP LOCKED
      ) r
      WHERE account."readAt" <= ${now} AND ${isOpen(now)}
      LIMIT ${limit}
    ), claimed AS (
      UPDATE "PlannedRead" SET "claimedUntil" = ${claimedUntil}
      WHERE "deliveryId" IN (SELECT "deliveryId" FROM due) AND ${MAY_BE_LOST} RETURNING "deliveryId"
    )
    SELECT d.* FROM "Delivery" d WHERE d."id" IN (SELECT "deliveryId" FROM claimed) LIMIT ${limit}`;
  return rows.length > 0 ? withShops(database, rows) : [];
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const isDue = (now: Date) => Prisma.sql`
  r."readAt" <= ${now} AND (r."claimedUntil" IS NULL OR r."claimedUntil" <= ${now})`;

const HAS_APP = Prisma.sql`(SELECT s."uninstalledAt" IS NULL FROM "Shop" s WHERE s."domain" = r."shopDomain")`;
const isOpen = (now: Date) => Prisma.sql`a."pausedAt" IS NULL AND (a."restUntil" IS NULL OR a."restUntil" <= ${now})`;

const firstReadAfter = (account: Prisma.Sql) => Prisma.sql`
  SELECT r."operatorAccountId" AS "id", r."readAt" FROM "PlannedRead" r
  WHERE r."operatorAccountId" > ${account} ORDER BY r."operatorAccountId", r."readAt" LIMIT 1`;

/** Has a row if a read is due. */
export const readsDue = (now: Date) => Prisma.sql`
  SELECT 1 FROM "OperatorAccount" a CROSS JOIN LATERAL (
    SELECT 1 FROM "PlannedRead" r WHERE r."operatorAccountId" = a."id" AND ${isDue(now)} AND ${HAS_APP}
    ORDER BY r."readAt" LIMIT 1
  ) r
  WHERE ${isOpen(now)} LIMIT 1`;

/** Gives back a read that was claimed and not made. A delivery that is not tracked any more stays so. */
export async function putReadOff(
  database: Database,
  { id, until }: { readonly id: string; readonly until: Date },
): Promise<void> {
  await database.$executeRaw`
    UPDATE "Delivery" SET "nextReadAt" = ${until}
    WHERE "id" = ${id}::uuid AND "nextReadAt" IS NOT NULL AND ${MAY_BE_LOST}`;
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
