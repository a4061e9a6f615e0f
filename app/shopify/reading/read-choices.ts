import type { AdminApi } from '../admin-api/admin-api.ts';
import { locations, recentOrders } from '../admin-api/operations.ts';
import { readPages } from './read-pages.ts';
import { ShopifyError } from '../admin-api/shopify-error.ts';

/** Something in the shop that a merchant can choose. */
export interface Choice {
  /** gid */
  readonly id: string;
  readonly name: string;
}

/**
 * Every active location, including those of fulfillment services.
 *
 * @returns null when Shopify could not be asked
 */
export async function readLocations(adminApi: AdminApi, shop: string): Promise<Choice[] | null> {
  return unlessFailed(() => readPages(async (after) => (await adminApi.request(shop, locations, { after })).locations));
}

/**
 * The orders that changed last and have a fulfillment, newest first.
 *
 * @returns null when Shopify could not be asked
 */
export async function readFulfilledOrders(adminApi: AdminApi, shop: string): Promise<Choice[] | null> {
  return unlessFailed(async () => {
    const { orders } = await adminApi.request(shop, recentOrders, {});
    return orders.nodes
      .filter(({ fulfillments }) => fulfillments.some(({ status }) => status === 'SUCCESS'))
      .map(({ id, name }) => ({ id, name }));
  });
}

async function unlessFailed<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}
