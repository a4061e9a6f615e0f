import type { FlowAction } from '../domain/flow/flow.ts';
import { requestHandOver, sendNow } from '../deliveries/merchant-actions/ask-now.ts';
import { dismissProblems, stop, type OfShop } from '../deliveries/delivery-store.ts';
import { deliveriesOfOrders } from '../deliveries/order-deliveries.ts';
import { readOrders } from '../shopify/reading/read-orders.ts';
import type { ActionRun } from '../shopify/flow-requests.ts';
import { findShop } from '../shops/shop-store.ts';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../persistence/database.ts';

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

type OfRun = Pick<ActionRun, 'shop' | 'runId'>;

/**
 * Claims a run for this request. The claim of a killed process ends by itself, and the run is taken up again: the
 * actions are safe to repeat. The column rounds to milliseconds, perhaps to a later one.
 *
 * @returns the result of a run that has taken effect
 */
async function beginRun(
  { database, pace }: Pick<AppContext, 'database' | 'pace'>,
  action: FlowAction,
  { shop, runId }: OfRun,
): Promise<{ kind: 'begun' } | { kind: 'under-way' } | { kind: 'done'; changed: number }> {
  const begun = await database.$executeRaw`
    INSERT INTO "FlowActionRun" ("shopDomain", "runId", "action", "leasedUntil")
    VALUES (${shop}, ${runId}, ${action}, now() + ${pace.flow.runMs} * interval '1 millisecond')
    ON CONFLICT ("shopDomain", "runId") DO UPDATE SET "leasedUntil" = excluded."leasedUntil"
    WHERE "FlowActionRun"."endedAt" IS NULL AND "FlowActionRun"."leasedUntil" <= now() + interval '1 millisecond'`;
  if (begun === 1) return { kind: 'begun' };
  const present = await database.flowActionRun.findUnique({ where: { shopDomain_runId: { shopDomain: shop, runId } } });
  return present?.endedAt ? { kind: 'done', changed: present.changed ?? 0 } : { kind: 'under-way' };
}

async function endRun(
  database: Database,
  { shop, runId }: OfRun,
  { changed, now }: { changed: number; now: Date },
): Promise<void> {
  await database.flowActionRun.update({
    where: { shopDomain_runId: { shopDomain: shop, runId } },
    data: { endedAt: now, changed },
  });
}

/** A run that failed can be repeated at once. */
async function giveRunBack(database: Database, { shop, runId }: OfRun): Promise<void> {
  await database.$executeRaw`
    UPDATE "FlowActionRun" SET "leasedUntil" = now() WHERE "shopDomain" = ${shop} AND "runId" = ${runId} AND "endedAt" IS NULL`;
}
