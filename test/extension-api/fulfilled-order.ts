import type { OrderDraft } from '../../sandbox/shopify/orders/order-entry.ts';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import type { OfflineWorld } from '../set-up/world/offline-world.ts';

/** Two lines, and no gift card, which Shopify would fulfill by itself. */
export const GOODS = limaOrder().lineItems.filter(({ isGiftCard }) => !isGiftCard);

/** An order of goods that has been fulfilled at once. Before the app is installed nothing is known of it. */
export function fulfilledOrder({ shopify }: OfflineWorld, change: Partial<OrderDraft> = {}): FulfillmentRecord {
  const order = shopify.enterOrder(SHOP, limaOrder({ lineItems: GOODS, ...change }));
  return shopify.fulfill(SHOP, order.id);
}
