import type { OrderRecord } from '../shop/order-records.ts';
import type {
  FulfillmentEventRecord,
  FulfillmentEventStatus,
  FulfillmentOrderRecord,
  FulfillmentRecord,
} from '../shop/fulfillment-records.ts';

/** The event that happened last. Of two with the same time, the one recorded later. */
export function latestEvent(fulfillment: FulfillmentRecord): FulfillmentEventRecord | null {
  return fulfillment.events.reduce<FulfillmentEventRecord | null>(
    (latest, event) => (latest && Date.parse(latest.happenedAt) > Date.parse(event.happenedAt) ? latest : event),
    null,
  );
}

/** Shopify's `FulfillmentDisplayStatus`. */
export function displayStatus(
  fulfillment: FulfillmentRecord,
): FulfillmentEventStatus | 'CANCELED' | 'FULFILLED' | 'SUBMITTED' {
  if (fulfillment.status === 'CANCELLED') return 'CANCELED';
  if (fulfillment.status === 'ERROR' || fulfillment.status === 'FAILURE') return 'FAILURE';
  if (fulfillment.status === 'PENDING' || fulfillment.status === 'OPEN') return 'SUBMITTED';
  return latestEvent(fulfillment)?.status ?? 'FULFILLED';
}

export function eventTime(fulfillment: FulfillmentRecord, status: FulfillmentEventStatus): string | null {
  return fulfillment.events.find((event) => event.status === status)?.happenedAt ?? null;
}

/**
 * How much of a line has been fulfilled, without cancelled fulfillments and those that a fulfillment service has not
 * finished.
 */
export function fulfilledQuantity(order: OrderRecord, lineItemId: string): number {
  return order.fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .flatMap(({ lineItems }) => lineItems)
    .reduce((sum, line) => (line.lineItemId === lineItemId ? sum + line.quantity : sum), 0);
}

/** Whether items of a fulfillment order can be fulfilled now. */
export function isOpen({ status }: Pick<FulfillmentOrderRecord, 'status'>): boolean {
  return status === 'OPEN' || status === 'IN_PROGRESS';
}

/** Shopify's `OrderDisplayFulfillmentStatus`. */
export function orderFulfillmentStatus(
  order: OrderRecord,
): 'FULFILLED' | 'ON_HOLD' | 'PARTIALLY_FULFILLED' | 'SCHEDULED' | 'UNFULFILLED' {
  const ordered = order.lineItems.reduce((sum, line) => sum + line.currentQuantity, 0);
  const fulfilled = order.lineItems.reduce((sum, line) => sum + fulfilledQuantity(order, line.id), 0);
  if (fulfilled > 0) return fulfilled < ordered ? 'PARTIALLY_FULFILLED' : 'FULFILLED';
  const statuses = order.fulfillmentOrders.map(({ status }) => status);
  if (statuses.includes('ON_HOLD')) return 'ON_HOLD';
  return statuses.includes('SCHEDULED') ? 'SCHEDULED' : 'UNFULFILLED';
}
