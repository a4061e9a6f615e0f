import type { z } from 'zod';
import type { AdminApi } from '../admin-api/admin-api.ts';
import {
  fulfillmentOrdersOfOrder,
  fulfillmentsOfFulfillmentOrder,
  fulfillmentsOfOrders,
  furtherOrderLines,
  orderAsItStands,
  orderInReach,
  orderOfFulfillment,
  ordersFound,
} from '../admin-api/operations.ts';
import { readOn, readPages } from './read-pages.ts';
import type { CustomerData } from '../../domain/fulfillment/fulfillment.ts';
import type { WatchedOrder } from '../../domain/lifecycle/edits.ts';
import { kindsOf, toAddress } from './read-fulfillment.ts';
import { nationalNumber, parsePhone } from '../../domain/mapping/dropoff/phone.ts';

/** An order with as much of its fulfillments as shows which of them have a delivery. Ids are gids. */
interface OrderWithFulfillments {
  readonly id: string;
  readonly name: string;
  readonly fulfillments: readonly { readonly id: string; readonly name: string; readonly isCancelled: boolean }[];
}

/** Orders at once, and fulfillments of each: what is asked for is paid for, and hand-overs need the points as well. */
const ORDERS = 20;
const FULFILLMENTS = 5;
const FULFILLMENT_LIMIT = 250;

/**
 * Reads orders with their fulfillments.
 *
 * @returns orders by gid; orders that the shop does not have are missing
 * @throws ShopifyError
 */
export async function readOrders(
  adminApi: AdminApi,
  shop: string,
  orderIds: readonly string[],
): Promise<Map<string, OrderWithFulfillments>> {
  const orders = new Map<string, OrderWithFulfillments>();
  const read = async (ids: readonly string[]): Promise<void> => {
    const limit = FULFILLMENTS;
    const { nodes } = await adminApi.request(shop, fulfillmentsOfOrders, { ids, limit });
    for (const order of nodes) {
      if (!order) continue;
      // a full list may have more: that order is read by itself
      const fulfillments = order.fulfillments.length === limit ? await allFulfillments(adminApi, shop, order.id) : null;
      orders.set(order.id, toOrder(fulfillments ? { ...order, fulfillments } : order));
    }
  };
  for (let at = 0; at < orderIds.length; at += ORDERS) await read(orderIds.slice(at, at + ORDERS));
  return orders;
}

/**
 * Completes a page of orders. If an order's list of fulfillments is full, it may have more, and the order is read by
 * itself.
 *
 * @param limit fulfillments of each order that were requested
 * @throws ShopifyError
 */
export async function withAllFulfillments<
  Listed extends { readonly id: string; readonly fulfillments: readonly object[] },
>(adminApi: AdminApi, shop: string, orders: readonly Listed[], limit: number) {
  const whole: (Listed | (Omit<Listed, 'fulfillments'> & { fulfillments: FulfillmentAnswer[] }))[] = [];
  for (const order of orders) {
    const fulfillments = order.fulfillments.length === limit ? await allFulfillments(adminApi, shop, order.id) : null;
    whole.push(fulfillments ? { ...order, fulfillments } : order);
  }
  return whole;
}

async function allFulfillments(adminApi: AdminApi, shop: string, orderId: string): Promise<FulfillmentAnswer[] | null> {
  const { nodes } = await adminApi.request(shop, fulfillmentsOfOrders, { ids: [orderId], limit: FULFILLMENT_LIMIT });
  const listed = nodes[0]?.fulfillments ?? null;
  if (!listed || listed.length < FULFILLMENT_LIMIT) return listed;
  const all = new Map(listed.map((fulfillment) => [fulfillment.id, fulfillment]));
  for (const fulfillment of await furtherFulfillments(adminApi, shop, orderId)) all.set(fulfillment.id, fulfillment);
  return [...all.values()];
}

/** An order lists 250 of its fulfillments at most, and has no pages; its fulfillment orders have. */
async function furtherFulfillments(adminApi: AdminApi, shop: string, orderId: string): Promise<FulfillmentAnswer[]> {
  const none = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
  const fulfillmentOrders = await readPages(async (after) => {
    const { order } = await adminApi.request(shop, fulfillmentOrdersOfOrder, { id: orderId, after });
    return order?.fulfillmentOrders ?? none;
  });
  const lists: FulfillmentAnswer[][] = [];
  for (const { id } of fulfillmentOrders) {
    const list = await readPages<FulfillmentAnswer>(async (after) => {
      const { fulfillmentOrder } = await adminApi.request(shop, fulfillmentsOfFulfillmentOrder, { id, after });
      return fulfillmentOrder?.fulfillments ?? none;
    });
    lists.push(list);
  }
  return lists.flat();
}

