import { phasesBefore } from '../domain/delivery-phase.ts';
import type { Problem } from '../domain/problem.ts';
import type { Transaction } from '../persistence/database.ts';
import { UNSETTLED_CREATE } from '../persistence/attempts.ts';
import { RELEASE } from '../persistence/deliveries.ts';
import type { World } from './world.ts';

/** Of a fulfillment that was cancelled when the operator had it. */
export const CALL_THE_OPERATOR: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };

/**
 * The fulfillment was cancelled in the shop. Before the hand-over that ends the delivery. After it, or while its outcome
 * is unknown, the delivery stays where it is and says that somebody must call the operator: the interface has no cancel.
 *
 * @returns the reason when there was nothing to do
 */
export async function cancelDelivery(
  world: Pick<World, 'now'>,
  transaction: Transaction,
  given: { shop: string; fulfillmentId: string },
): Promise<string | null> {
  const where = { shopDomain: given.shop, fulfillmentId: given.fulfillmentId };
  const before = await transaction.delivery.updateMany({
    where: {
      ...where,
      handedOverAt: null,
      attempts: { none: UNSETTLED_CREATE },
      phase: { in: phasesBefore('cancelled') },
    },
    data: { phase: 'cancelled', endedAt: world.now(), sendAt: null, heldFor: null, problems: [], ...RELEASE },
  });
  if (before.count > 0) return null;
  const after = await transaction.delivery.updateMany({
    where: {
      ...where,
      cancelRequestedAt: null,
      phase: { in: ['handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed'] },
    },
    data: { cancelRequestedAt: world.now(), problems: [{ ...CALL_THE_OPERATOR }] },
  });
  return after.count > 0 ? null : 'no delivery of this fulfillment is under way';
}
