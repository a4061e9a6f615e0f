import type { Attribute, CustomerData, MailingAddress } from '../../domain/planning/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { furtherOrderLines, orderAsItStands, orderInReach } from '../admin-api/operations.ts';
import { toAddress } from './read-fulfillment.ts';
import { readOn } from './read-pages.ts';
import { kindsOf } from './withheld-data.ts';

/** Where an order goes and what it holds, as Shopify has it now. Names the buyer: nothing of it is kept. */
export interface OrderAsItStands {
  readonly email: string | null;
  readonly phone: string | null;
  readonly note: string | null;
  /** The order's note attributes. */
  readonly attributes: readonly Attribute[];
  readonly shippingAddress: MailingAddress | null;
  readonly lines: readonly { readonly id: string; readonly currentQuantity: number }[];
  /** Kinds of customer data that Shopify refuses to show: null says nothing of them. */
  readonly withheld: readonly CustomerData[];
}

/**
 * Costs a few points, and as many for every further 50 lines.
 *
 * @param orderId gid
 * @returns null when Shopify does not know the order (any more)
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
 * Whether Shopify shows the order to the app: it shows none that was deleted, and without `read_all_orders` none that is
 * older than 60 days.
 *
 * @throws ShopifyError
 */
export async function isOrderInReach(adminApi: AdminApi, shop: string, orderId: string): Promise<boolean> {
  const { order } = await adminApi.request(shop, orderInReach, { id: orderId });
  return order !== null;
}