type FulfillmentAnswer = NonNullable<
  z.infer<typeof fulfillmentsOfOrders.data>['nodes'][number]
>['fulfillments'][number];

function toOrder(order: { id: string; name: string; fulfillments: { id: string; name: string; status: string }[] }) {
  const { id, name, fulfillments } = order;
  return {
    id,
    name,
    fulfillments: fulfillments.map(({ status, ...fulfillment }) => ({
      ...fulfillment,
      isCancelled: status === 'CANCELLED',
    })),
  };
}

/**
 * @returns the gid of the order; null when the shop has no such fulfillment
 * @throws ShopifyError
 */
export async function findOrderOfFulfillment(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
): Promise<string | null> {
  const { fulfillment } = await adminApi.request(shop, orderOfFulfillment, { id: fulfillmentId });
  return fulfillment?.order.id ?? null;
}

/**
 * Where an order goes and what it contains now, as Shopify has it. It contains the buyer's data and is never stored.
 */
export interface OrderAsItStands extends WatchedOrder {
  readonly isCancelled: boolean;
  readonly lines: readonly { readonly id: string; readonly currentQuantity: number }[];
  /** Kinds of customer data that Shopify withholds. For these, null does not mean that they are empty. */
  readonly withheld: readonly CustomerData[];
}

/**
 * Reads an order. It costs a few points, and as many again for every further 50 lines.
 *
 * @param orderId gid
 * @returns null when Shopify does not have the order (any more)
 * @throws ShopifyError
 */
export async function readOrder(adminApi: AdminApi, shop: string, orderId: string): Promise<OrderAsItStands | null> {
  const { order, withheldFields } = await adminApi.request(shop, orderAsItStands, { id: orderId });
  if (!order) return null;
  const { cancelledAt, email, phone, note, customAttributes, lineItems, shippingAddress } = order;
  const lines = await readOn(lineItems, async (after) => {
    const further = await adminApi.request(shop, furtherOrderLines, { id: orderId, after });
    return further.order && further.order.lineItems;
  });
  return {
    isCancelled: cancelledAt !== null,
    email,
    phone,
    note,
    attributes: customAttributes,
    shippingAddress: shippingAddress && toAddress(shippingAddress),
    lines,
    withheld: kindsOf(withheldFields),
  };
}

/**
 * Whether Shopify shows the order to the app. It does not show deleted orders, and without `read_all_orders` none that
 * is older than 60 days.
 *
 * @throws ShopifyError
 */
export async function isOrderInReach(adminApi: AdminApi, shop: string, orderId: string): Promise<boolean> {
  const { order } = await adminApi.request(shop, orderInReach, { id: orderId });
  return order !== null;
}

/**
 * Asks Shopify which orders are those of a customer, newest first. It answers with ids alone: nothing of the customer
 * comes back.
 *
 * @param given.text a customer's name, e-mail or phone, as it was typed
 * @param given.country ISO 3166-1 alpha-2, of which a phone number without a country code is
 * @throws ShopifyError
 */
export async function findOrders(
  adminApi: AdminApi,
  shop: string,
  { text, country, limit }: { text: string; country: string | null; limit: number },
): Promise<string[]> {
  const query = orderQuery(text, country);
  if (query === null) return [];
  const { orders } = await adminApi.request(shop, ordersFound, { query, size: limit });
  return orders.nodes.map(({ id }) => id);
}

/** Fewer characters would find everybody. */
const SHORTEST = 2;
/** In digits. */
const SHORTEST_PHONE = 6;

/**
 * What was typed in Shopify's search syntax. Each word is quoted, so that none of them is an operator or a filter. A
 * phone number is searched as it was typed, as its digits alone, and with and without its country code, because Shopify
 * keeps some in one form and some in the other.
 *
 * @returns null for what finds nobody in particular
 */
export function orderQuery(text: string, country: string | null): string | null {
  const plain = text.replaceAll(/["\\\p{C}]/gu, ' ').trim();
  const digits = plain.replaceAll(/\D/g, '');
  if (digits.length >= SHORTEST_PHONE && !/[\p{L}@]/u.test(plain)) {
    const full = parsePhone(plain, country);
    const forms = new Set([plain, digits, ...(full === null ? [] : [full, nationalNumber(full)])]);
    return [...forms].map((form) => `"${form}"`).join(' OR ');
  }
  const words = plain.split(/\s+/).map((word) => `"${word}"`);
  return plain.length < SHORTEST ? null : words.join(' ');
}
