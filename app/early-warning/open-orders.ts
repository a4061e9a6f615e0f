import { Prisma } from '@prisma/client';
import type { Statements } from '../persistence/statements.ts';
import { jsonRows } from '../persistence/json-rows.ts';

/**
 * An open order is one that is placed and not fulfilled yet. Only this file and order-claims.ts write its row: here
 * webhooks and settings say when it is read again, and there a claimed read says what it has shown.
 */

export interface OrderOfShop {
  readonly shop: string;
  /** gid */
  readonly orderId: string;
}

const ORDER = Prisma.sql`"shop" text, "orderId" text`;
const CHANGED_ORDER = Prisma.sql`${ORDER}, "changedAt" timestamptz`;

/** A shop that hands over and has not switched the warnings off. */
const WATCHES = Prisma.sql`
  s."uninstalledAt" IS NULL AND s."installedAt" IS NOT NULL AND s."handOverOn"
  AND coalesce(s."settings"->>'earlyWarning', 'warn') <> 'off'`;

/**
 * Opens orders that were placed, each to be read once. Orders that are known, or whose shop does not watch them, are left
 * out.
 *
 * @returns the new ones
 */
export async function openOrders(
  transaction: Statements,
  orders: readonly OrderOfShop[],
  { now, lookAt }: { now: Date; lookAt: Date },
): Promise<OrderOfShop[]> {
  if (orders.length === 0) return [];
  // always in the same order, so that two concurrent transactions cannot wait for each other (deadlock)
  const ids = uniqueInOrder(orders);
  return transaction.$queryRaw`
    INSERT INTO "OpenOrder" ("shopDomain", "orderId", "lookAt", "createdAt")
    SELECT o."shop", o."orderId", ${lookAt}, ${now}
    FROM ${jsonRows(ids, ORDER)} AS o
    JOIN "Shop" s ON s."domain" = o."shop" WHERE ${WATCHES}
    ON CONFLICT ("shopDomain", "orderId") DO NOTHING RETURNING "shopDomain" AS "shop", "orderId"`;
}

/** An order that has changed in Shopify, and when; null when the webhook does not say. */
export interface ChangedOrder extends OrderOfShop {
  readonly changedAt: Date | null;
}

/**
 * These orders are read again soon, once for several changes. An order that has ended, or is not known, costs no read. Nor
 * does a change that an earlier read has seen.
 *
 * @returns the orders that will be read
 */
export async function ordersChanged(
  transaction: Statements,
  orders: readonly ChangedOrder[],
  { now, pace }: { now: Date; pace: { readonly settleMs: number; readonly slackMs: number } },
): Promise<OrderOfShop[]> {
  if (orders.length === 0) return [];
  const soon = new Date(now.getTime() + pace.settleMs);
  const ids = orders.map(({ shop, orderId, changedAt }) => ({ shop, orderId, changedAt }));
  return transaction.$queryRaw`
    UPDATE "OpenOrder" o
    SET "lookAt" = CASE WHEN o."lookAt" > ${now} THEN least(o."lookAt", ${soon}) ELSE ${soon} END
    FROM "Shop" s, (
      SELECT "shop", "orderId", CASE WHEN bool_or("changedAt" IS NULL) THEN NULL ELSE max("changedAt") END AS "changedAt"
      FROM ${jsonRows(ids, CHANGED_ORDER)} AS given
      GROUP BY "shop", "orderId"
    ) AS c
    WHERE o."shopDomain" = c."shop" AND o."orderId" = c."orderId" AND s."domain" = c."shop"
      AND o."verdict" <> 'ended' AND (${WATCHES} OR o."holds" <> '[]'::jsonb)
      AND (o."lookedAt" IS NULL OR c."changedAt" IS NULL
        OR c."changedAt" + ${pace.slackMs} * interval '1 millisecond' >= o."lookedAt")
    RETURNING o."shopDomain" AS "shop", o."orderId"`;
}

const ENDED = (now: Date) => Prisma.sql`
  "verdict" = 'ended', "problems" = '[]'::jsonb, "warnedAt" = NULL, "holds" = '[]'::jsonb, "letGoAt" = NULL,
  "lookAt" = NULL, "claimToken" = NULL, "claimedUntil" = NULL, "endedAt" = ${now}`;

/**
 * Ends orders that were fulfilled or cancelled, without a read. Their fulfillment orders are closed, and a hold is
 * closed with them. If an order was read after that, the read counts: a fulfillment may have been cancelled since.
 *
 * @returns the orders that were open
 */
