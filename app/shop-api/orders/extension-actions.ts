import { requestHandOver } from '../../deliveries/merchant-actions/ask-now.ts';
import {
  findDeliveryOfFulfillment,
  findOrderDelivery,
  type OrderDelivery,
  deliveriesOfOrders,
} from '../../deliveries/order-deliveries.ts';
import { deliveryView } from '../../extension-api/delivery-view.ts';
import type {
  ActionAnswer,
  ActionEnd,
  DeliveryAction,
  OrdersHandedOver,
} from '../../extension-api/extension-answers.ts';
import { findOrderOfFulfillment, readOrders } from '../../shopify/reading/read-orders.ts';
import { findShop } from '../../shops/shop-store.ts';
import { act } from '../deliveries/delivery-actions.ts';
import { readerOf, type ShopContext } from '../shop-context.ts';

/**
 * Takes an action, and answers with the delivery as it is then.
 *
 * @returns null when the shop has no such delivery
 */
export async function actAndShow(
  own: ShopContext,
  of: { deliveryId: string; action: DeliveryAction; seen: string | undefined },
): Promise<ActionAnswer | null> {
  const end = await act(own, of);
  const delivery = await findOrderDelivery(own.database, { shop: own.domain, deliveryId: of.deliveryId });
  return delivery && answer(own, end, delivery);
}

/**
 * Hands one fulfillment over now, whether or not it has a delivery yet.
 *
 * @param fulfillmentId gid
 * @param given.sendAnyway in spite of the rule that skips it
 * @returns null when the shop has no such fulfillment
 * @throws ShopifyError
 */
export async function handOverFulfillment(
  own: ShopContext,
  fulfillmentId: string,
  { sendAnyway }: { sendAnyway: boolean },
): Promise<ActionAnswer | null> {
  const { app, adminApi, database, domain: shop } = own;
  const orderId = await findOrderOfFulfillment(adminApi, shop, fulfillmentId);
  if (!orderId) return null;
  const done = await requestHandOver(app, { shop, orderId, fulfillmentId, sendAnyway });
  const delivery = await findDeliveryOfFulfillment(database, { shop, fulfillmentId });
  return delivery && answer(own, done ? 'done' : 'nothing-to-do', delivery);
}

async function answer(own: ShopContext, end: ActionEnd, delivery: OrderDelivery): Promise<ActionAnswer> {
  const reader = readerOf(own, await findShop(own.database, own.domain));
  const view = deliveryView(delivery, reader);
  return { done: end === 'done', notRead: end === 'not-read', now: reader.now.getTime(), delivery: view };
}

/**
 * How orders stand: their deliveries as they are now.
 *
 * @param orderIds gids
 */
export async function ordersAsTheyStand(own: ShopContext, orderIds: readonly string[]): Promise<OrdersHandedOver> {
  return answerOrders(own, new Map(orderIds.map((orderId) => [orderId, { name: null, started: 0 }])));
}

/**
 * Hands everything over that is fulfilled of the orders and not with the operator; what a rule skips stays skipped.
 *
 * @param orderIds gids
 * @returns null when the shop has none of the orders
 * @throws ShopifyError
 */
export async function handOverOrders(own: ShopContext, orderIds: readonly string[]): Promise<OrdersHandedOver | null> {
  const { app, adminApi, domain: shop } = own;
  const orders = await readOrders(adminApi, shop, orderIds);
  if (orders.size === 0) return null;
  const learnt = new Map<string, Learnt>();
  for (const { id: orderId, name, fulfillments } of orders.values()) {
    let started = 0;
    for (const { id: fulfillmentId, isCancelled } of fulfillments) {
      if (isCancelled) continue;
      if (await requestHandOver(app, { shop, orderId, fulfillmentId, sendAnyway: false })) started += 1;
    }
    learnt.set(orderId, { name, started });
  }
  return answerOrders(own, learnt);
}

interface Learnt {
  readonly name: string | null;
  /** How many of its fulfillments are being handed over. */
  readonly started: number;
}

/** @param learnt by the order's gid */
async function answerOrders(own: ShopContext, learnt: ReadonlyMap<string, Learnt>): Promise<OrdersHandedOver> {
  const { database, domain } = own;
  const [shop, all] = await Promise.all([
    findShop(database, domain),
    deliveriesOfOrders(database, { shop: domain, orderIds: [...learnt.keys()] }),
  ]);
  const reader = readerOf(own, shop);
  const orders = [...learnt].map(([orderId, { name, started }]) => {
    const deliveries = all.filter((delivery) => delivery.orderId === orderId);
    return {
      orderId,
      orderName: name ?? deliveries[0]?.orderName ?? null,
      started,
      deliveries: deliveries.map((delivery) => deliveryView(delivery, reader)),
    };
  });
  return { orders };
}
