import { Prisma } from '@prisma/client';
import type { Database } from '../../persistence/database.ts';
import { jsonRows } from '../../persistence/json-rows.ts';
import type { Statements } from '../../persistence/statements.ts';
import {
  anyOrderDue,
  claim,
  CLAIMED_ORDER,
  dueOrders,
  endedOrders,
  IS_DONE,
  IS_MINE,
  release,
  waitingOrders,
  type ClaimedOrder,
  type ClaimOfOrders,
  type EndedOrder,
} from '../due-orders.ts';

/** Orders that are to be compared with what was handed over of them, and when. */
const COMPARISONS = Prisma.sql`"OrderComparison"`;
export const comparisonsDue = () => anyOrderDue(COMPARISONS);

/**
 * Makes orders due after `afterMs`. One that waits already keeps its time, and one that is being compared is compared
 * again after that.
 */
export async function queueComparisons(
  transaction: Statements,
  orders: readonly { readonly shop: string; readonly orderId: string }[],
  afterMs: number,
): Promise<void> {
  if (orders.length === 0) return;
  // in the order of their ids, so that two transactions cannot wait for each other
  await transaction.$executeRaw`
    INSERT INTO "OrderComparison" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT "shop", "orderId", now() + ${afterMs} * interval '1 millisecond'
    FROM ${jsonRows(
      orders.map(({ shop, orderId }) => ({ shop, orderId })),
      Prisma.sql`"shop" text, "orderId" text`,
    )} AS changed ORDER BY 1, 2
    ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true`;
}

export async function claimDueComparisons(database: Database, given: ClaimOfOrders): Promise<ClaimedOrder[]> {
  return database.$queryRaw`
    WITH RECURSIVE ${dueOrders(COMPARISONS, given)}
    UPDATE "OrderComparison" o SET ${claim(given)} FROM mine m WHERE ${IS_MINE} RETURNING ${CLAIMED_ORDER}`;
}

/** @param newsAfterMs until an order that has changed since its claim is compared again */
export async function endComparison(database: Database, ended: EndedOrder, newsAfterMs: number): Promise<void> {
  await database.$executeRaw`
    WITH ${endedOrders(COMPARISONS, [ended])}, finished AS (
      DELETE FROM "OrderComparison" o USING mine m WHERE ${IS_MINE} AND ${IS_DONE}
    )
    UPDATE "OrderComparison" o SET ${release(newsAfterMs)} FROM mine m WHERE ${IS_MINE} AND NOT (${IS_DONE})`;
}

/** Makes the orders of a shop due now that wait for their next try. */
export async function retryComparisons(transaction: Statements, shop: string): Promise<void> {
  await transaction.$executeRaw`
    WITH ${waitingOrders(COMPARISONS, shop)}
    UPDATE "OrderComparison" o SET "dueAt" = now(), "tries" = 0 FROM mine m WHERE ${IS_MINE}`;
}
