import { randomUUID } from 'node:crypto';
import { Prisma, type OpenOrder, type Shop } from '@prisma/client';
import type { OrderHold } from '../domain/early-warning/order-hold.ts';
import type { OrderVerdict, Verdict } from '../domain/early-warning/verdict.ts';
import type { Database, Transaction } from '../persistence/database.ts';

/**
 * What the process that reads an open order writes: the claim of the row, what the read has shown, and the end of the
 * claim. A read that has lost its claim changes nothing.
 */

/** An order that this process alone reads, until `claimedUntil`. */
export type ClaimedOrder = OpenOrder & { readonly claimToken: string; readonly lookAt: Date; readonly shop: Shop };

/**
 * Claims the orders that are due to be read. Shops that uninstalled are left out, because nothing can be read there, and
 * so are shops that rest.
 */
export async function claimDueChecks(
  database: Database,
  options: { now: Date; leaseMs: number; limit: number; restingShops: readonly string[] },
): Promise<ClaimedOrder[]> {
  const { now, leaseMs, limit, restingShops } = options;
  const claimToken = randomUUID();
  const until = new Date(now.getTime() + leaseMs);
  const rows = await database.$queryRaw<OpenOrder[]>`
    UPDATE "OpenOrder" SET "claimToken" = ${claimToken}::uuid, "claimedUntil" = ${until}
    WHERE ("shopDomain", "orderId") IN (
      SELECT o."shopDomain", o."orderId" FROM "OpenOrder" o
      WHERE ${isDue(now)} AND o."shopDomain" <> ALL (${[...restingShops]})
      ORDER BY o."lookAt" LIMIT ${limit} FOR UPDATE OF o SKIP LOCKED
    ) RETURNING *`;
  if (rows.length === 0) return [];
  const domains = [...new Set(rows.map(({ shopDomain }) => shopDomain))];
  const shops = await database.shop.findMany({ where: { domain: { in: domains } }, take: domains.length });
  const byDomain = new Map(shops.map((shop) => [shop.domain, shop]));
  return rows.flatMap((row) => {
    const shop = byDomain.get(row.shopDomain);
    return shop && row.lookAt ? [{ ...row, claimToken, lookAt: row.lookAt, shop }] : [];
  });
}

const isDue = (now: Date) => Prisma.sql`
  o."lookAt" <= ${now} AND (o."claimedUntil" IS NULL OR o."claimedUntil" <= ${now})
  AND (SELECT s."uninstalledAt" IS NULL FROM "Shop" s WHERE s."domain" = o."shopDomain")`;
/** Has a row if an order is due to be read. */
export const checksDue = (now: Date) => Prisma.sql`SELECT 1 FROM "OpenOrder" o WHERE ${isDue(now)} LIMIT 1`;

const isMine = ({ shopDomain, orderId, claimToken }: ClaimedOrder) => Prisma.sql`
  "shopDomain" = ${shopDomain} AND "orderId" = ${orderId} AND "claimToken" = ${claimToken}::uuid`;

/** How the verdict of an order has changed. */
export type VerdictChange = 'would-not-go-out' | 'would-go-out';

/**
 * Stores what a read has shown, and keeps the claim for the writes that follow from it.
 *
 * @returns `lost` when the order ended, or another process has it; otherwise the change, if there is one
 */
export async function recordCheck(
  transaction: Transaction,
  claim: ClaimedOrder,
  check: OrderVerdict & { orderName: string | null; lookedAt: Date; holds: readonly OrderHold[] },
): Promise<VerdictChange | 'lost' | null> {
  const { verdict, orderName, lookedAt, holds } = check;
  const problems = verdict === 'warned' ? check.problems : [];
  // locked, so that the verdict before is the one that this read replaces
  const [before] = await transaction.$queryRaw<{ verdict: Verdict }[]>`
    SELECT "verdict" FROM "OpenOrder" WHERE ${isMine(claim)} FOR UPDATE`;
  if (!before) return 'lost';
  const isEnded = verdict === 'ended';
  await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "verdict" = ${verdict}, "problems" = ${JSON.stringify(problems)}::jsonb,
      "orderName" = coalesce(${orderName}, "orderName"), "lookedAt" = ${lookedAt}, "tries" = 0,
      "holds" = ${JSON.stringify(holds)}::jsonb,
      "warnedAt" = CASE WHEN ${verdict} = 'warned' THEN coalesce("warnedAt", ${lookedAt}) END,
      "letGoAt" = CASE WHEN ${verdict} = 'warned' THEN "letGoAt" END,
      "endedAt" = CASE WHEN ${isEnded} THEN ${lookedAt}::timestamptz END
    WHERE ${isMine(claim)}`;
  if (before.verdict !== 'warned' && verdict === 'warned') return 'would-not-go-out';
  return before.verdict === 'warned' && verdict === 'ready' ? 'would-go-out' : null;
}

/** Stores where the holds stand, before a write or after it. @returns false when the claim is lost */
export async function keepHolds(
  transaction: Transaction,
  claim: ClaimedOrder,
  holds: readonly OrderHold[],
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "holds" = ${JSON.stringify(holds)}::jsonb WHERE ${isMine(claim)}`;
  return count === 1;
}

/**
 * Ends a claim.
 *
 * @param options.lookAt when the order is read next; null waits for a change. A change that arrived during the read counts.
 * @param options.tries failed reads in a row
 */
export async function endClaim(
  transaction: Transaction,
  claim: ClaimedOrder,
  { lookAt, tries = 0 }: { lookAt: Date | null; tries?: number },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "claimToken" = NULL, "claimedUntil" = NULL, "tries" = ${tries},
      "lookAt" = CASE WHEN "lookAt" = ${claim.lookAt} THEN ${lookAt}::timestamptz ELSE "lookAt" END
    WHERE ${isMine(claim)}`;
}

/** The warnings of the shop are off and nothing is held, so the order is not read. */
export async function setAside(transaction: Transaction, claim: ClaimedOrder): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "verdict" = 'unread', "problems" = '[]'::jsonb, "warnedAt" = NULL, "letGoAt" = NULL,
      "holds" = '[]'::jsonb, "lookAt" = NULL, "claimToken" = NULL, "claimedUntil" = NULL, "tries" = 0
    WHERE ${isMine(claim)}`;
}
