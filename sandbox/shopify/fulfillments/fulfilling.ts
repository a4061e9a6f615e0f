import { announce, fulfilledOrder } from './announcing.ts';
import { mailBuyer } from '../shop/emails.ts';
import { serviceHandleOf } from './fulfillment-service.ts';
import { isOpen } from './fulfillment-status.ts';
import { numericId } from '../shop/gid.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type {
  FulfillmentOrderLineItemRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
  TrackingInfoRecord,
} from '../shop/fulfillment-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { fulfillmentBody } from '../webhooks/webhook-bodies.ts';

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
  /** Gid of the line in that fulfillment order. */
  readonly lineId: string;
  readonly quantity: number;
}

/** How a fulfillment is created, apart from its content. */
export interface FulfillmentManner {
  readonly trackingInfo?: TrackingInfoRecord[] | undefined;
  /** `PENDING` and `OPEN` mean that the fulfillment service has not finished. */
  readonly status?: NewFulfillmentStatus | undefined;
  /** Sends the buyer the shipping confirmation. */
  readonly notifyCustomer?: boolean | undefined;
}

export type NewFulfillmentStatus = 'OPEN' | 'PENDING' | 'SUCCESS';

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
    serviceHandle,
    status = 'SUCCESS',
    notifyCustomer = false,
  }: {
    lines: readonly TakenLine[];
    /** By default the location's service: `manual`, or its fulfillment service. */
    serviceHandle?: string;
  } & FulfillmentManner,
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
    status,
    locationId: first.fulfillmentOrder.locationId,
    serviceHandle: serviceHandle ?? serviceHandleOf(shop.location(first.fulfillmentOrder.locationId)),
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
  if (notifyCustomer) mailBuyer(sandbox, shop, fulfillment, 'shipping-confirmation');
  announce(sandbox, shop, order, [
    { topic: 'fulfillments/create', body: () => fulfillmentBody(shop, order, fulfillment) },
    ...(status === 'SUCCESS' ? [fulfilledOrder(shop, order)] : []),
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
 * Fulfills what a merchant chose on the order's page: quantities by line item, at one location. Without a choice, it
 * fulfills everything that is left there and has the same delivery method. Without a location, it uses the first that
 * has something left.
 * @throws RuleBroken when a quantity is not left there
 */
export function fulfillItems(
  sandbox: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  choice: {
    quantities?: ReadonlyMap<string, number>;
    locationId?: string | null;
  } & FulfillmentManner = {},
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
  const { trackingInfo, status, notifyCustomer } = choice;
  return fulfillLines(sandbox, shop, order, { lines, trackingInfo, status, notifyCustomer });
}
