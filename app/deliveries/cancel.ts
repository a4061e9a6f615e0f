import type { Problem } from '../domain/problems/problem.ts';
import type { Transaction } from '../persistence/database.ts';
import { cancel, requestCancel, type FulfillmentOfShop } from './delivery-store.ts';
import type { AppContext } from '../app-context.ts';

/** The problem of a delivery whose fulfillment was cancelled after the hand-over. */
export const CALL_THE_OPERATOR: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };

/**
 * Cancels the delivery of a fulfillment that was cancelled in the shop. Before the hand-over this ends the delivery.
 * After the hand-over, or while its outcome is unknown, the delivery keeps its phase and gets the problem that somebody
 * must call the operator, because the interface has no cancel.
 *
 * @returns why nothing was done, if nothing was done
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
