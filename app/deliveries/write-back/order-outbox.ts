import { Prisma, type Delivery } from '@prisma/client';
import type { Database } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import type { Statements } from '../../persistence/statements.ts';
import type { NewPublication } from '../../domain/tracking/news.ts';
import { settleStatement, type Settlement } from './publications.ts';
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

/** What is to be written back of one delivery. */
export interface ToPublish {
  readonly delivery: Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>;
  readonly publications: readonly NewPublication[];
}

/** The outbox of orders: which have something to write to Shopify, and when. */
const OUTBOX = Prisma.sql`"OrderOutbox"`;
export const outboxesDue = () => anyOrderDue(OUTBOX);

/**
 * Adds the publications of several deliveries, and makes their orders due. If an order is being written at this moment,
 * or waits for its next try, it is written again after that.
 */
export async function queuePublications(transaction: Statements, given: readonly ToPublish[]): Promise<void> {
  const rows = given.flatMap(({ delivery: { id: deliveryId, shopDomain, orderId }, publications }) =>
    publications.map((publication) => {
      const eventStatus = publication.kind === 'event' ? publication.status : null;
      const removesFields = publication.kind === 'order-metafield' && publication.removesFields === true;
      return { ...publication, deliveryId, shopDomain, orderId, eventStatus, removesFields };
    }),
  );
  if (rows.length === 0) return;
  // Orders are written in the order of their ids here and below, so that two transactions cannot wait for each other.
  await transaction.$executeRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g("deliveryId" uuid, "shopDomain" text,
        "orderId" text, "kind" text, "eventStatus" text, "happenedAt" timestamptz, "removesFields" boolean)
    ), added AS (
      INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus", "happenedAt", "removesFields")
      SELECT "deliveryId", "kind", "eventStatus", "happenedAt", "removesFields" FROM given
    )
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT "shopDomain", "orderId", now() FROM given ORDER BY 1, 2
    ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true`;
}

/** An order whose publications this process alone writes. */
export interface ClaimedOutbox extends ClaimedOrder {
  /** When the last write may start, by `performance.now()`: it must end before the claim does. */
  readonly startUntil: number;
}

/** Claims the orders that have something to write. */
export async function claimDueOutboxes(database: Database, given: ClaimOfOrders): Promise<ClaimedOutbox[]> {
  const startUntil = performance.now() + given.leaseMs / 2;
  const orders = await database.$queryRaw<ClaimedOrder[]>`
    WITH RECURSIVE ${dueOrders(OUTBOX, given)}
    UPDATE "OrderOutbox" o SET ${claim(given)} FROM mine m WHERE ${IS_MINE} RETURNING ${CLAIMED_ORDER}`;
  return orders.map((order) => ({ ...order, startUntil }));
}

/** How the writing of an order ended for now. */
export interface EndedOutbox extends EndedOrder {
  /** Publications that have ended and are not settled. */
  readonly settled: readonly Settlement[];
}

/**
 * Settles the publications of an order and ends its claim. If something was added since, the order is due at once. A
 * process that has lost its claim settles, and leaves the claim to the other. Orders that end together share the commit.
 */
export const endOutbox = shareWritesTo<Database, EndedOutbox, null>({
  async write(database, ended) {
    const settled = ended.flatMap((order) => order.settled);
    await database.$executeRaw`
      WITH settled AS (${settleStatement(settled)}
      ), ${endedOrders(OUTBOX, ended)}, finished AS (
        DELETE FROM "OrderOutbox" o USING mine m WHERE ${IS_MINE} AND ${IS_DONE}
      )
      UPDATE "OrderOutbox" o SET ${release(0)} FROM mine m WHERE ${IS_MINE} AND NOT (${IS_DONE})`;
    return ended.map(() => null);
  },
  atOnce: 2,
  limit: 50,
});

/** Makes the orders of a shop due now that wait for their next try. */
export async function retryOrders(transaction: Statements, shop: string): Promise<void> {
  await transaction.$executeRaw`
    WITH ${waitingOrders(OUTBOX, shop)}
    UPDATE "OrderOutbox" o SET "dueAt" = now(), "tries" = 0 FROM mine m WHERE ${IS_MINE}`;
}

/**
 * Makes orders due that have had an open publication for `forMs` and are not in the outbox: a process of an earlier
 * version added it.
 *
 * @returns how many
 */
export async function findForgottenOrders(
  database: Database,
  { forMs, limit }: { forMs: number; limit: number },
): Promise<number> {
  return database.$executeRaw`
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT d."shopDomain", d."orderId", now()
    FROM "Publication" p JOIN "Delivery" d ON d."id" = p."deliveryId"
    WHERE p."settledAt" IS NULL AND p."createdAt" <= now() - ${forMs} * interval '1 millisecond' AND NOT EXISTS (
      SELECT 1 FROM "OrderOutbox" o WHERE o."shopDomain" = d."shopDomain" AND o."orderId" = d."orderId")
    ORDER BY 1, 2 LIMIT ${limit}
    ON CONFLICT DO NOTHING`;
}
