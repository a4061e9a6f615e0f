import { claimRefresh, findDeliveryWithShop } from '../delivery-store.ts';
import { readDelivery } from '../tracking/read-delivery.ts';
import { hurryProbe } from '../../shops/account-trust.ts';
import { tryHeldNow } from './held/try-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Reads a delivery at the operator now, whether or not it is due. The answer is stored as after any other read. If the
 * delivery is held for a reason that may be gone, it takes its next step instead, and a paused account is tried.
 *
 * @returns false when it belongs to another shop, was not handed over, was read a moment ago, or its account is paused
 */
export async function refreshDelivery(
  app: AppContext,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const claim = { shop, deliveryId, now: app.now(), restMs: app.pace.tracking.askedAgainMs };
  if (await tryHeldNow(app, { shop, deliveryId })) return true;
  if (!(await claimRefresh(app.database, claim))) {
    await hurryProbe(app.database, shop, app.now());
    return false;
  }
  const delivery = await findDeliveryWithShop(app.database, deliveryId);
  if (delivery) await readDelivery(app, delivery);
  return delivery !== null;
}
