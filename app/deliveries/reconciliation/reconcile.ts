import type { z } from 'zod';
import { canBeSince, firstMomentOf, lastMomentOf, toldTime, wholeSecond } from '../../domain/calendar/told-time.ts';
import { advanceReconciliation, claimDueReconciliations, type ReconcilingShop } from '../../shops/shop-store.ts';
import { endOrders, openOrders, ordersChanged } from '../../early-warning/open-orders.ts';
import { ordersUpdatedSince } from '../../shopify/admin-api/operations.ts';
import { withAllFulfillments } from '../../shopify/reading/read-orders.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { reconsiderPending } from '../delivery-store.ts';
import { cancelDeliveries, openDeliveries } from '../open-and-cancel.ts';
import { pageAgainAt } from '../after-shopify-failure.ts';
import { ordersListedAsChanged } from './notice-edits.ts';
import { inTransaction, type Statements } from '../../persistence/statements.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import type { AppContext } from '../../app-context.ts';

const SHOPS_AT_ONCE = 10;

/**
 * Finds what webhooks missed. For each shop that is due, it reads one page of changed orders, oldest first, opens a
 * delivery for every fulfillment since the installation that has none, and cancels the deliveries of cancelled
 * fulfillments. A run continues page by page from where it stopped, in any process. Shops take turns, a page each, so a
 * shop that Shopify answers slowly does not delay the others.
 *
 * @param share of the worker's places that hand-overs leave free, 0 to 1
 */
export function createReconciler(app: AppContext, share: () => number): ClaimLoop {
  return createClaimLoop<ReconcilingShop>({
    pace: app.pace.claims,
    atOnce: () => Math.max(1, Math.floor(SHOPS_AT_ONCE * share())),
    async claim(limit) {
      const leaseMs = app.pace.reconciliation.everyMs;
      const rows = await claimDueReconciliations(app.database, { now: app.now(), leaseMs, limit });
      return { rows, hasMore: rows.length > 0 };
    },
    work: (shop) => reconcileShop(app, shop),
    failed: ({ domain }, error) => app.logger.error({ error, shop: domain }, 'the reconciliation failed'),
  });
}

async function reconcileShop(app: AppContext, shop: ReconcilingShop): Promise<void> {
  try {
    await reconcilePage(app, shop);
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    const { domain } = shop;
    app.logger.warn({ error, shop: domain }, 'not reconciled'); // the lease ends, and then the page is read again
    const reconcileAt = pageAgainAt(app, error, app.pace.reconciliation.pageEveryMs);
    if (reconcileAt) await app.database.shop.update({ where: { domain }, data: { reconcileAt } });
  }
}

/**
 * Shopify charges for what a query asks for, so a page asks for few fulfillments. The few orders with more are read one
 * by one.
 */
const PAGE = { size: 50, limit: 4 };
/**
 * Points that the query budget must contain for such a page. By Shopify's rules: 2, and for each order 1 and its
 * fulfillments.
 */
const PAGE_POINTS = 2 + PAGE.size * (1 + PAGE.limit);

async function reconcilePage(app: AppContext, shop: ReconcilingShop): Promise<void> {
  const { domain, installedAt, reconciledUntil, reconcileCursor: after } = shop;
  if (!installedAt) return;
  const since = wholeSecond(reconciledUntil ?? installedAt);
  const query = `updated_at:>='${since.toISOString()}'`;
  const { orders } = await app.adminApi.request(domain, ordersUpdatedSince, { query, after, ...PAGE });
  const whole = await withAllFulfillments(app.adminApi, domain, orders.nodes, PAGE.limit);
  const pageInMs = app.queryBudgets.pauseBefore(domain, PAGE_POINTS) ?? app.pace.reconciliation.pageEveryMs;
  const next = nextPage(shop, { since, orders, pageInMs }, app);
  const keep = keepPage(app, { ...shop, installedAt }, { listed: orders.nodes, whole, next });
  const { opened, reconsidered } = await keep.catch((error: unknown) => {
    if (error instanceof OvertakenError) return { opened: [], reconsidered: [] };
    throw error;
  });
  for (const fulfillment of opened) app.logger.warn(fulfillment, 'a fulfillment whose webhook was missed');
  for (const fulfillment of reconsidered) app.logger.warn(fulfillment, 'a success whose webhook was missed');
}

/**
 * Commits what a page shows together with where the next one begins. The number of statements does not depend on the
 * number of orders.
 *
 * @throws OvertakenError
 */
