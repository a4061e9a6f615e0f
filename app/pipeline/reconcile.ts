import type { Shop } from '@prisma/client';
import type { z } from 'zod';
import { claimDueReconciliations } from '../persistence/shops.ts';
import { ordersUpdatedSince } from '../shopify/operations.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { wholeSecond } from '../shopify/shopify-time.ts';
import { cancelDelivery } from './cancel.ts';
import { orderChanged } from './notice-edits.ts';
import { openDeliveries } from './open-delivery.ts';
import type { World } from './world.ts';

/** Between two pages of a run: a page costs about 230 points, and a shop has others to spend them. */
const PAGE_EVERY_MS = 60_000;
const RUN_EVERY_MS = 5 * 60_000;
/** Shopify's index of orders lags a little behind the orders. */
const OVERLAP_MS = 2 * 60_000;
const SHORTEST_REST_MS = 1_000;
const SHOPS_AT_ONCE = 10;

/**
 * Makes good what webhooks missed: reads, for each shop that is due, one page of the orders that changed, oldest first,
 * opens a delivery for every fulfillment since the installation that has none, and cancels those of cancelled ones. A run
 * goes on, page by page, where it stood, in whichever process.
 *
 * @returns how many deliveries were opened
 */
export async function reconcileDue(world: World): Promise<number> {
  const now = world.now();
  const shops = await claimDueReconciliations(world.database, { now, leaseMs: RUN_EVERY_MS, limit: SHOPS_AT_ONCE });
  let opened = 0;
  for (const shop of shops) {
    try {
      opened += await reconcilePage(world, shop);
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      world.logger.warn({ error, shop: shop.domain }, 'not reconciled'); // the lease ends, and the page is read again
      if (error.failure === 'throttled') await readAgainAt(world, shop, error.retryAfterMs ?? PAGE_EVERY_MS);
    }
  }
  return opened;
}

async function readAgainAt({ database, now }: World, { domain }: Shop, delayMs: number): Promise<void> {
  const reconcileAt = new Date(now().getTime() + Math.max(delayMs, SHORTEST_REST_MS));
  await database.shop.update({ where: { domain }, data: { reconcileAt } });
}

async function reconcilePage(world: World, shop: Shop): Promise<number> {
  const { domain, installedAt, reconciledUntil, reconcileCursor: after } = shop;
  if (!installedAt) return 0;
  const since = wholeSecond(reconciledUntil ?? installedAt);
  const query = `updated_at:>='${since.toISOString()}'`;
  const { orders } = await world.adminApi.request(domain, ordersUpdatedSince, { query, after });
  const fulfillments = orders.nodes.flatMap((order) =>
    order.fulfillments
      .filter(({ status, createdAt }) => status === 'SUCCESS' && new Date(createdAt) >= wholeSecond(installedAt))
      .map(({ id }) => ({ shop: domain, fulfillmentId: id, orderId: order.id })),
  );
  const cancelled = orders.nodes
    .flatMap((order) => order.fulfillments.filter(({ status }) => status === 'CANCELLED'))
    .map(({ id }) => id);
  const progress = nextPage(since, orders, world.now());
  return world.database.$transaction(async (transaction) => {
    const opened = await openDeliveries(world, transaction, fulfillments);
    for (const fulfillment of opened) world.logger.warn(fulfillment, 'a fulfillment whose webhook was missed');
    for (const fulfillmentId of cancelled) await cancelDelivery(world, transaction, { shop: domain, fulfillmentId });
    for (const { id } of orders.nodes) await orderChanged(world, transaction, { shop: domain, orderId: id });
    await transaction.shop.update({ where: { domain }, data: progress });
    return opened.length;
  });
}

type OrdersPage = z.infer<typeof ordersUpdatedSince.data>['orders'];

/**
 * Where the run goes on. Orders change while it reads them, our own writes among the reasons, and move to the end of the
 * list: so a page begins at the time that the last one reached, and by a cursor only where a page ends in the second it
 * began with.
 */
function nextPage(since: Date, { pageInfo, nodes }: OrdersPage, now: Date) {
  const reached = new Date(nodes.at(-1)?.updatedAt ?? since);
  if (pageInfo.hasNextPage) {
    return {
      reconcileAt: new Date(now.getTime() + PAGE_EVERY_MS),
      ...(reached > since
        ? { reconciledUntil: reached, reconcileCursor: null }
        : { reconcileCursor: pageInfo.endCursor }),
    };
  }
  const until = new Date(Math.max(since.getTime(), reached.getTime() - OVERLAP_MS));
  return { reconcileAt: new Date(now.getTime() + RUN_EVERY_MS), reconciledUntil: until, reconcileCursor: null };
}
