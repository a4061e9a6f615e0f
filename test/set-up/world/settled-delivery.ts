import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { until } from '../time/until.ts';
import type { OfflineWorld } from './offline-world.ts';

/**
 * Waits until a delivery is as expected and everything of it is written to Shopify. It is read again as soon as possible.
 *
 * @param where a filter of deliveries
 */
export function settledDelivery(
  { database, clock }: OfflineWorld,
  what: string,
  { id: fulfillmentId }: Pick<FulfillmentRecord, 'id'>,
  where: object,
) {
  return until(what, async () => {
    await database.delivery.updateMany({
      where: { fulfillmentId, nextReadAt: { gt: new Date(clock.now().getTime() + 60_000) } },
      data: { nextReadAt: clock.now() },
    });
    return database.delivery.findFirst({
      where: { fulfillmentId, publications: { every: { settledAt: { not: null } } }, AND: where },
    });
  });
}

/** A filter: the delivery has been written to its order. */
export const WRITTEN = { publications: { some: { kind: 'order-metafield' } } };
