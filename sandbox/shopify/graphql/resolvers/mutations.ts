import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { fulfillLines, RuleBroken } from '../../fulfillments/fulfilling.ts';
import { CodedRuleBroken, holdByApp, releaseHolds } from '../../fulfillments/fulfillment-holds.ts';
import { cancelFulfillment, recordEvent, updateTracking } from '../../fulfillments/fulfillment-changes.ts';
import { numericId } from '../../shop/gid.ts';
import {
  FULFILLMENT_EVENT_STATUSES,
  type FulfillmentOrderRecord,
  type FulfillmentRecord,
  type TrackingInfoRecord,
} from '../../shop/records.ts';
import { timestamp } from '../../sandbox.ts';
import type { SandboxShop } from '../../shop/shop.ts';
import { orderBody } from '../../webhooks/webhook-bodies.ts';
import { text } from '../arguments.ts';
import { isGranted, requireScopes } from '../access.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';
import { flowTriggerReceive } from './flow-trigger-receive.ts';
import { metafieldsSet } from './metafields-set.ts';

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const trackingInput = z.object({
  company: optionalText,
  number: optionalText,
  numbers: z.array(z.string()).nullish(),
  url: optionalText,
  urls: z.array(z.string()).nullish(),
});
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
const holdInput = z.object({
  reason: z.string(),
  reasonNotes: optionalText,
  handle: optionalText,
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

export const mutationResolvers: FieldResolvers = {
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
  fulfillmentOrderHold: (_source, args, context) =>
    answering('fulfillmentHold', () => {
      const held = holdable(context, args.id, 'fulfillmentOrderHold');
      return holdByApp(context.sandbox, context.shop, held, holdInput.parse(args.fulfillmentHold));
    }),
  fulfillmentOrderReleaseHold: (_source, args, context) =>
    answering('fulfillmentOrder', () => {
      const held = holdable(context, args.id, 'fulfillmentOrderReleaseHold');
      const holdIds = z.array(z.string()).nullish().parse(args.holdIds);
      releaseHolds(context.sandbox, context.shop, held, holdIds ?? null);
      return held;
    }),
  metafieldsSet,
  flowTriggerReceive,
  tagsAdd: (_source, args, context) =>
    answering('node', () =>
      changeTags(context, args, 'tagsAdd', (present, wanted) => {
        if (wanted.some((tag) => tag.length > 40))
          throw new RuleBroken(['tags'], 'Tags must be at most 40 characters long.');
        const known = new Set(present.map((tag) => tag.toLowerCase()));
        return [...present, ...wanted.filter((tag) => !known.has(tag.toLowerCase()))];
      }),
    ),
  tagsRemove: (_source, args, context) =>
    answering('node', () =>
      changeTags(context, args, 'tagsRemove', (present, unwanted) => {
        const leaving = new Set(unwanted.map((tag) => tag.toLowerCase()));
        return present.filter((tag) => !leaving.has(tag.toLowerCase()));
      }),
    ),
};

function holdable(context: RequestContext, id: unknown, mutation: string): FulfillmentOrderRecord {
  const fulfillmentOrder = context.shop.fulfillmentOrders.get(text(id));
  if (!fulfillmentOrder)
    throw new CodedRuleBroken('FULFILLMENT_ORDER_NOT_FOUND', ['id'], 'Fulfillment order not found.');
  requireLocationScope(context, fulfillmentOrder.locationId, mutation);
  return fulfillmentOrder;
}

const tagsInput = z.object({ id: z.string(), tags: z.array(z.string()) });

/** Changes an order's tags. Commas divide tags, and case does not. An order whose tags stay the same has not changed. */
function changeTags(
  { sandbox, shop, installation }: RequestContext,
  args: unknown,
  field: string,
  change: (present: readonly string[], given: readonly string[]) => string[],
) {
  const { id, tags } = tagsInput.parse(args);
  const order = shop.orders.get(id);
  if (!order) throw new RuleBroken(['id'], `Couldn't find resource with id ${id}`);
  requireScopes(installation.scopes, ['write_orders'], `${field} field`);
  const given = tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim());
  const changed = change(order.tags, given.filter(Boolean)).toSorted();
  if (changed.join() === order.tags.toSorted().join()) return order;
  order.tags = changed;
  order.updatedAt = timestamp(sandbox);
  sandbox.webhooks.announce(shop, [
    { topic: 'orders/updated', body: () => orderBody(shop, order), orderId: numericId(order.id) },
  ]);
  return order;
}

/** A payload with its record, or with the rule that was broken. Both are sent with HTTP 200. */
function answering<T>(name: string, act: () => T) {
  try {
    return { [name]: act(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    const { field, message } = error;
    const code = error instanceof CodedRuleBroken ? { code: error.code } : {};
    return { [name]: null, userErrors: [{ __typename: 'UserError', field, message, ...code }] };
  }
}

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

/** The scope for writing depends on whether the merchant or a third party fulfills at the location. */
function requireLocationScope({ shop, installation }: RequestContext, locationId: string, field: string): void {
  const kind = shop.location(locationId).isFulfillmentService ? 'third_party' : 'merchant_managed';
  const scope = `write_${kind}_fulfillment_orders`;
  if (!isGranted(installation.scopes, [scope])) requireScopes(installation.scopes, [scope], `${field} field`);
}

/** Carriers of Shopify's list that are common in this region. Shopify makes their tracking links itself. */
const carrierLinks: Readonly<Record<string, string>> = {
  Coordinadora: 'https://www.coordinadora.com/portafolio-de-servicios/servicios-en-linea/rastrear-guias/?guia=',
  Correios: 'https://rastreamento.correios.com.br/app/index.php?objetos=',
  'DHL Express': 'https://www.dhl.com/en/express/tracking.html?AWB=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  UPS: 'https://www.ups.com/WebTracking?loc=en_US&requester=ST&trackNums=',
};

function readTracking(input: z.output<typeof trackingInput>, path: readonly string[]): TrackingInfoRecord[] {
  const { company, number, numbers, url, urls } = input;
  if (url !== null && urls) throw new RuleBroken([...path, 'urls'], 'url and urls cannot be sent together.');
  if (number !== null && numbers)
    throw new RuleBroken([...path, 'numbers'], 'number and numbers cannot be sent together.');
  const allNumbers = numbers ?? (number ? [number] : []);
  const allUrls = urls ?? (url ? [url] : []);
  if (url && allNumbers.length === 0) throw new RuleBroken([...path, 'number'], 'number is required with url.');
  if (urls && urls.length > 0 && !numbers) throw new RuleBroken([...path, 'numbers'], 'numbers is required with urls.');
  if (allUrls.length > allNumbers.length)
    throw new RuleBroken([...path, 'urls'], 'urls must be as many as numbers: they are matched by position.');
  if (allNumbers.length === 0) return company === null ? [] : [{ company, number: null, url: null }];
  const link = company === null ? undefined : carrierLinks[company];
  return allNumbers.map((each, index) => ({
    company,
    number: each,
    url: allUrls[index] ?? (link === undefined ? null : `${link}${encodeURIComponent(each)}`),
  }));
}

/** Removes fractions of a second, because Shopify stores whole seconds, in UTC. */
function wholeSeconds(time: string | null): string | null {
  if (time === null) return null;
  const parsed = new Date(time);
  if (Number.isNaN(parsed.getTime())) throw new GraphQLError('Invalid DateTime');
  return `${parsed.toISOString().slice(0, 19)}Z`;
}
