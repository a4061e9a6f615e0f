import type { AdminApi } from '../admin-api/admin-api.ts';
import { foldText } from '../../domain/mapping/clean-text.ts';
import { locations, recentChoices, recentOrders } from '../admin-api/operations.ts';
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

/** An order for a dry run. */
export interface OrderChoice extends Choice {
  readonly isFulfilled: boolean;
}

/**
 * The orders that changed last, newest first, except those that were cancelled before anything was fulfilled.
 *
 * @returns null when Shopify could not be asked
 */
export async function readRecentOrders(adminApi: AdminApi, shop: string): Promise<OrderChoice[] | null> {
  return unlessFailed(async () => {
    const { orders } = await adminApi.request(shop, recentOrders, {});
    return orders.nodes.flatMap(({ id, name, cancelledAt, fulfillments }) => {
      const isFulfilled = fulfillments.some(({ status }) => status === 'SUCCESS');
      return isFulfilled || cancelledAt === null ? { id, name, isFulfilled } : [];
    });
  });
}

/** A shipping method of recent orders. */
export interface ShippingMethod {
  readonly title: string;
  readonly code: string | null;
  /** How many of the recent orders used it. */
  readonly orders: number;
}

/** What the shop's recent orders used, the most used first. It contains nothing of a buyer. */
export interface RecentChoices {
  readonly methods: readonly ShippingMethod[];
  readonly tags: readonly string[];
}

const RECENT_ORDERS = 50;

/**
 * The shipping methods and tags of the shop's recent orders.
 *
 * @returns null when Shopify could not be asked
 */
export async function readRecentChoices(adminApi: AdminApi, shop: string): Promise<RecentChoices | null> {
  return unlessFailed(async () => {
    const { orders } = await adminApi.request(shop, recentChoices, { size: RECENT_ORDERS });
    const lines = orders.nodes.flatMap(({ shippingLine }) => shippingLine ?? []);
    return {
      methods: byUse(lines, ({ title }) => title).map(({ of: { title, code }, count }) => ({
        title,
        code,
        orders: count,
      })),
      tags: byUse(
        orders.nodes.flatMap(({ tags }) => tags),
        (tag) => tag,
      ).map(({ of }) => of),
    };
  });
}

/** Each of the things once, with how often it occurs. Names that differ only in case and accents are one. */
function byUse<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): { of: Thing; count: number }[] {
  const counted = new Map<string, { of: Thing; count: number }>();
  for (const thing of things) {
    const name = foldText(nameOf(thing));
    const known = counted.get(name);
    if (known) known.count += 1;
    else if (name !== '') counted.set(name, { of: thing, count: 1 });
  }
  return [...counted.values()].sort((one, other) => other.count - one.count);
}

async function unlessFailed<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}
