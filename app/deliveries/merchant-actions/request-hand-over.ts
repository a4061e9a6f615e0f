import { openNew } from '../delivery-store.ts';
import { retryDelivery } from './retry.ts';
import { sendNow } from './send-now.ts';
import type { AppContext } from '../../app-context.ts';

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
