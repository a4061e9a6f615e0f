import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { fulfillLines, RuleBroken } from '../../../fulfillments/fulfilling.ts';
import { cancelFulfillment, recordEvent, updateTracking } from '../../../fulfillments/fulfillment-changes.ts';
import { FULFILLMENT_EVENT_STATUSES, type FulfillmentRecord } from '../../../shop/fulfillment-records.ts';
import type { SandboxShop } from '../../../shop/shop.ts';
import { text } from '../../arguments.ts';
import type { FieldResolvers, RequestContext } from '../../context.ts';
import { answering } from './answering.ts';
import { requireLocationScope } from './location-scope.ts';
import { optionalText, readTracking, trackingInput } from './tracking-input.ts';

const eventInput = z.object({
  fulfillmentId: z.string(),
  status: z.enum(FULFILLMENT_EVENT_STATUSES),
  happenedAt: optionalText,
  estimatedDeliveryAt: optionalText,
  message: optionalText,
  address1: optionalText,
  city: optionalText,
  province: optionalText,
  country: optionalText,
  zip: optionalText,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
});
const fulfillmentInput = z.object({
  lineItemsByFulfillmentOrder: z.array(
    z.object({
      fulfillmentOrderId: z.string(),
      fulfillmentOrderLineItems: z.array(z.object({ id: z.string(), quantity: z.number() })).nullish(),
    }),
  ),
  trackingInfo: trackingInput.nullish(),
  notifyCustomer: z.boolean().nullish(),
});

export const fulfillmentMutations: FieldResolvers = {
  fulfillmentTrackingInfoUpdate: (_source, args, context) =>
    answering('fulfillment', () => {
      const fulfillment = changeable(context, args.fulfillmentId, ['fulfillmentId']);
      const trackingInfo = readTracking(trackingInput.parse(args.trackingInfoInput), ['trackingInfoInput']);
      updateTracking(context.sandbox, context.shop, fulfillment, {
        trackingInfo,
        notifyCustomer: args.notifyCustomer === true,
      });
      return fulfillment;
    }),
  fulfillmentEventCreate: (_source, args, context) =>
    answering('fulfillmentEvent', () => {
      const { fulfillmentId, ...event } = eventInput.parse(args.fulfillmentEvent);
      const fulfillment = active(context.shop, fulfillmentId, ['fulfillmentEvent', 'fulfillmentId']);
      return recordEvent(context.sandbox, context.shop, fulfillment, {
        ...event,
        happenedAt: wholeSeconds(event.happenedAt),
        estimatedDeliveryAt: wholeSeconds(event.estimatedDeliveryAt),
        latitude: event.latitude ?? null,
        longitude: event.longitude ?? null,
      });
    }),
  fulfillmentCreate: (_source, args, context) =>
    answering('fulfillment', () => {
      const { lineItemsByFulfillmentOrder, trackingInfo, notifyCustomer } = fulfillmentInput.parse(args.fulfillment);
      const lines = lineItemsByFulfillmentOrder.flatMap(({ fulfillmentOrderId, fulfillmentOrderLineItems }, group) => {
        const fulfillmentOrder = context.shop.fulfillmentOrders.get(fulfillmentOrderId);
        if (!fulfillmentOrder) throw new RuleBroken(['fulfillment'], 'Fulfillment order does not exist.');
        requireLocationScope(context, fulfillmentOrder.locationId, 'fulfillmentCreate');
        const chosen =
          fulfillmentOrderLineItems ??
          fulfillmentOrder.lineItems
            .filter(({ remainingQuantity }) => remainingQuantity > 0)
            .map(({ id, remainingQuantity }) => ({ id, quantity: remainingQuantity }));
        return chosen.map(({ id, quantity }, index) => {
          if (quantity < 1)
            throw new RuleBroken(
              [
                'fulfillment',
                'lineItemsByFulfillmentOrder',
                String(group),
                'fulfillmentOrderLineItems',
                String(index),
                'quantity',
              ],
              'Quantity must be greater than 0',
            );
          return { fulfillmentOrderId, lineId: id, quantity };
        });
      });
      const [first] = lineItemsByFulfillmentOrder;
      const order = first && context.shop.order(context.shop.fulfillmentOrder(first.fulfillmentOrderId).orderId);
      if (!order) throw new RuleBroken(['fulfillment'], 'Fulfillment must contain at least one line item.');
      return fulfillLines(context.sandbox, context.shop, order, {
        lines,
        trackingInfo: trackingInfo ? readTracking(trackingInfo, ['fulfillment', 'trackingInfo']) : [],
        notifyCustomer: notifyCustomer === true,
      });
    }),
  fulfillmentCancel: (_source, args, context) =>
    answering('fulfillment', () => {
      const fulfillment = existing(context.shop, args.id, ['id']);
      requireLocationScope(context, fulfillment.locationId, 'fulfillmentCancel');
      cancelFulfillment(context.sandbox, context.shop, fulfillment);
      return fulfillment;
    }),
};

function existing(shop: SandboxShop, id: unknown, field: readonly string[]): FulfillmentRecord {
  const fulfillment = shop.fulfillments.get(text(id));
  if (!fulfillment) throw new RuleBroken(field, 'Fulfillment does not exist.');
  return fulfillment;
}

function active(shop: SandboxShop, id: unknown, field: readonly string[]): FulfillmentRecord {
  const fulfillment = existing(shop, id, field);
  if (fulfillment.status === 'CANCELLED') throw new RuleBroken(field, 'Fulfillment is cancelled.');
  return fulfillment;
}

function changeable(context: RequestContext, id: unknown, field: readonly string[]): FulfillmentRecord {
  const fulfillment = active(context.shop, id, field);
  requireLocationScope(context, fulfillment.locationId, 'fulfillmentTrackingInfoUpdate');
  return fulfillment;
}

/** Removes fractions of a second, because Shopify stores whole seconds, in UTC. */
function wholeSeconds(time: string | null): string | null {
  if (time === null) return null;
  const parsed = new Date(time);
  if (Number.isNaN(parsed.getTime())) throw new GraphQLError('Invalid DateTime');
  return `${parsed.toISOString().slice(0, 19)}Z`;
}
