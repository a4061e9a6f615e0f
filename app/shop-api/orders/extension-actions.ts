import { requestHandOver } from '../../deliveries/merchant-actions/ask-now.ts';
import { findDeliveryOfFulfillment, findOrderDelivery, type OrderDelivery } from '../../deliveries/order-deliveries.ts';
import { deliveryView } from '../../extension-api/delivery-view.ts';
import type { ActionAnswer, ActionEnd, DeliveryAction } from '../../extension-api/extension-answers.ts';
import { findOrderOfFulfillment } from '../../shopify/reading/read-orders.ts';
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
  of: { deliveryId: string; action: DeliveryAction },
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
