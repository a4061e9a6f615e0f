import {
  claimRefresh,
  findDeliveryWithShop,
  hurry,
  openNew,
  retry,
  type DeliveryWithShop,
  type OfShop,
} from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';
import { retryHeld } from '../holds.ts';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import { readDelivery } from '../tracking/read-delivery.ts';
import { hurryProbe } from '../../operator-accounts/account-trust.ts';
import { retryRefusedWrites } from '../write-back/retry-writes.ts';

/**
 * A person asks for a fulfillment to be handed over now, in spite of what stopped it so far: a missed webhook, a grace period,
 * a problem, or a rule. It passes the same gate as every other hand-over, so asking twice sends once.
 *
 * @param given.sendAnyway overrides the rule that skips it
 * @returns false when there is nothing to hand over: the operator has it, or a rule excludes it
 */
export async function requestHandOver(
  app: Pick<AppContext, 'database' | 'now' | 'pace'>,
  given: { shop: string; orderId: string; fulfillmentId: string; sendAnyway: boolean },
): Promise<boolean> {
  const { shop, sendAnyway, ...ids } = given;
  const now = app.now();
  const opened = await openNew(app.database, [{ shop, ...ids, now, sendAt: now, sendAnyway }]);
  if (opened.length > 0) return true;
  const present = await app.database.delivery.findUnique({
    where: { shopDomain_fulfillmentId: { shopDomain: shop, fulfillmentId: ids.fulfillmentId } },
    select: { id: true, phase: true },
  });
  if (!present) return false;
  const of = { shop, deliveryId: present.id };
  if (present.phase === 'waiting') return sendNow(app, of);
  if (present.phase === 'needs-attention' || (present.phase === 'skipped' && sendAnyway)) {
    return retryDelivery(app, of);
  }
  return false;
}

/**
 * A person does not want to wait for the end of the grace period, for the next try, for the approval of all held
 * deliveries, or for the end of a temporary hold.
 *
 * @returns false when it belongs to another shop, is held for another reason, is already due, or no longer waits
 */
export async function sendNow(app: Pick<AppContext, 'database' | 'now' | 'pace'>, of: OfShop): Promise<boolean> {
  const { database, now, pace } = app;
  if (await hurry(database, of, { now: now(), asGoodAsDueMs: pace.sendNow.asGoodAsDueMs })) return true;
  return retryHeld(app, of);
}

/**
 * A person retries a delivery: one that needs attention, one that is held for a reason that may be gone, or one that a
 * rule skipped. It passes the same gate as every other hand-over. If its outcome is unknown, it is looked up first.
 *
 * @returns false when it belongs to another shop, or there is nothing to retry
 */
export async function retryDelivery(app: Pick<AppContext, 'database' | 'now'>, of: OfShop): Promise<boolean> {
  return (await retry(app.database, of, app.now())) || retryHeld(app, of);
}

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
