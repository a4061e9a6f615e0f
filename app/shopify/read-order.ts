import type { MailingAddress } from '../domain/fulfillment.ts';
import type { AdminApi } from './admin-api.ts';
import { orderAsItStands } from './operations.ts';
import { toAddress } from './read-fulfillment.ts';

/** Where an order goes and what it holds, as Shopify has it now. Names the buyer: nothing of it is kept. */
export interface OrderAsItStands {
  readonly email: string | null;
  readonly phone: string | null;
  readonly shippingAddress: MailingAddress | null;
  /** The first fifty. */
  readonly lines: readonly { readonly id: string; readonly currentQuantity: number }[];
}

/**
 * Costs a few points only.
 *
 * @param orderId gid
 * @returns null when Shopify does not know the order (any more)
 * @throws ShopifyError
 */
export async function readOrder(adminApi: AdminApi, shop: string, orderId: string): Promise<OrderAsItStands | null> {
  const { order } = await adminApi.request(shop, orderAsItStands, { id: orderId });
  if (!order) return null;
  const { lineItems, shippingAddress, ...rest } = order;
  return { ...rest, shippingAddress: shippingAddress && toAddress(shippingAddress), lines: lineItems.nodes };
}
