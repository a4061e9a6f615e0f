import { announce, announceFulfillmentUpdate, fulfilledOrder } from './announcing.ts';
import { mailBuyer, mailOfEvent } from '../shop/emails.ts';
import { RuleBroken, type TakenLine } from './fulfilling.ts';
import type {
  FulfillmentEventRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
  TrackingInfoRecord,
} from '../shop/fulfillment-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { fulfillmentBody, fulfillmentEventBody } from '../webhooks/webhook-bodies.ts';

/**
 * Cancels a fulfillment. Its quantities can be fulfilled again, in the fulfillment order they came from if that is
 * still open, otherwise in a new one.
 */
export function cancelFulfillment(sandbox: Sandbox, shop: SandboxShop, fulfillment: FulfillmentRecord): void {
  if (fulfillment.status === 'CANCELLED') throw new RuleBroken(['id'], 'Fulfillment has already been cancelled.');
  const order = shop.order(fulfillment.orderId);
  const now = timestamp(sandbox);
  fulfillment.status = 'CANCELLED';
  fulfillment.updatedAt = now;
  order.updatedAt = now;
  for (const fulfillmentOrder of order.fulfillmentOrders.slice()) {
    const returned = fulfillment.taken.filter(({ fulfillmentOrderId }) => fulfillmentOrderId === fulfillmentOrder.id);
    if (returned.length === 0) continue;
    if (fulfillmentOrder.status === 'IN_PROGRESS') {
      for (const line of fulfillmentOrder.lineItems) line.remainingQuantity += quantityOf(returned, line.id);
      const untouched = fulfillmentOrder.lineItems.every((line) => line.remainingQuantity === line.totalQuantity);
      fulfillmentOrder.status = untouched ? 'OPEN' : 'IN_PROGRESS';
      fulfillmentOrder.updatedAt = now;
    } else {
      const again: FulfillmentOrderRecord = {
        ...fulfillmentOrder,
        id: sandbox.gids.next('FulfillmentOrder'),
        status: 'OPEN',
        holds: [],
        holdsByApp: 0,
        lineItems: fulfillmentOrder.lineItems
          .filter((line) => quantityOf(returned, line.id) > 0)
          .map((line) => ({
            __typename: 'FulfillmentOrderLineItem',
            id: sandbox.gids.next('FulfillmentOrderLineItem'),
            lineItemId: line.lineItemId,
            totalQuantity: quantityOf(returned, line.id),
            remainingQuantity: quantityOf(returned, line.id),
          })),
        createdAt: now,
        updatedAt: now,
      };
      order.fulfillmentOrders.push(again);
      shop.fulfillmentOrders.set(again.id, again);
    }
  }
  announceFulfillmentUpdate(sandbox, shop, order, fulfillment);
}

function quantityOf(taken: readonly TakenLine[], lineId: string): number {
  return taken.reduce((sum, line) => (line.lineId === lineId ? sum + line.quantity : sum), 0);
}

/** Replaces the tracking of a fulfillment, and emails the buyer if that is requested. */
export function updateTracking(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  { trackingInfo, notifyCustomer = false }: { trackingInfo: TrackingInfoRecord[]; notifyCustomer?: boolean },
): void {
  const order = shop.order(fulfillment.orderId);
  fulfillment.trackingInfo = trackingInfo;
  fulfillment.updatedAt = order.updatedAt = timestamp(sandbox);
  if (notifyCustomer) mailBuyer(sandbox, shop, fulfillment, 'shipping-update');
  announceFulfillmentUpdate(sandbox, shop, order, fulfillment);
}

/** Adds an event. The fulfillment's display status follows the latest event. */
export function recordEvent(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  fields: Omit<FulfillmentEventRecord, '__typename' | 'createdAt' | 'happenedAt' | 'id'> & {
    happenedAt: string | null;
  },
): FulfillmentEventRecord {
  const order = shop.order(fulfillment.orderId);
  const now = timestamp(sandbox);
  const event: FulfillmentEventRecord = {
    __typename: 'FulfillmentEvent',
    id: sandbox.gids.next('FulfillmentEvent'),
    ...fields,
    happenedAt: fields.happenedAt ?? now,
    createdAt: now,
  };
  fulfillment.events.push(event);
  mailOfEvent(sandbox, shop, fulfillment, event.status);
  fulfillment.estimatedDeliveryAt = event.estimatedDeliveryAt ?? fulfillment.estimatedDeliveryAt;
  fulfillment.updatedAt = order.updatedAt = now;
  announce(sandbox, shop, order, [
    { topic: 'fulfillment_events/create', body: () => fulfillmentEventBody(shop, fulfillment, event) },
    { topic: 'fulfillments/update', body: () => fulfillmentBody(shop, order, fulfillment) },
  ]);
  return event;
}

/** Ends a fulfillment that the fulfillment service had accepted, with success or without. */
export function settleFulfillment(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  status: SettledStatus,
): void {
  if (fulfillment.status !== 'PENDING' && fulfillment.status !== 'OPEN')
    throw new RuleBroken(['id'], `Fulfillment is ${fulfillment.status}, and waits for nobody.`);
  const order = shop.order(fulfillment.orderId);
  fulfillment.status = status;
  fulfillment.updatedAt = order.updatedAt = timestamp(sandbox);
  announce(sandbox, shop, order, [
    { topic: 'fulfillments/update', body: () => fulfillmentBody(shop, order, fulfillment) },
    ...(status === 'SUCCESS' ? [fulfilledOrder(shop, order)] : []),
  ]);
}

export const SETTLED_STATUSES = ['ERROR', 'FAILURE', 'SUCCESS'] as const;
export type SettledStatus = (typeof SETTLED_STATUSES)[number];
