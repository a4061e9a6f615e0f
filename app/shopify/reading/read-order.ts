import type { CustomerData } from '../../domain/fulfillment/fulfillment.ts';
import type { WatchedOrder } from '../../domain/lifecycle/edits.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { furtherOrderLines, orderAsItStands, orderInReach } from '../admin-api/operations.ts';
import { toAddress } from './read-fulfillment.ts';
import { readOn } from './read-pages.ts';
import { kindsOf } from './withheld-data.ts';

/**
 * Where an order goes and what it contains now, as Shopify has it. It contains the buyer's data and is never stored.
 */
export interface OrderAsItStands extends WatchedOrder {
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
  const { email, phone, note, customAttributes, lineItems, shippingAddress } = order;
  const lines = await readOn(lineItems, async (after) => {
    const further = await adminApi.request(shop, furtherOrderLines, { id: orderId, after });
    return further.order && further.order.lineItems;
  });
  return {
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
