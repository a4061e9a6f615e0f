import { CALL_THE_OPERATOR } from '../domain/problems/problem.ts';
import type { Statements } from '../persistence/statements.ts';
import { cancel, requestCancel, type FulfillmentOfShop } from './delivery-store.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Cancels the deliveries of fulfillments that were cancelled in the shop. Before the hand-over this ends a delivery.
 * After the hand-over, or while its outcome is unknown, the delivery keeps its phase and gets the problem that somebody
 * must call the operator, because the interface has no cancel.
 *
 * @returns those whose delivery has changed
 */
export async function cancelDeliveries(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
): Promise<FulfillmentOfShop[]> {
  if (fulfillments.length === 0) return [];
  const now = app.now();
  const cancelled = await cancel(transaction, fulfillments, now);
  if (cancelled.length === fulfillments.length) return cancelled;
  return [...cancelled, ...(await requestCancel(transaction, fulfillments, { now, problem: CALL_THE_OPERATOR }))];
}
