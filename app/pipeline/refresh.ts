import { findDeliveryWithShop } from '../persistence/deliveries.ts';
import { claimRefresh } from '../persistence/order-deliveries.ts';
import { readDelivery } from './track.ts';
import type { World } from './world.ts';

/** Between two reads out of turn, so that a button is no way to flood the operator. */
const REST_MS = 30_000;

/**
 * Reads a delivery at the operator now, whenever it is due. What the operator answers is kept as by any other read.
 *
 * @returns false when it is of another shop, was not handed over, was read a moment ago, or its account is paused
 */
export async function refreshDelivery(
  world: World,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const claim = { shop, deliveryId, now: world.now(), restMs: REST_MS };
  if (!(await claimRefresh(world.database, claim))) return false;
  const delivery = await findDeliveryWithShop(world.database, deliveryId);
  if (delivery) await readDelivery(world, delivery);
  return delivery !== null;
}
