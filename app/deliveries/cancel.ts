import type { Problem } from '../domain/problems/problem.ts';
import type { Transaction } from '../persistence/database.ts';
import { cancel, requestCancel, type FulfillmentOfShop } from './delivery-store.ts';
import type { AppContext } from '../app-context.ts';

/** Of a fulfillment that was cancelled when the operator had it. */
export const CALL_THE_OPERATOR: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };

/**
 * The fulfillment was cancelled in the shop. Before the hand-over that ends the delivery. After it, or while its outcome
 * is unknown, the delivery stays where it is and says that somebody must call the operator: the interface has no cancel.
 *
 * @returns the reason when there was nothing to do
 */
export async function cancelDelivery(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  of: FulfillmentOfShop,
): Promise<string | null> {
  const now = app.now();
  if (await cancel(transaction, of, now)) return null;
  const isRequested = await requestCancel(transaction, of, { now, problem: CALL_THE_OPERATOR });
  return isRequested ? null : 'no delivery of this fulfillment is under way';
}
