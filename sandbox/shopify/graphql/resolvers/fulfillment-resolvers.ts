import { fulfillmentServiceOf } from '../../fulfillments/fulfillment-service.ts';
import { displayStatus, eventTime } from '../../fulfillments/fulfillment-status.ts';
import { numericId } from '../../shop/gid.ts';
import { discountedTotal, originalTotal } from '../../orders/pricing.ts';
import type { FulfillmentOrderRecord } from '../../shop/fulfillment-records.ts';
import { pageOf } from '../connection.ts';
import type { FieldResolvers } from '../context.ts';
import { moneyBag } from './money-bag.ts';
import { pageArguments } from '../arguments.ts';
import { resolversOf } from './record-resolvers.ts';

export const fulfillmentResolvers: Readonly<Record<string, FieldResolvers>> = {
  Fulfillment: resolversOf('Fulfillment', {
    legacyResourceId: ({ id }) => String(numericId(id)),
    displayStatus,
    deliveredAt: (fulfillment) => eventTime(fulfillment, 'DELIVERED'),
    inTransitAt: (fulfillment) => eventTime(fulfillment, 'IN_TRANSIT'),
    totalQuantity: ({ lineItems }) => lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    requiresShipping: ({ lineItems }, { shop }) =>
      lineItems.some(({ lineItemId }) => shop.lineItem(lineItemId).requiresShipping),
    location: ({ locationId }, { shop }) => shop.location(locationId),
    originAddress: () => null,
    order: ({ orderId }, { shop }) => shop.order(orderId),
    service: ({ serviceHandle, locationId }, { shop }) =>
      fulfillmentServiceOf(shop.location(locationId)) ?? {
        handle: serviceHandle,
        serviceName: serviceHandle === 'gift_card' ? 'Gift Card' : 'Manual',
        type: serviceHandle === 'gift_card' ? 'GIFT_CARD' : 'MANUAL',
      },
    fulfillmentLineItems: ({ lineItems }) => lineItems,
    fulfillmentOrders: ({ orderId, taken }, { shop }) =>
      shop.order(orderId).fulfillmentOrders.filter(({ id }) => taken.some((line) => line.fulfillmentOrderId === id)),
    events: ({ events }, _, args) =>
      pageOf(
        events,
        pageArguments(args),
        args.sortKey === 'ID' ? undefined : ({ happenedAt }) => Date.parse(happenedAt),
      ),
  }),
  FulfillmentLineItem: resolversOf('FulfillmentLineItem', {
    lineItem: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId),
    originalTotalSet: ({ lineItemId, quantity }, { shop }) =>
      moneyBag(originalTotal(shop.lineItem(lineItemId), quantity), shop.record.currencyCode),
    discountedTotalSet: ({ lineItemId, quantity }, { shop }) => {
      const { currencyCode } = shop.record;
      return moneyBag(discountedTotal(shop.lineItem(lineItemId), currencyCode, quantity), currencyCode);
    },
  }),
  FulfillmentOrder: resolversOf('FulfillmentOrder', {
    order: ({ orderId }, { shop }) => shop.order(orderId),
    orderName: ({ orderId }, { shop }) => shop.order(orderId).name,
    orderProcessedAt: ({ orderId }, { shop }) => shop.order(orderId).processedAt,
    fulfillments: ({ id, orderId }, { shop }) =>
      shop.order(orderId).fulfillments.filter(({ taken }) => taken.some((line) => line.fulfillmentOrderId === id)),
    assignedLocation: ({ locationId }, { shop }) => {
      const location = shop.location(locationId);
      return { ...location.address, name: location.name, location };
    },
    fulfillmentHolds: ({ holds }) => holds.map((hold) => ({ ...hold, displayReason: 'Other' })),
    supportedActions: ({ status }) => actions[status].map((action) => ({ action, externalUrl: null })),
    internationalDuties: () => null,
  }),
  FulfillmentOrderLineItem: resolversOf('FulfillmentOrderLineItem', {
    lineItem: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId),
    productTitle: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).title,
    variantTitle: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).variantTitle,
    sku: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).sku,
    vendor: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).vendor,
    requiresShipping: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).requiresShipping,
    weight: ({ lineItemId }, { shop }) => shop.lineItem(lineItemId).weight,
    warnings: () => [],
  }),
  FulfillmentOrderDestination: resolversOf('FulfillmentOrderDestination', {
    location: ({ locationId }, { shop }) => (locationId === null ? null : shop.location(locationId)),
  }),
};

const actions: Readonly<Record<FulfillmentOrderRecord['status'], readonly string[]>> = {
  CANCELLED: [],
  CLOSED: [],
  IN_PROGRESS: ['CREATE_FULFILLMENT'],
  ON_HOLD: ['RELEASE_HOLD', 'HOLD', 'MOVE'],
  OPEN: ['CREATE_FULFILLMENT', 'HOLD', 'MOVE'],
  SCHEDULED: ['MARK_AS_OPEN'],
};
