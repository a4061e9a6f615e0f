import { numericId } from './gid.ts';
import { isOpen, orderFulfillmentStatus } from './fulfillment-status.ts';
import type {
  FulfillmentEventRecord,
  FulfillmentOrderLineItemRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
  OrderRecord,
  TrackingInfoRecord,
} from './records.ts';
import { timestamp, type Sandbox } from './sandbox.ts';
import type { SandboxShop } from './shop.ts';
import { fulfillmentBody, fulfillmentEventBody, orderBody } from './webhook-bodies.ts';
import type { Announcement } from './webhooks.ts';

/** A rule of Shopify that an operation broke; `field` is the path in its input. */
export class RuleBroken extends Error {
  override name = 'RuleBroken';
  readonly field: readonly string[];

  constructor(field: readonly string[], message: string) {
    super(message);
    this.field = field;
  }
}

export interface TakenLine {
  readonly fulfillmentOrderId: string;
  /** Gid of the line of that fulfillment order. */
  readonly lineId: string;
  readonly quantity: number;
}

/**
 * Fulfills quantities of an order's fulfillment orders as one fulfillment.
 * @throws RuleBroken when a quantity is not left, a fulfillment order is not open, or two locations are mixed
 */
export function fulfillLines(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  {
    lines,
    trackingInfo = [],
    serviceHandle = 'manual',
  }: { lines: readonly TakenLine[]; trackingInfo?: TrackingInfoRecord[]; serviceHandle?: 'gift_card' | 'manual' },
): FulfillmentRecord {
  const taken = lines.map((line) => {
    const fulfillmentOrder = order.fulfillmentOrders.find(({ id }) => id === line.fulfillmentOrderId);
    const record = fulfillmentOrder?.lineItems.find(({ id }) => id === line.lineId);
    if (!fulfillmentOrder) throw new RuleBroken(['fulfillment'], 'Fulfillment order does not exist.');
    if (!record) throw new RuleBroken(['fulfillment'], 'Fulfillment order line item does not exist.');
    return { ...line, fulfillmentOrder, record };
  });
  checkTaken(taken);
  const [first] = taken;
  if (!first) throw new RuleBroken(['fulfillment'], 'Fulfillment must contain at least one line item.');
  const now = timestamp(sandbox);
  for (const { fulfillmentOrder, record, quantity } of taken) {
    record.remainingQuantity -= quantity;
    const open = fulfillmentOrder.lineItems.some(({ remainingQuantity }) => remainingQuantity > 0);
    fulfillmentOrder.status = open ? 'IN_PROGRESS' : 'CLOSED';
    fulfillmentOrder.updatedAt = now;
  }
  const fulfillment: FulfillmentRecord = {
    __typename: 'Fulfillment',
    id: sandbox.gids.next('Fulfillment'),
    orderId: order.id,
    name: `${order.name}${shop.record.fulfillmentMark}${order.fulfillments.length + 1}`,
    status: 'SUCCESS',
    locationId: first.fulfillmentOrder.locationId,
    serviceHandle,
    lineItems: taken.map(({ record, quantity }) => ({
      __typename: 'FulfillmentLineItem',
      id: sandbox.gids.next('FulfillmentLineItem'),
      lineItemId: record.lineItemId,
      quantity,
    })),
    taken: lines,
    trackingInfo,
    events: [],
    estimatedDeliveryAt: null,
    createdAt: now,
    updatedAt: now,
  };
  order.fulfillments.push(fulfillment);
  order.updatedAt = now;
  shop.fulfillments.set(fulfillment.id, fulfillment);
  announce(sandbox, shop, order, [
    { topic: 'fulfillments/create', body: () => fulfillmentBody(shop, order, fulfillment) },
    {
      topic: orderFulfillmentStatus(order) === 'FULFILLED' ? 'orders/fulfilled' : 'orders/partially_fulfilled',
      body: () => orderBody(shop, order),
    },
  ]);
  return fulfillment;
}

