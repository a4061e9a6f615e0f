import { RELEASE } from '../persistence/deliveries.ts';
import type { World } from './world.ts';

/**
 * A person has taken care of a problem. A delivery that the operator has stays with it and is tracked; one that was not
 * handed over will not be.
 *
 * @returns false when it is of another shop, or has no problem
 */
export async function markHandled(
  world: Pick<World, 'database'>,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const where = { id: deliveryId, shopDomain: shop };
  const { count: notHandedOver } = await world.database.delivery.updateMany({
    where: { ...where, phase: 'needs-attention', handedOverAt: null },
    data: { phase: 'skipped', skipReason: { code: 'handled' }, problems: [], sendAt: null, tries: 0, ...RELEASE },
  });
  if (notHandedOver > 0) return true;
  const { count: backOnItsWay } = await world.database.delivery.updateMany({
    where: { ...where, phase: 'needs-attention', handedOverAt: { not: null } },
    data: { phase: 'in-delivery', problems: [], tries: 0 },
  });
  if (backOnItsWay > 0) return true;
  const { count: settled } = await world.database.delivery.updateMany({
    where: {
      ...where,
      phase: { in: ['handing-over', 'in-delivery', 'delivered', 'failed'] },
      NOT: { problems: { equals: [] } },
    },
    data: { problems: [] },
  });
  return settled > 0;
}