async function keepPage(
  app: AppContext,
  shop: ReconcilingShop & { readonly installedAt: Date },
  page: {
    readonly listed: OrdersPage['nodes'];
    readonly whole: readonly Pick<OrdersPage['nodes'][number], 'id' | 'updatedAt' | 'fulfillments'>[];
    readonly next: Parameters<typeof advanceReconciliation>[2];
  },
) {
  const { domain } = shop;
  const { listed, whole, next } = page;
  const { installedAt } = shop;
  const succeeded = whole.flatMap(({ id: orderId, fulfillments }) =>
    fulfillments
      .filter(({ status, createdAt }) => status === 'SUCCESS' && canBeSince(toldTime(createdAt), installedAt))
      .map(({ id, name }) => ({ shop: domain, fulfillmentId: id, fulfillmentName: name, orderId })),
  );
  const cancelled = whole
    .flatMap(({ fulfillments }) => fulfillments.filter(({ status }) => status === 'CANCELLED'))
    .map(({ id }) => ({ shop: domain, fulfillmentId: id }));
  return inTransaction(app.database, async (transaction) => {
    const opened = await openDeliveries(app, transaction, succeeded, { lookFirst: true });
    await cancelDeliveries(app, transaction, cancelled);
    const isNew = new Set(opened.map(({ fulfillmentId }) => fulfillmentId));
    // a fulfillment that was pending when it was judged, and whose success no webhook reported
    const known = succeeded.filter(({ fulfillmentId }) => !isNew.has(fulfillmentId));
    const reconsidered = await reconsiderPending(transaction, known, app.now());
    await watchOpenOrders(app, transaction, shop, listed);
    // an order without a delivery from before this page has nothing to compare
    const orders = whole.filter(({ fulfillments }) => fulfillments.some(({ id }) => !isNew.has(id)));
    await ordersListedAsChanged(app, transaction, { shop: domain, orders });
    if (!(await advanceReconciliation(transaction, shop, next))) throw new OvertakenError();
    return { opened, reconsidered };
  });
}

/** Thrown when another process has read the page, or the shop was installed again: what this one wrote is rolled back. */
class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** Of an order's status: nothing of it is to be fulfilled any more. API 2026-10 adds the second one. */
const NOTHING_LEFT: ReadonlySet<string> = new Set(['FULFILLED', 'FULFILLMENT_NOT_REQUIRED']);

/**
 * Orders that are not fulfilled, as far as a webhook was missed: each is opened once, and read again only if it changed
 * after its last read.
 */
async function watchOpenOrders(
  app: AppContext,
  transaction: Statements,
  { domain: shop, installedAt }: ReconcilingShop,
  orders: OrdersPage['nodes'],
): Promise<void> {
  const now = app.now();
  const of = (which: OrdersPage['nodes']) => which.map(({ id: orderId }) => ({ shop, orderId }));
  const isOver = ({ cancelledAt, displayFulfillmentStatus }: OrdersPage['nodes'][number]) =>
    cancelledAt !== null || NOTHING_LEFT.has(displayFulfillmentStatus);
  const open = orders.filter((order) => !isOver(order));
  const placed = open.filter(({ createdAt }) => installedAt && canBeSince(toldTime(createdAt), installedAt));
  const lookAt = new Date(now.getTime() + app.pace.earlyWarning.settleMs); // its webhook may be on its way
  await openOrders(transaction, of(placed), { now, lookAt });
  const changed = open.map(({ id: orderId, updatedAt }) => {
    return { shop, orderId, changedAt: lastMomentOf(toldTime(updatedAt)) };
  });
  await ordersChanged(transaction, changed, { now, pace: app.pace.earlyWarning });
  const over = of(orders.filter(isOver)).map((order) => ({ ...order, changedAt: null }));
  await endOrders(transaction, over, { now, slackMs: 0 });
}

type OrdersPage = z.infer<typeof ordersUpdatedSince.data>['orders'];

/**
 * Where the run continues. Orders that change during the run, also by our own writes, move to the end of the list. So
 * each page starts at the time that the last one reached. A cursor is used only if a page ends in the same second in
 * which it began.
 */
function nextPage(
  { reconciledUntil }: ReconcilingShop,
  { since, orders, pageInMs }: { since: Date; orders: OrdersPage; pageInMs: number },
  { now, pace }: Pick<AppContext, 'now' | 'pace'>,
) {
  const { pageInfo, nodes } = orders;
  const { everyMs, overlapMs } = pace.reconciliation;
  const last = nodes.at(-1);
  const reached = last ? firstMomentOf(toldTime(last.updatedAt)) : since;
  const reconcileIn = (delayMs: number) => new Date(now().getTime() + delayMs);
  if (pageInfo.hasNextPage) {
    const reconcileAt = reconcileIn(pageInMs);
    return reached > since
      ? { reconcileAt, reconciledUntil: reached, reconcileCursor: null }
      : { reconcileAt, reconciledUntil, reconcileCursor: pageInfo.endCursor };
  }
  const until = new Date(Math.max(since.getTime(), reached.getTime() - overlapMs));
  return { reconcileAt: reconcileIn(everyMs), reconciledUntil: until, reconcileCursor: null };
}
