import { z } from 'zod';
import { numericId } from '../shop/gid.ts';
import { addressDraft, type AddressDraft } from './order-draft.ts';
import { addressRecord, shopCountry } from './addresses.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { orderBody, orderEditedBody } from '../webhooks/webhook-bodies.ts';

/** The changes that a merchant can make to an order. An address is changed field by field. */
export const orderChange = z.strictObject({
  /** Moves the order back in time. An app without `read_all_orders` cannot see it after 60 days. */
  createdAt: z.iso.datetime({ offset: true }).optional(),
  note: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })).optional(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  shippingAddress: addressDraft.nullable().optional(),
  risk: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']).optional(),
  cancelled: z.literal(true).optional(),
  /** New quantities by line item gid: an order edit. */
  quantities: z.record(z.string(), z.number().int().min(0)).optional(),
});
export type OrderChange = z.input<typeof orderChange>;

/**
 * Changes an order as a merchant does in the admin. It sends `orders/updated`, and `orders/edited` for new quantities.
 */
export function changeOrder(sandbox: Sandbox, shop: SandboxShop, order: OrderRecord, input: OrderChange): void {
  const { shippingAddress, risk, cancelled, quantities, tags, ...fields } = orderChange.parse(input);
  Object.assign(order, fields);
  if (tags) order.tags = tags.toSorted();
  if (shippingAddress !== undefined) changeAddress(sandbox, shop, order, shippingAddress);
  if (risk) order.risk.assessments = [{ riskLevel: risk }];
  const now = timestamp(sandbox);
  if (cancelled) {
    order.cancelledAt = now;
    order.cancelReason = 'CUSTOMER';
    for (const each of order.fulfillmentOrders) {
      each.holds = [];
      if (each.status !== 'CLOSED') each.status = 'CANCELLED';
    }
  }
  for (const [id, quantity] of Object.entries(quantities ?? {})) changeQuantity(shop, order, id, quantity);
  order.updatedAt = now;
  const orderId = numericId(order.id);
  const editId = numericId(sandbox.gids.next('OrderEdit'));
  sandbox.webhooks.announce(shop, [
    ...(quantities ? [{ topic: 'orders/edited', body: () => orderEditedBody(shop, order, editId), orderId }] : []),
    ...(cancelled ? [{ topic: 'orders/cancelled', body: () => orderBody(shop, order), orderId }] : []),
    { topic: 'orders/updated', body: () => orderBody(shop, order), orderId },
  ]);
}

/** The new address also becomes the destination of everything that is not fulfilled yet. */
function changeAddress(sandbox: Sandbox, shop: SandboxShop, order: OrderRecord, change: AddressDraft | null): void {
  if (!change) {
    order.shippingAddress = null;
    return;
  }
  const { countryCode, ...fields } = change;
  const address = order.shippingAddress ?? addressRecord(sandbox.gids, shopCountry(shop));
  Object.assign(address, fields);
  if (countryCode !== undefined) address.countryCodeV2 = countryCode;
  order.shippingAddress = address;
  const { firstName, lastName, company, phone, address1, address2, city, province, zip, countryCodeV2 } = address;
  for (const { destination, status } of order.fulfillmentOrders)
    if (destination && destination.locationId === null && status !== 'CLOSED')
      Object.assign(destination, {
        firstName,
        lastName,
        company,
        phone,
        address1,
        address2,
        city,
        province,
        zip,
        countryCode: countryCodeV2,
      });
}

function changeQuantity(shop: SandboxShop, order: OrderRecord, lineItemId: string, quantity: number): void {
  const line = shop.lineItem(lineItemId);
  const change = quantity - line.currentQuantity;
  line.currentQuantity = quantity;
  line.quantity = Math.max(line.quantity, quantity);
  order.edited = true;
  for (const { lineItems } of order.fulfillmentOrders)
    for (const each of lineItems)
      if (each.lineItemId === lineItemId) {
        each.totalQuantity += change;
        each.remainingQuantity = Math.max(0, each.remainingQuantity + change);
      }
}
