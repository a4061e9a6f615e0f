import type { WebhookReceipt } from '@prisma/client';
import { backOffMs } from '../domain/calendar/back-off.ts';
import { yieldToAnswers } from '../scheduling/yielding.ts';
import type { Transaction } from '../persistence/database.ts';
import { inTransaction, type Statements } from '../persistence/statements.ts';
import { openShops } from '../shops/shop-store.ts';
import { putReceiptOff, settleReceipts, takeDueReceipt, takeDueReceipts } from '../persistence/webhook-inbox.ts';
import { endOrders, openOrders, ordersChanged, reopenOrders, type OrderOfShop } from '../early-warning/open-orders.ts';
import { reconsiderPending, type FulfillmentOfShop } from '../deliveries/delivery-store.ts';
import { cancelDeliveries, openDeliveries } from '../deliveries/open-and-cancel.ts';
import { compareSoon } from '../deliveries/reconciliation/notice-edits.ts';
import {
  forgetScopes,
  redactCustomer,
  redactPortions,
  redactShop,
  reportCustomerData,
  uninstall,
} from '../installation/shop-lifecycle.ts';
import { retryKeptTracking } from '../deliveries/write-back/retry-writes.ts';
import { spanTime } from '../tracing/tracing.ts';
import type { AppContext } from '../app-context.ts';

const BATCH = 200;

/** Why nothing was done; null when something was done. */
type Reason = string | null;

/** Rounds of a sweep over the inbox. */
export function webhookRounds(app: AppContext): () => Promise<boolean> {
  const untilAnswered = yieldToAnswers({ arrived: () => app.webhookInbox.arrived(), pace: app.pace.yielding });
  return async () => {
    await untilAnswered();
    const hasMore = await handleWebhooks(app);
    app.dueClock.wake();
    return hasMore;
  };
}

/**
 * Handles the webhooks in the inbox, one batch in one transaction. Their effects and the mark that they were handled
 * are committed together, so a killed process leaves its batch unchanged. Handling a webhook twice changes nothing. A
 * batch that fails is tried again with half as many, until the receipt that fails is alone, and only that is put off.
 *
 * @returns whether there may be more now
 */
export async function handleWebhooks(app: AppContext, limit = BATCH): Promise<boolean> {
  let taken: readonly WebhookReceipt[] = [];
  try {
    return (await handleBatch(app, limit, (receipts) => (taken = receipts))) === limit;
  } catch (error) {
    const [first] = taken;
    if (!first) throw error;
    if (taken.length > 1) {
      app.logger.warn({ error, webhooks: taken.length }, 'a batch of webhooks failed: half of it is tried');
      return handleWebhooks(app, Math.ceil(taken.length / 2));
    }
    await putOff(app, first, error);
    return true;
  }
}

async function putOff(app: AppContext, receipt: WebhookReceipt, error: unknown): Promise<void> {
  const { id, shop, topic, webhookId } = receipt;
  const tries = receipt.tries + 1;
  app.logger.error({ error, shop, topic, webhookId, tries }, 'webhook not handled');
  await putReceiptOff(app.database, { id, tries, pauseMs: backOffMs(app.pace.backOff, tries, app.random()) });
}

type HandleAlone = (app: AppContext, transaction: Transaction, receipt: WebhookReceipt) => Promise<Reason>;

/** Topics of the shop itself, and of its buyers' privacy. They are rare, and each of them has a transaction of its own. */
const ALONE: ReadonlyMap<string, HandleAlone> = new Map<string, HandleAlone>([
  ['app/uninstalled', uninstall],
  ['app/scopes_update', (_app, transaction, { shop }) => forgetScopes(transaction, shop)],
  ['customers/data_request', reportCustomerData],
  ['customers/redact', redactCustomer],
  ['shop/redact', redactShop],
]);
const isAlone = ({ topic }: WebhookReceipt) => ALONE.has(topic);

