import { orderFulfillmentStatus } from './fulfillment-status.ts';
import { numericId } from '../shop/gid.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type { FulfillmentRecord } from '../shop/fulfillment-records.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { fulfillmentBody, orderBody } from '../webhooks/webhook-bodies.ts';
import type { Announcement } from '../webhooks/webhook-delivery.ts';

/** Sends the given webhooks and `orders/updated`, because each change of a fulfillment also updates its order. */
export function announce(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  announcements: readonly Omit<Announcement, 'orderId'>[],
): void {
  const updated = { topic: 'orders/updated', body: () => orderBody(shop, order) };
  sandbox.webhooks.announce(
    shop,
    [...announcements, updated].map((each) => ({ ...each, orderId: numericId(order.id) })),
  );
}

/** The webhook about an order that is fulfilled, in full or in part. */
export function fulfilledOrder(shop: SandboxShop, order: OrderRecord): Omit<Announcement, 'orderId'> {
  return {
    topic: orderFulfillmentStatus(order) === 'FULFILLED' ? 'orders/fulfilled' : 'orders/partially_fulfilled',
    body: () => orderBody(shop, order),
  };
}

export function announceFulfillmentUpdate(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  fulfillment: FulfillmentRecord,
): void {
  announce(sandbox, shop, order, [
    { topic: 'fulfillments/update', body: () => fulfillmentBody(shop, order, fulfillment) },
  ]);
}
