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
