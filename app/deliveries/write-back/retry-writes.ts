import type { Delivery } from '@prisma/client';
import type { Statements } from '../../persistence/statements.ts';
import { fulfillmentRows, type FulfillmentOfShop } from '../delivery-store.ts';
import { OTHER_TRACKING_KEPT } from './publications.ts';
import { queuePublications } from './order-outbox.ts';

/** Retries tracking that gave way to another carrier's tracking, after a fulfillment has changed. */
export async function retryKeptTracking(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
): Promise<void> {
  if (fulfillments.length === 0) return;
  const deliveries = await transaction.$queryRaw<Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>[]>`
    SELECT DISTINCT d."id", d."shopDomain", d."orderId"
    FROM ${fulfillmentRows(fulfillments)}
    JOIN "Delivery" d ON d."shopDomain" = f."shop" AND d."fulfillmentId" = f."fulfillmentId"
    WHERE d."problems" @> ${JSON.stringify([{ code: OTHER_TRACKING_KEPT.code }])}::jsonb`;
  await queuePublications(
    transaction,
    deliveries.map((delivery) => ({ delivery, publications: [{ kind: 'tracking' }] })),
  );
}

/**
 * Writes once more what Shopify has refused of a delivery: the newest of each kind. An event that another one has
 * followed stays unwritten, because it would be older than what the buyer has seen.
 */
export async function retryRefusedWrites(database: Statements, deliveryId: string): Promise<void> {
  await database.$executeRaw`
    WITH newest AS (
      SELECT DISTINCT ON ("kind") "id", "outcome" FROM "Publication"
      WHERE "deliveryId" = ${deliveryId}::uuid ORDER BY "kind", "id" DESC
    ), again AS (
      UPDATE "Publication" p SET "settledAt" = NULL, "outcome" = NULL, "message" = NULL, "startedAt" = NULL
      FROM newest n WHERE p."id" = n."id" AND n."outcome" = 'refused' RETURNING p."deliveryId"
    )
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT d."shopDomain", d."orderId", now() FROM again JOIN "Delivery" d ON d."id" = again."deliveryId"
    ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true`;
}
