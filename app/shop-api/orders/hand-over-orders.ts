import { requestHandOver } from '../../deliveries/merchant-actions/ask-now.ts';
import { deliveriesOfOrders } from '../../deliveries/order-deliveries.ts';
import { deliveryView } from '../../extension-api/delivery-view.ts';
import type { OrderHandedOver, OrdersHandedOver } from '../../extension-api/extension-answers.ts';
import { readOrders } from '../../shopify/reading/read-orders.ts';
import { findShop } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext } from '../shop-context.ts';

/**
 * How orders stand: their deliveries as they are now.
 *
 * @param orderIds gids
 */
export async function ordersAsTheyStand(own: ShopContext, orderIds: readonly string[]): Promise<OrdersHandedOver> {
  return answer(own, orderIds, { started: new Map(), names: new Map() });
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
  const started = new Map<string, number>();
  for (const { id: orderId, fulfillments } of orders.values()) {
    for (const { id: fulfillmentId, isCancelled } of fulfillments) {
      if (isCancelled) continue;
      const isStarted = await requestHandOver(app, { shop, orderId, fulfillmentId, sendAnyway: false });
      if (isStarted) started.set(orderId, (started.get(orderId) ?? 0) + 1);
    }
  }
  const names = new Map([...orders.values()].map(({ id, name }) => [id, name]));
  return answer(own, [...orders.keys()], { started, names });
}

/** Both by the order's gid. */
interface Learnt {
  readonly started: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
}

async function answer(
  context: ShopContext,
  orderIds: readonly string[],
  { started, names }: Learnt,
): Promise<OrdersHandedOver> {
  const { database, domain } = context;
  const [shop, deliveries] = await Promise.all([
    findShop(database, domain),
    deliveriesOfOrders(database, { shop: domain, orderIds }),
  ]);
  const reader = readerOf(context, shop);
  const orders = orderIds.map((orderId): OrderHandedOver => {
    const own = deliveries.filter((delivery) => delivery.orderId === orderId);
    return {
      orderId,
      orderName: names.get(orderId) ?? own[0]?.orderName ?? null,
      started: started.get(orderId) ?? 0,
      deliveries: own.map((delivery) => deliveryView(delivery, reader)),
    };
  });
  return { orders };
}
