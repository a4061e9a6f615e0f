import type { Problem } from '../domain/problems/problem.ts';
import type { Statements } from '../persistence/statements.ts';
import { cancel, requestCancel, type CancelledFulfillments, type FulfillmentOfShop } from './delivery-store.ts';
import type { AppContext } from '../app-context.ts';

/** The problem of a delivery whose fulfillment was cancelled after the hand-over. */
export const CALL_THE_OPERATOR: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };

/**
 * Cancels the deliveries of fulfillments that were cancelled in the shop. Before the hand-over this ends a delivery.
 * After the hand-over, or while its outcome is unknown, the delivery keeps its phase and gets the problem that somebody
 * must call the operator, because the interface has no cancel.
 *
 * @returns how many have changed
 */
export async function cancelDeliveries(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  of: CancelledFulfillments,
): Promise<number> {
  if (of.fulfillmentIds.length === 0) return 0;
  const now = app.now();
  const cancelled = await cancel(transaction, of, now);
  if (cancelled === of.fulfillmentIds.length) return cancelled;
  return cancelled + (await requestCancel(transaction, of, { now, problem: CALL_THE_OPERATOR }));
}

/**
 * The same for one.
 *
 * @returns why nothing was done, if nothing was done
 */
export async function cancelDelivery(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  { shop, fulfillmentId }: FulfillmentOfShop,
): Promise<string | null> {
  const changed = await cancelDeliveries(app, transaction, { shop, fulfillmentIds: [fulfillmentId] });
  return changed > 0 ? null : 'no delivery of this fulfillment is under way';
}
