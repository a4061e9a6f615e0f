import { UNSETTLED_CREATE } from '../persistence/attempts.ts';
import { RELEASE } from '../persistence/deliveries.ts';
import type { World } from './world.ts';

/**
 * A person stops a delivery before it is handed over. A process that has just claimed it loses the claim, and with it
 * the right to send.
 *
 * @returns false when it is of another shop, or not waiting any more: then the operator may have it
 */
export async function stopDelivery(
  world: Pick<World, 'database'>,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const { count } = await world.database.delivery.updateMany({
    where: { id: deliveryId, shopDomain: shop, phase: 'waiting', attempts: { none: UNSETTLED_CREATE } },
    data: { phase: 'skipped', skipReason: { code: 'stopped' }, sendAt: null, heldFor: null, tries: 0, ...RELEASE },
  });
  return count === 1;
}
