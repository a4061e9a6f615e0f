import type { FlowAction } from '../domain/flow/flow-action.ts';
import { requestHandOver, sendNow } from '../deliveries/merchant-actions/ask-now.ts';
import { dismissProblems, stop, type OfShop } from '../deliveries/delivery-store.ts';
import { deliveriesOfOrders } from '../deliveries/order-deliveries.ts';
import { readOrders } from '../shopify/reading/read-orders.ts';
import type { ActionRun } from '../shopify/flow-requests.ts';
import { findShop } from '../shops/shop-store.ts';
import { beginRun, endRun, giveRunBack } from './action-runs.ts';
import type { AppContext } from '../app-context.ts';

export type ActionResult =
  | { readonly kind: 'done'; /** Deliveries that were changed. */ readonly changed: number }
  /** Another request works on this run. */
  | { readonly kind: 'under-way' }
  | { readonly kind: 'not-installed' };

/**
 * Runs an action of a workflow, by the same functions as the pages. A run takes effect once: when Flow repeats it, the
 * first result is returned.
 *
 * @throws ShopifyError when Shopify cannot be read now; Flow may repeat the run
 */
export async function runAction(app: AppContext, action: FlowAction, run: ActionRun): Promise<ActionResult> {
  const shop = await findShop(app.database, run.shop);
  if (!shop || shop.uninstalledAt) return { kind: 'not-installed' };
  const begun = await beginRun(app, action, run);
  if (begun.kind !== 'begun') return begun;
  try {
    const changed = await ACT[action](app, run);
    await endRun(app.database, run, { changed, now: app.now() });
    app.logger.info({ shop: run.shop, action, orderId: run.orderId, runId: run.runId, changed }, 'Flow action run');
    return { kind: 'done', changed };
  } catch (error) {
    await giveRunBack(app.database, run);
    throw error;
  }
}

/** Each returns how many deliveries it has changed. */
const ACT: Readonly<Record<FlowAction, (app: AppContext, run: ActionRun) => Promise<number>>> = {
  'hand-over-order': handOver,
  'hold-back-order': (app, run) => forEachDelivery(app, run, (of) => stop(app.database, of, app.now())),
  'send-order-now': (app, run) => forEachDelivery(app, run, (of) => sendNow(app, of)),
  'mark-order-as-handled': (app, run) => forEachDelivery(app, run, (of, phase) => markAsHandled(app, of, phase)),
};

/** A workflow is a merchant's own decision, so it also leaves unsent what was never sent. Home counts that for a day. */
async function markAsHandled({ database, now }: AppContext, of: OfShop, phase: string): Promise<boolean> {
  if (await dismissProblems(database, of, now())) return true;
  return phase === 'needs-attention' && stop(database, of, now());
}

/** Hands over what is fulfilled of the order and not with the operator. What a rule skips stays skipped. */
async function handOver(app: AppContext, { shop, orderId, fulfillmentId }: ActionRun): Promise<number> {
  const orders = await readOrders(app.adminApi, shop, [orderId]);
  let started = 0;
  for (const { id, isCancelled } of orders.get(orderId)?.fulfillments ?? []) {
    if (isCancelled || (fulfillmentId !== null && id !== fulfillmentId)) continue;
    if (await requestHandOver(app, { shop, orderId, fulfillmentId: id, sendAnyway: false })) started += 1;
  }
  return started;
}

async function forEachDelivery(
  app: AppContext,
  { shop, orderId, fulfillmentId }: ActionRun,
  act: (of: OfShop, phase: string) => Promise<boolean>,
): Promise<number> {
  const deliveries = await deliveriesOfOrders(app.database, { shop, orderIds: [orderId] });
  let changed = 0;
  for (const delivery of deliveries) {
    if (fulfillmentId !== null && delivery.fulfillmentId !== fulfillmentId) continue;
    if (await act({ shop, deliveryId: delivery.id }, delivery.phase)) changed += 1;
  }
  return changed;
}
