import type { EmailRecord, FulfillmentEventStatus, FulfillmentRecord } from './fulfillment-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from './shop.ts';

/** Emails the buyer about a fulfillment, if the order has an email address. */
export function mailBuyer(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  kind: EmailRecord['kind'],
): void {
  const { email, customer } = shop.order(fulfillment.orderId);
  const to = email ?? customer?.email ?? null;
  if (to === null) return;
  shop.emails.push({
    kind,
    to,
    orderId: fulfillment.orderId,
    fulfillmentId: fulfillment.id,
    trackingInfo: structuredClone(fulfillment.trackingInfo),
    sentAt: timestamp(sandbox),
  });
}

/** Emails the buyer about the two events that have a template, whoever reports the event. */
export function mailOfEvent(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  status: FulfillmentEventStatus,
): void {
  if (!shop.mailsEvents) return;
  if (status === 'OUT_FOR_DELIVERY') mailBuyer(sandbox, shop, fulfillment, 'out-for-delivery');
  if (status === 'DELIVERED') mailBuyer(sandbox, shop, fulfillment, 'delivered');
}
