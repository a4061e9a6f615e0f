import { readColumn } from '../../domain/lifecycle/columns/read-column.ts';
import { claimRefresh, findDeliveryWithShop, type DeliveryWithShop } from '../delivery-store.ts';
import { readDelivery } from '../tracking/read-delivery.ts';
import { hurryProbe } from '../../operator-accounts/account-trust.ts';
import { retryRefusedWrites } from '../write-back/retry-writes.ts';
import { retryHeld } from '../holds/retry-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * - `done`: the operator was read, or a held delivery takes its next step
 * - `not-read`: the operator could not be read, or did not find the delivery
 * - `nothing-to-do`: it belongs to another shop, was not handed over, or was read a moment ago
 */
type Refreshed = 'done' | 'not-read' | 'nothing-to-do';

/**
 * Reads a delivery at the operator now, whether or not it is due. The answer is stored as after any other read. If the
 * delivery is held for a reason that may be gone, it takes its next step instead, and a paused account is tried. What
 * Shopify refused to write of it is written once more.
 */
export async function refreshDelivery(
  app: AppContext,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<Refreshed> {
  const claim = { shop, deliveryId, now: app.now(), restMs: app.pace.tracking.askedAgainMs };
  if (await retryHeld(app, { shop, deliveryId })) return 'done';
  const isClaimed = await claimRefresh(app.database, claim);
  if (!isClaimed) await hurryProbe(app.database, shop, app.now());
  const delivery = await findDeliveryWithShop(app.database, deliveryId);
  if (delivery?.shopDomain !== shop) return 'nothing-to-do';
  const isRefused = readColumn(delivery, 'problems').some(({ code }) => code === 'shopify-write-refused');
  if (isRefused) await retryRefusedWrites(app.database, deliveryId);
  if (isClaimed) return (await readDelivery(app, delivery)) ? 'done' : 'not-read';
  return couldNotBeRead(delivery) ? 'not-read' : 'nothing-to-do';
}

/** Whether the last read of a delivery that is not read now has failed, or nothing can be read. */
function couldNotBeRead({ handedOverAt, tries, shop }: DeliveryWithShop): boolean {
  return handedOverAt !== null && (tries > 0 || (shop.operatorAccount?.pausedAt ?? null) !== null);
}
