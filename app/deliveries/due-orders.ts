import { randomUUID } from 'node:crypto';
import { Prisma } from '@prisma/client';
import { BOUNDS } from '../bounds.ts';
import { jsonRows } from '../persistence/json-rows.ts';
import type { Turn } from '../scheduling/shop-turns.ts';

/**
 * Tables with a row for each order that has something due, `OrderOutbox` and `OrderComparison`: who adds to a row that is
 * there notes on it that there is news, and who ends a claim deletes the row only if there is none. Both lock it, so
 * nothing is added unseen. The times are the database's, so that the clocks of processes need not agree. The columns
 * round to milliseconds, perhaps to a later one.
 */
const IS_DUE = Prisma.sql`o."dueAt" <= now() + interval '1 millisecond'`;

/** An order that this process alone works on. */
export interface ClaimedOrder {
  readonly shop: string;
  readonly orderId: string;
  readonly claimToken: string;
  /** Tries that have failed in a row. */
  readonly tries: number;
}

/** What one claim may take, for this process alone until `leaseMs` have passed. */
export interface ClaimOfOrders extends Turn {
  readonly leaseMs: number;
  /** Shops that are left out for now. */
  readonly fullShops: readonly string[];
}

/**
 * The orders to be claimed, as `mine`. Shops take turns in the order of their names, starting after `afterShop`, each with
 * the order that has waited longest. Shops that uninstalled are left out.
 */
export function dueOrders(table: Prisma.Sql, { limit, afterShop, ofOneShop, fullShops }: ClaimOfOrders): Prisma.Sql {
  const nextShopWithDue = (after: Prisma.Sql) => Prisma.sql`
    SELECT o."shopDomain" FROM ${table} o
    WHERE ${IS_DUE} AND o."shopDomain" > ${after} ORDER BY o."shopDomain" LIMIT 1`;
  // OFFSET 0 keeps the order of the shops, as in claims of hand-overs
  return Prisma.sql`due_shop AS (
      SELECT (${nextShopWithDue(Prisma.sql`${afterShop}`)}) AS "domain"
      UNION ALL
      SELECT (${nextShopWithDue(Prisma.sql`s."domain"`)}) FROM due_shop s WHERE s."domain" IS NOT NULL
    ), due AS (
      SELECT o."shopDomain", o."orderId" FROM due_shop
      CROSS JOIN LATERAL (SELECT * FROM "Shop" s WHERE s."domain" = due_shop."domain" OFFSET 0) shop
      CROSS JOIN LATERAL (
        SELECT o."shopDomain", o."orderId" FROM ${table} o
        WHERE o."shopDomain" = due_shop."domain" AND ${IS_DUE}
        ORDER BY o."dueAt" LIMIT ${ofOneShop}
      ) o
      WHERE shop."uninstalledAt" IS NULL AND shop."domain" <> ALL (${[...fullShops]})
      LIMIT ${limit}
    ), mine AS (
      SELECT o."shopDomain", o."orderId" FROM due JOIN ${table} o USING ("shopDomain", "orderId")
      WHERE ${IS_DUE} ORDER BY 1, 2 FOR UPDATE OF o SKIP LOCKED
    )`;
}

/** Has a row if an order is due. */
export function anyOrderDue(table: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT 1 FROM ${table} o JOIN "Shop" s ON s."domain" = o."shopDomain"
    WHERE ${IS_DUE} AND s."uninstalledAt" IS NULL LIMIT 1`;
}

export const IS_MINE = Prisma.sql`o."shopDomain" = m."shopDomain" AND o."orderId" = m."orderId"`;
export const CLAIMED_ORDER = Prisma.sql`o."shopDomain" AS "shop", o."orderId", o."claimToken", o."tries"`;

/** What a claim writes. */
export function claim({ leaseMs }: ClaimOfOrders): Prisma.Sql {
  return Prisma.sql`"claimToken" = ${randomUUID()}::uuid, "hasNews" = false,
    "dueAt" = now() + ${leaseMs} * interval '1 millisecond'`;
}

/** How the work on an order ended for now. */
export interface EndedOrder {
  readonly claimed: ClaimedOrder;
  /** When the rest is done, after how many failed tries; null when nothing is left. */
  readonly again: { readonly afterMs: number; readonly tries: number } | null;
}

const ENDED_ORDER = Prisma.sql`"shop" text, "orderId" text, "claimToken" uuid, "afterMs" float8, "tries" int`;

/** The orders whose claims end, as `mine`. A process that has lost its claim leaves it to the other. */
export function endedOrders(table: Prisma.Sql, ended: readonly EndedOrder[]): Prisma.Sql {
  const orders = ended.map(({ claimed: { shop, orderId, claimToken }, again }) => {
    return { shop, orderId, claimToken, afterMs: again?.afterMs ?? null, tries: again?.tries ?? 0 };
  });
  return Prisma.sql`mine AS (
      SELECT o."shopDomain", o."orderId", o."hasNews", e."afterMs", e."tries"
      FROM ${jsonRows(orders, ENDED_ORDER)} AS e
      JOIN ${table} o ON o."shopDomain" = e."shop" AND o."orderId" = e."orderId"
      WHERE o."claimToken" = e."claimToken"
      ORDER BY 1, 2 FOR UPDATE OF o
    )`;
}

export const IS_DONE = Prisma.sql`m."afterMs" IS NULL AND NOT m."hasNews"`;

/** What the end of a claim writes unless the order is done. One with news is due again after `newsAfterMs`. */
export function release(newsAfterMs: number): Prisma.Sql {
  return Prisma.sql`"claimToken" = NULL, "hasNews" = false, "tries" = m."tries",
    "dueAt" = now() + coalesce(m."afterMs", ${newsAfterMs}) * interval '1 millisecond'`;
}

/** Orders of a shop that wait for their next try, as `mine`. */
export function waitingOrders(table: Prisma.Sql, shop: string): Prisma.Sql {
  const isWaiting = Prisma.sql`o."dueAt" > now() AND o."claimToken" IS NULL`;
  return Prisma.sql`waiting AS (
      SELECT o."shopDomain", o."orderId" FROM ${table} o
      WHERE o."shopDomain" = ${shop} AND ${isWaiting} ORDER BY o."dueAt" LIMIT ${BOUNDS.releasedOrders}
    ), mine AS (
      SELECT o."shopDomain", o."orderId" FROM waiting JOIN ${table} o USING ("shopDomain", "orderId")
      WHERE ${isWaiting} ORDER BY 1, 2 FOR UPDATE OF o SKIP LOCKED
    )`;
}