export async function endOrders(
  transaction: Statements,
  orders: readonly ChangedOrder[],
  { now, slackMs }: { now: Date; slackMs: number },
): Promise<OrderOfShop[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ shop, orderId, changedAt }) => ({ shop, orderId, changedAt }));
  return transaction.$queryRaw`
    UPDATE "OpenOrder" o SET ${ENDED(now)}
    FROM ${jsonRows(ids, CHANGED_ORDER)} AS e
    WHERE o."shopDomain" = e."shop" AND o."orderId" = e."orderId" AND o."verdict" <> 'ended'
      AND (o."lookedAt" IS NULL OR e."changedAt" IS NULL
        OR e."changedAt" + ${slackMs} * interval '1 millisecond' >= o."lookedAt")
    RETURNING o."shopDomain" AS "shop", o."orderId"`;
}

/** Fulfillments of these orders were cancelled, so what they shipped is open again. An order that is not known stays unknown. */
export async function reopenOrders(
  transaction: Statements,
  orders: readonly OrderOfShop[],
  lookAt: Date,
): Promise<void> {
  if (orders.length === 0) return;
  await transaction.$executeRaw`
    UPDATE "OpenOrder" o SET "verdict" = 'unread', "endedAt" = NULL, "lookAt" = ${lookAt}, "tries" = 0
    FROM ${jsonRows(uniqueInOrder(orders), ORDER)} AS c
    JOIN "Shop" s ON s."domain" = c."shop" AND ${WATCHES}
    WHERE o."shopDomain" = c."shop" AND o."orderId" = c."orderId" AND o."verdict" = 'ended'`;
}

/**
 * The shop's settings have changed, or its token works again: what would not go out, what is held, and what was not read
 * while the warnings were off, is read again.
 *
 * @returns how many
 */
export async function checkAgain(transaction: Statements, { shop, now }: { shop: string; now: Date }): Promise<number> {
  return transaction.$executeRaw`
    UPDATE "OpenOrder" SET "lookAt" = ${now}, "tries" = 0
    WHERE "shopDomain" = ${shop} AND ("verdict" IN ('warned', 'unread') OR ("verdict" = 'ready' AND "holds" <> '[]'::jsonb))`;
}

/**
 * The merchant wants an order released although it would not go out. It is not held again before its problem is gone.
 *
 * @returns false when the order is not open
 */
export async function letGo(
  transaction: Statements,
  { shop, orderId, now }: OrderOfShop & { now: Date },
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "letGoAt" = ${now}, "lookAt" = ${now}, "tries" = 0
    WHERE "shopDomain" = ${shop} AND "orderId" = ${orderId} AND "verdict" = 'warned'`;
  return count === 1;
}

/** @param given.until whoever was called about the order is waited for; null when nobody is any more */
export async function orderCalled(
  transaction: Statements,
  { shop, orderId, until }: OrderOfShop & { until: Date | null },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "OpenOrder" SET "calledUntil" = ${until} WHERE "shopDomain" = ${shop} AND "orderId" = ${orderId}`;
}

/** Deletes everything but code and field from the problems of these orders. */
export async function forgetCustomerOfOrders(
  transaction: Statements,
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "OpenOrder" o SET "problems" = coalesce((
      SELECT jsonb_agg(jsonb_build_object('code', p->'code', 'field', p->'field', 'details', '{}'::jsonb) ORDER BY "place")
      FROM jsonb_array_elements(o."problems") WITH ORDINALITY AS each(p, "place")), '[]'::jsonb)
    WHERE o."shopDomain" = ${shop} AND o."orderId" = ANY (${[...orderIds]})`;
}

/** Deletes at most `limit` rows of orders that ended long ago. @returns how many */
export async function pruneEndedOrders(
  transaction: Statements,
  { endedBefore, limit }: { endedBefore: Date; limit: number },
): Promise<number> {
  return transaction.$executeRaw`
    DELETE FROM "OpenOrder" WHERE ("shopDomain", "orderId") IN (
      SELECT "shopDomain", "orderId" FROM "OpenOrder" WHERE "endedAt" < ${endedBefore}
      ORDER BY "endedAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

function uniqueInOrder(orders: readonly OrderOfShop[]): OrderOfShop[] {
  const byKey = new Map(orders.map(({ shop, orderId }) => [`${shop} ${orderId}`, { shop, orderId }]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, order]) => order);
}
