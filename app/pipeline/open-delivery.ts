import { createDelivery } from '../persistence/deliveries.ts';
import type { Transaction } from '../persistence/database.ts';
import { settingsOf } from '../persistence/shops.ts';
import { handOverJob } from './jobs.ts';
import type { World } from './world.ts';

/**
 * Makes a fulfillment a delivery that will be handed over, after the shop's grace period. The shop's row must be there.
 *
 * @returns the new delivery's id, or null when the fulfillment already has one
 */
export async function openDelivery(
  world: Pick<World, 'queue' | 'now'>,
  transaction: Transaction,
  given: { shop: string; fulfillmentId: string; orderId: string },
): Promise<string | null> {
  const shop = await transaction.shop.findUniqueOrThrow({ where: { domain: given.shop } });
  const now = world.now();
  const graceMs = settingsOf(shop).gracePeriodMinutes * 60_000;
  const sendAt = new Date(now.getTime() + graceMs);
  const deliveryId = await createDelivery(transaction, { ...given, now, sendAt });
  if (!deliveryId) return null;
  await world.queue.send(transaction, handOverJob, { deliveryId }, graceMs > 0 ? { startAfter: sendAt } : {});
  return deliveryId;
}