async function handleBatch(
  app: AppContext,
  limit: number,
  taken: (receipts: readonly WebhookReceipt[]) => void,
): Promise<number> {
  const startedAt = spanTime();
  const handle = async (transaction: Statements) => {
    const due = await takeDueReceipts(transaction, { limit });
    taken(due);
    const together = due.filter((receipt) => !isAlone(receipt));
    const reasons = await act(app, transaction, together);
    await settle(app, transaction, together, reasons);
    return { due, together, reasons };
  };
  // if it is lost, the receipts are still due
  const { due, together, reasons } = await inTransaction(app.database, handle, { mayBeLost: true });
  for (const receipt of together) tell(app, receipt, reasons, startedAt);
  for (const receipt of due.filter(isAlone)) {
    await handleAlone(app, receipt).catch((error: unknown) => putOff(app, receipt, error));
  }
  return due.length;
}

/** Does nothing when another process has taken it. */
async function handleAlone(app: AppContext, { id, topic, shop }: WebhookReceipt): Promise<void> {
  const startedAt = spanTime();
  if (topic === 'shop/redact') await redactPortions(app, { shop });
  const reasons = new Map<bigint, Reason>();
  const receipt = await app.database.$transaction(async (transaction) => {
    const taken = await takeDueReceipt(transaction, id);
    if (!taken) return null;
    const handle = taken.outcome ? undefined : ALONE.get(taken.topic);
    reasons.set(id, handle ? await handle(app, transaction, taken) : whyNothing(taken));
    await settle(app, transaction, [taken], reasons);
    return taken;
  });
  if (receipt) tell(app, receipt, reasons, startedAt);
}

async function settle(
  app: AppContext,
  transaction: Statements,
  receipts: readonly WebhookReceipt[],
  reasons: ReadonlyMap<bigint, Reason>,
): Promise<void> {
  if (receipts.length === 0) return;
  const settled = receipts.map(({ id }) => ({ id, reason: reasons.get(id) ?? null }));
  await settleReceipts(transaction, settled, app.now());
}

function tell(
  app: AppContext,
  { id, shop, topic, webhookId, subjectId }: WebhookReceipt,
  reasons: ReadonlyMap<bigint, Reason>,
  startedAt: number,
): void {
  const reason = reasons.get(id) ?? null;
  app.tracing.ended(webhookId, { name: 'handle webhook', attributes: { shop, topic, reason } }, startedAt);
  app.logger.info({ shop, topic, webhookId, subjectId, reason }, reason ? 'webhook skipped' : 'webhook handled');
}

/** What a verb has made of a receipt. */
type Told = readonly [receipt: bigint, reason: Reason];

/**
 * Handles created and successful fulfillments first, then changed orders, then cancelled fulfillments, all of a kind
 * together, because their number has no limit.
 */
async function act(
  app: AppContext,
  transaction: Statements,
  receipts: readonly WebhookReceipt[],
): Promise<ReadonlyMap<bigint, Reason>> {
  const creations = receipts.filter(({ topic, outcome }) => topic === 'fulfillments/create' && !outcome);
  const redacted = await openShops(transaction, [...new Set(creations.map(({ shop }) => shop))]);
  const refused = creations.filter(({ shop }) => redacted.has(shop));
  const created = creations.filter((receipt) => !refused.includes(receipt)).flatMap(fulfillmentIn);
  const succeeded = receipts.filter(isUpdateTo('success')).flatMap(fulfillmentIn);
  const cancelled = receipts.filter(isUpdateTo('cancelled')).flatMap(fulfillmentIn);

  const opened = await openDeliveries(app, transaction, created);
  const requeued = await reconsiderPending(transaction, succeeded, app.now());
  await retryKeptTracking(transaction, succeeded);
  const ofOrders = await actOnOrders(app, transaction, receipts);
  await reopenOrders(transaction, cancelled, app.now());
  const stopped = await cancelDeliveries(app, transaction, cancelled);
  return reasonsOf(receipts, [
    ...refused.map(({ id }): Told => [id, 'the data of the shop was removed']),
    ...toldOf(created, opened, keyOf, 'the fulfillment has its delivery already'),
    ...toldOf(succeeded, requeued, keyOf, 'nothing in it changes a delivery'),
    ...ofOrders,
    ...toldOf(cancelled, stopped, keyOf, 'no delivery of this fulfillment is under way'),
  ]);
}

