import type { Shop } from '@prisma/client';
import type { z } from 'zod';
import { claimDueReconciliations } from '../../shops/shop-store.ts';
import { ordersUpdatedSince } from '../../shopify/admin-api/operations.ts';
import { withAllFulfillments } from '../../shopify/reading/read-orders.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { wholeSecond } from '../../shopify/shopify-time.ts';
import { cancelDelivery } from '../cancel.ts';
import { orderChanged } from './notice-edits.ts';
import { changedByOthers } from '../write-back/publications.ts';
import { openDeliveries, reconsiderPending } from '../open-delivery.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import type { AppContext } from '../../app-context.ts';

const SHOPS_AT_ONCE = 10;

/**
 * Makes good what webhooks missed: reads, for each shop that is due, one page of the orders that changed, oldest first,
 * opens a delivery for every fulfillment since the installation that has none, and cancels those of cancelled ones. A run
 * goes on, page by page, where it stood, in whichever process; shops take turns, a page each, and one that Shopify answers
 * slowly holds up no other.
 *
 * @param share of the places, 0..1, that hand-overs leave
 */
export function createReconciler(app: AppContext, share: () => number): ClaimLoop {
  return createClaimLoop<Shop>({
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

async function reconcileShop(app: AppContext, shop: Shop): Promise<void> {
  try {
    await reconcilePage(app, shop);
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    app.logger.warn({ error, shop: shop.domain }, 'not reconciled'); // the lease ends, and the page is read again
    if (error.failure !== 'throttled') return;
    await readAgainAt(app, shop, error.retryAfterMs ?? app.pace.reconciliation.pageEveryMs);
  }
}

async function readAgainAt({ database, now, pace }: AppContext, { domain }: Shop, delayMs: number): Promise<void> {
  const reconcileAt = new Date(now().getTime() + Math.max(delayMs, pace.shopify.shortestRestMs));
  await database.shop.update({ where: { domain }, data: { reconcileAt } });
}

/** What is asked for is paid for; the few orders with more are read by themselves. */
const PAGE = { size: 50, most: 4 };
/** What Shopify wants to have in store for such a page: by its rules 2, and for each order 1 and its fulfillments. */
const PAGE_POINTS = 2 + PAGE.size * (1 + PAGE.most);

async function reconcilePage(app: AppContext, shop: Shop): Promise<void> {
  const { domain, installedAt, reconciledUntil, reconcileCursor: after } = shop;
  if (!installedAt) return;
  const since = wholeSecond(reconciledUntil ?? installedAt);
  const query = `updated_at:>='${since.toISOString()}'`;
  const { orders } = await app.adminApi.request(domain, ordersUpdatedSince, { query, after, ...PAGE });
  const whole = await withAllFulfillments(app.adminApi, domain, orders.nodes, PAGE.most);
  const fulfillments = whole.flatMap((order) =>
    order.fulfillments
      .filter(({ status, createdAt }) => status === 'SUCCESS' && new Date(createdAt) >= wholeSecond(installedAt))
      .map(({ id, name }) => ({ shop: domain, fulfillmentId: id, fulfillmentName: name, orderId: order.id })),
  );
  const cancelled = whole
    .flatMap((order) => order.fulfillments.filter(({ status }) => status === 'CANCELLED'))
    .map(({ id }) => id);
  const pageInMs = app.queryBudgets.pauseBefore(domain, PAGE_POINTS) ?? app.pace.reconciliation.pageEveryMs;
  const progress = nextPage(since, orders, { ...app, pageInMs });
  await app.database.$transaction(async (transaction) => {
    const opened = await openDeliveries(app, transaction, fulfillments, { lookFirst: true });
    for (const fulfillment of opened) app.logger.warn(fulfillment, 'a fulfillment whose webhook was missed');
    for (const fulfillmentId of cancelled) await cancelDelivery(app, transaction, { shop: domain, fulfillmentId });
    // one that was still pending when it was judged, and whose success nobody told of
    const reconsidered = await reconsiderPending(app, transaction, fulfillments);
    for (const fulfillment of reconsidered) app.logger.warn(fulfillment, 'a success whose webhook was missed');
    const changed = await changedByOthers(transaction, domain, orders.nodes);
    for (const orderId of changed) await orderChanged(app, transaction, { shop: domain, orderId });
    await transaction.shop.update({ where: { domain }, data: progress });
  });
}

type OrdersPage = z.infer<typeof ordersUpdatedSince.data>['orders'];

/**
 * Where the run goes on. Orders change while it reads them, our own writes among the reasons, and move to the end of the
 * list: so a page begins at the time that the last one reached, and by a cursor only where a page ends in the second it
 * began with.
 */
function nextPage(
  since: Date,
  { pageInfo, nodes }: OrdersPage,
  given: Pick<AppContext, 'now' | 'pace'> & { pageInMs: number },
) {
  const now = given.now();
  const { everyMs, overlapMs } = given.pace.reconciliation;
  const reached = new Date(nodes.at(-1)?.updatedAt ?? since);
  if (pageInfo.hasNextPage) {
    return {
      reconcileAt: new Date(now.getTime() + given.pageInMs),
      ...(reached > since
        ? { reconciledUntil: reached, reconcileCursor: null }
        : { reconcileCursor: pageInfo.endCursor }),
    };
  }
  const until = new Date(Math.max(since.getTime(), reached.getTime() - overlapMs));
  return { reconcileAt: new Date(now.getTime() + everyMs), reconciledUntil: until, reconcileCursor: null };
}
