import type { Shop } from '@prisma/client';
import { claimDueReconciliations } from '../persistence/shops.ts';
import { ordersUpdatedSince } from '../shopify/operations.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { openDelivery } from './open-delivery.ts';
import type { World } from './world.ts';

/** Between two pages of a run: a page costs about 230 points, and a shop has others to spend them. */
const PAGE_EVERY_MS = 60_000;
const RUN_EVERY_MS = 5 * 60_000;
/** Shopify's index of orders lags a little behind the orders. */
const OVERLAP_MS = 2 * 60_000;
const SHOPS_AT_ONCE = 10;

/**
 * Makes good what webhooks missed: reads, for each shop that is due, one page of the orders that changed, oldest first,
 * and opens a delivery for every fulfillment since the installation that has none. A run goes on, page by page, where it
 * stood, in whichever process.
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
    }
  }
  return opened;
}

async function reconcilePage(world: World, shop: Shop): Promise<number> {
  const { domain, installedAt, reconciledUntil, reconcileCursor: after } = shop;
  if (!installedAt) return 0;
  const since = new Date((reconciledUntil ?? installedAt).getTime() - OVERLAP_MS);
  const query = `updated_at:>='${since.toISOString()}'`;
  const { orders } = await world.adminApi.request(domain, ordersUpdatedSince, { query, after });
  const fulfillments = orders.nodes.flatMap((order) =>
    order.fulfillments
      .filter(({ status, createdAt }) => status === 'SUCCESS' && new Date(createdAt) >= installedAt)
      .map(({ id }) => ({ shop: domain, fulfillmentId: id, orderId: order.id })),
  );
  const { hasNextPage, endCursor } = orders.pageInfo;
  const last = orders.nodes.at(-1);
  const now = world.now();
  return world.database.$transaction(async (transaction) => {
    let opened = 0;
    for (const fulfillment of fulfillments) {
      if (await openDelivery(world, transaction, fulfillment)) {
        opened += 1;
        world.logger.warn(fulfillment, 'a fulfillment whose webhook was missed');
      }
    }
    await transaction.shop.update({
      where: { domain },
      data: hasNextPage
        ? { reconcileCursor: endCursor, reconcileAt: new Date(now.getTime() + PAGE_EVERY_MS) }
        : {
            reconcileCursor: null,
            reconcileAt: new Date(now.getTime() + RUN_EVERY_MS),
            ...(last ? { reconciledUntil: new Date(last.updatedAt) } : {}),
          },
    });
    return opened;
  });
}