/** Of several receipts about one thing, the first has changed it. */
function toldOf<Thing extends { readonly id: bigint }, Changed>(
  asked: readonly Thing[],
  changed: readonly Changed[],
  key: (thing: Thing | Changed) => string,
  otherwise: string,
): Told[] {
  const open = new Set(changed.map(key));
  return asked.map((thing) => [thing.id, open.delete(key(thing)) ? null : otherwise]);
}

/** A receipt that changed anything has no reason. Otherwise what the last verb said counts. */
function reasonsOf(receipts: readonly WebhookReceipt[], told: readonly Told[]): ReadonlyMap<bigint, Reason> {
  const reasons = new Map<bigint, Reason>(receipts.map((receipt) => [receipt.id, whyNothing(receipt)]));
  const changed = told.filter(([, reason]) => reason === null);
  for (const [id, reason] of [...told, ...changed]) reasons.set(id, reason);
  return reasons;
}

const isUpdateTo =
  (wanted: string) =>
  ({ topic, status, outcome }: WebhookReceipt) =>
    topic === 'fulfillments/update' && status === wanted && !outcome;

/**
 * Orders before their fulfillment, all of one topic together. A placed order and its first changes may arrive in any order,
 * and an order that has ended stays ended. A change of an open order may concern what was handed over as well.
 */
async function actOnOrders(
  app: AppContext,
  transaction: Statements,
  receipts: readonly WebhookReceipt[],
): Promise<Told[]> {
  const now = app.now();
  const pace = app.pace.earlyWarning;
  const placed = ordersIn(receipts, 'orders/create');
  const lookAt = new Date(now.getTime() + pace.settleMs);
  const opened = await openOrders(transaction, placed, { now, lookAt });
  const updated = ordersIn(receipts, 'orders/updated');
  const changed = await ordersChanged(transaction, updated, { now, pace });
  const over = ordersIn(receipts, 'orders/fulfilled', 'orders/cancelled');
  const ended = await endOrders(transaction, over, { now, slackMs: pace.slackMs });
  const comparisons = await compareSoon(app, transaction, updated);
  const all = (which: typeof placed, done: readonly OrderOfShop[], otherwise: string) => {
    const keys = new Set(done.map(orderKeyOf));
    return which.map((order): Told => [order.id, keys.has(orderKeyOf(order)) ? null : otherwise]);
  };
  return [
    ...all(placed, opened, 'the order is known, or is not watched'),
    ...all(updated, changed, 'nothing in it changes an open order'),
    ...updated.map(({ id }, place): Told => [id, comparisons[place] ?? null]),
    ...all(over, ended, 'the order is not open'),
  ];
}

/** What the receipts of these topics say of orders. */
function ordersIn(receipts: readonly WebhookReceipt[], ...topics: readonly string[]) {
  return receipts.flatMap(({ id, topic, shop, subjectId, outcome, triggeredAt: changedAt }) =>
    topics.includes(topic) && subjectId && !outcome ? [{ id, shop, orderId: subjectId, changedAt }] : [],
  );
}

const orderKeyOf = ({ shop, orderId }: OrderOfShop) => `${shop} ${orderId}`;

/** One without a fulfillment, or without an order, was skipped when it arrived. */
function fulfillmentIn({ id, shop, subjectId, subjectName, orderId, webhookId: correlationId }: WebhookReceipt) {
  if (!subjectId || !orderId) return [];
  return [{ id, shop, fulfillmentId: subjectId, orderId, fulfillmentName: subjectName, correlationId }];
}

const keyOf = ({ shop, fulfillmentId }: FulfillmentOfShop) => `${shop} ${fulfillmentId}`;

function whyNothing({ topic, outcome, reason }: WebhookReceipt): Reason {
  if (outcome) return reason; // stored by a process of the former version
  if (topic === 'fulfillments/update') return 'nothing in it changes a delivery';
  return topic === 'orders/updated' ? 'no ids' : 'the topic is not handled';
}
