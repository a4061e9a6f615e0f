import { findShop } from '../persistence/shops.ts';
import type { World } from './world.ts';

/**
 * A person asks for a delivery to be tried again: one that needs attention, or, in spite of the rule, one that was
 * skipped. It passes the same gate as every other; an unknown outcome is looked up first.
 *
 * @returns false when it is of another shop, or there is nothing to try again
 */
export async function retryDelivery(
  world: Pick<World, 'database' | 'now'>,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  return world.database.$transaction(async (transaction) => {
    if (!(await findShop(transaction, shop))) return false;
    const again = { phase: 'waiting', sendAt: world.now(), heldFor: null, tries: 0, problems: [] };
    const where = { id: deliveryId, shopDomain: shop, handedOverAt: null };
    const needy = await transaction.delivery.updateMany({ where: { ...where, phase: 'needs-attention' }, data: again });
    const skipped = await transaction.delivery.updateMany({
      where: { ...where, phase: 'skipped' },
      data: { ...again, sendAnyway: true },
    });
    return needy.count + skipped.count > 0;
  });
}
