import type { z } from 'zod';
import type { AdminApi } from '../admin-api/admin-api.ts';
import {
  fulfillmentOrdersOfOrder,
  fulfillmentsOfFulfillmentOrder,
  fulfillmentsOfOrders,
  orderOfFulfillment,
} from '../admin-api/operations.ts';
import { readPages } from './read-pages.ts';

/** An order with as much of its fulfillments as shows which of them have a delivery. Ids are gids. */
export interface OrderWithFulfillments {
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
