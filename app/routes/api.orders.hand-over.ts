import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answerExtension, gidOf, type ExtensionRequest } from '../http/extension-request.ts';
import { deliveriesOfOrders } from '../persistence/order-deliveries.ts';
import { requestHandOver } from '../pipeline/request-hand-over.ts';
import { readOrders } from '../shopify/read-orders.ts';
import { deliveryView } from '../web/extension-view/delivery-view.ts';
import { MOST_ORDERS, type OrderHandedOver, type OrdersHandedOver } from '../web/extension-view/extension-answers.ts';

const wish = z.strictObject({
  orderIds: z
    .array(z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/, 'must be the gid of an order'))
    .min(1)
    .max(MOST_ORDERS),
});

/** How orders stand: their deliveries as they are now. */
export function loader(args: LoaderFunctionArgs) {
  return answerExtension(args, (asked) => {
    const numbers = asked.search.get('orders')?.split(',') ?? [];
    const { orderIds } = wish.parse({ orderIds: numbers.map((number) => gidOf('Order', number)) });
    return standOf(asked, orderIds, new Map());
  });
}

/** Hands everything over that is fulfilled of the orders and not with the operator; what a rule skips stays skipped. */
export function action(args: ActionFunctionArgs) {
  return answerExtension(args, async (asked) => {
    const { world, shop, request } = asked;
    const { orderIds } = wish.parse(await request.json());
    const orders = await readOrders(world.adminApi, shop, orderIds);
    if (orders.size === 0) return null;
    const taken = new Map<string, number>();
    for (const { id: orderId, fulfillments } of orders.values()) {
      for (const { id: fulfillmentId, isCancelled } of fulfillments) {
        if (isCancelled) continue;
        const isTaken = await requestHandOver(world, { shop, orderId, fulfillmentId, sendAnyway: false });
        if (isTaken) taken.set(orderId, (taken.get(orderId) ?? 0) + 1);
      }
    }
    const names = new Map([...orders.values()].map(({ id, name }) => [id, name]));
    return standOf(asked, [...orders.keys()], taken, names);
  });
}

async function standOf(
  { world, shop, locale }: ExtensionRequest,
  orderIds: readonly string[],
  taken: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<OrdersHandedOver> {
  const deliveries = await deliveriesOfOrders(world.database, { shop, orderIds });
  const now = world.now();
  const orders = orderIds.map((orderId): OrderHandedOver => {
    const own = deliveries.filter((delivery) => delivery.orderId === orderId);
    return {
      orderId,
      orderName: names.get(orderId) ?? own[0]?.orderName ?? null,
      taken: taken.get(orderId) ?? 0,
      deliveries: own.map((delivery) => deliveryView(delivery, { locale, now })),
    };
  });
  return { orders };
}