function checkTaken(
  taken: readonly {
    fulfillmentOrder: FulfillmentOrderRecord;
    record: FulfillmentOrderLineItemRecord;
    quantity: number;
  }[],
): void {
  if (new Set(taken.map(({ fulfillmentOrder }) => fulfillmentOrder.locationId)).size > 1)
    throw new RuleBroken(['fulfillment'], 'All fulfillment orders must be assigned to the same location.');
  for (const { fulfillmentOrder, record, quantity } of taken) {
    if (!isOpen(fulfillmentOrder))
      throw new RuleBroken(
        ['fulfillment'],
        `Fulfillment order ${numericId(fulfillmentOrder.id)} has an unfulfillable status= ${fulfillmentOrder.status.toLowerCase()}.`,
      );
    const asked = taken.reduce((sum, line) => (line.record === record ? sum + line.quantity : sum), 0);
    if (quantity < 1 || asked > record.remainingQuantity)
      throw new RuleBroken(['fulfillment'], 'Invalid fulfillment order line item quantity requested.');
  }
}

/**
 * Fulfills what a merchant picked on the order's page: quantities by line item, at one location. Without a choice,
 * everything that is left there and travels the same way; without a location, the first that has something left.
 * @throws RuleBroken when a quantity is not left there
 */
export function fulfillItems(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  choice: {
    quantities?: ReadonlyMap<string, number>;
    locationId?: string | null;
    trackingInfo?: TrackingInfoRecord[];
  } = {},
): FulfillmentRecord {
  const wanted = new Map(choice.quantities);
  const candidates = order.fulfillmentOrders
    .filter(({ status, locationId }) => isOpen({ status }) && locationId === (choice.locationId ?? locationId))
    .flatMap(({ id, locationId, deliveryMethod, lineItems }) =>
      lineItems
        .filter(({ remainingQuantity }) => remainingQuantity > 0)
        .map((line) => ({ ...line, fulfillmentOrderId: id, locationId, method: deliveryMethod?.methodType })),
    );
  const first = candidates.find(({ lineItemId }) => !choice.quantities || wanted.has(lineItemId));
  const lines = candidates
    .filter(
      ({ locationId, method }) => locationId === first?.locationId && (choice.quantities || method === first.method),
    )
    .map(({ id, fulfillmentOrderId, lineItemId, remainingQuantity }) => {
      const quantity = choice.quantities ? Math.min(wanted.get(lineItemId) ?? 0, remainingQuantity) : remainingQuantity;
      wanted.set(lineItemId, (wanted.get(lineItemId) ?? 0) - quantity);
      return { fulfillmentOrderId, lineId: id, quantity };
    })
    .filter(({ quantity }) => quantity > 0);
  if ([...wanted.values()].some((quantity) => quantity > 0))
    throw new RuleBroken(['fulfillment'], 'Invalid fulfillment order line item quantity requested.');
  return fulfillLines(sandbox, shop, order, { lines, trackingInfo: choice.trackingInfo });
}

/**
 * Cancels a fulfillment: its quantities are to be fulfilled again, in the fulfillment order they came from when that is
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

/** Replaces the tracking of a fulfillment. */
export function updateTracking(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  trackingInfo: TrackingInfoRecord[],
): void {
  const order = shop.order(fulfillment.orderId);
  fulfillment.trackingInfo = trackingInfo;
  fulfillment.updatedAt = order.updatedAt = timestamp(sandbox);
  announceFulfillmentUpdate(sandbox, shop, order, fulfillment);
}

/** Adds an event; the fulfillment's display status follows the latest of them. */
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
  fulfillment.estimatedDeliveryAt = event.estimatedDeliveryAt ?? fulfillment.estimatedDeliveryAt;
  fulfillment.updatedAt = order.updatedAt = now;
  announce(sandbox, shop, order, [
    { topic: 'fulfillment_events/create', body: () => fulfillmentEventBody(shop, fulfillment, event) },
    { topic: 'fulfillments/update', body: () => fulfillmentBody(shop, order, fulfillment) },
  ]);
  return event;
}

function announceFulfillmentUpdate(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  fulfillment: FulfillmentRecord,
): void {
  announce(sandbox, shop, order, [
    { topic: 'fulfillments/update', body: () => fulfillmentBody(shop, order, fulfillment) },
  ]);
}

/** Whatever happens to a fulfillment also updates its order. */
function announce(
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
