import { z } from 'zod';
import { numericId, type GidSequence } from './gid.ts';
import type {
  DeliveryMethodType,
  FulfillmentOrderRecord,
  LineItemRecord,
  LocationRecord,
  MailingAddressRecord,
  OrderRecord,
} from './records.ts';
import { fulfillLines } from './fulfilling.ts';
import { timestamp, type Sandbox } from './sandbox.ts';
import type { SandboxShop } from './shop.ts';
import { orderBody } from './webhook-bodies.ts';

const text = z.string().nullable().default(null);
const money = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');
const time = z.iso.datetime({ offset: true });
const attributes = z.array(z.object({ key: z.string(), value: z.string().nullable() })).default([]);

const addressText = z.string().nullable().optional();
/** An address, or a change of one: what is left out stays empty, or as it was. */
export const addressDraft = z.strictObject({
  firstName: addressText,
  lastName: addressText,
  company: addressText,
  phone: addressText,
  address1: addressText,
  address2: addressText,
  city: addressText,
  province: addressText,
  provinceCode: addressText,
  zip: addressText,
  country: addressText,
  countryCode: addressText,
  latitude: z.number().nullable().optional(),
  longitude: z.number().nullable().optional(),
});
export type AddressDraft = z.output<typeof addressDraft>;

const deliveryDraft = z.strictObject({
  method: z.enum(['LOCAL', 'NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL', 'SHIPPING']),
  minDeliveryDateTime: time.nullable().default(null),
  maxDeliveryDateTime: time.nullable().default(null),
  presentedName: text,
  serviceCode: text,
  instructions: text,
  phone: text,
});

const lineDraft = z.strictObject({
  title: z.string(),
  variantTitle: text,
  sku: text,
  vendor: text,
  quantity: z.number().int().min(1).default(1),
  price: money,
  /** Taken off the whole line. */
  discount: money.default('0'),
  requiresShipping: z.boolean().default(true),
  isGiftCard: z.boolean().default(false),
  grams: z.number().min(0).nullable().default(null),
  customAttributes: attributes,
  /** Name or gid of the location it leaves from; by default that of the order. */
  location: z.string().optional(),
  /** How this line travels when it is not as the order: lines of other methods get a fulfillment order of their own. */
  delivery: deliveryDraft.optional(),
});

/** An order as a test or the seed writes it: everything that is left out has a likely value. */
export const orderDraft = z.strictObject({
  number: z.number().int().optional(),
  name: z.string().optional(),
  createdAt: time.optional(),
  test: z.boolean().default(false),
  note: text,
  tags: z.array(z.string()).default([]),
  customAttributes: attributes,
  email: text,
  phone: text,
  customer: z.strictObject({ firstName: text, lastName: text, email: text, phone: text }).nullable().default(null),
  shippingAddress: addressDraft.nullable().default(null),
  /** By default the shipping address again. */
  billingAddress: addressDraft.nullable().optional(),
  lineItems: z.array(lineDraft).min(1),
  shippingLine: z
    .strictObject({ title: z.string(), code: text, source: text, price: money.default('0'), phone: text })
    .nullable()
    .default(null),
  delivery: deliveryDraft.optional(),
  /** Name or gid of the location the lines leave from; by default the shop's first. */
  location: z.string().optional(),
  onHold: z.boolean().default(false),
  risk: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']).default('LOW'),
  localizedFields: z.array(z.strictObject({ key: z.string(), value: z.string() })).default([]),
  metafields: z
    .array(z.strictObject({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() }))
    .default([]),
  financialStatus: z.enum(['AUTHORIZED', 'PAID', 'PENDING', 'REFUNDED', 'VOIDED']).default('PAID'),
  customerLocale: z.string().nullable().default('es'),
});
export type OrderDraft = z.input<typeof orderDraft>;
type ParsedOrder = z.output<typeof orderDraft>;
type ParsedLine = z.output<typeof lineDraft>;
type ParsedDelivery = z.output<typeof deliveryDraft>;

/**
 * A buyer places an order: lines are assigned to locations, each location and delivery method becomes a fulfillment
 * order, gift cards are fulfilled at once, `orders/create` goes out.
 * @throws when the draft is not valid or names a location that the shop does not have
 */
export function enterOrder(sandbox: Sandbox, shop: SandboxShop, input: OrderDraft): OrderRecord {
  const draft = orderDraft.parse(input);
  const { gids } = sandbox;
  const number = draft.number ?? shop.nextOrderNumber;
  const createdAt = draft.createdAt ?? timestamp(sandbox);
  const address = (fields: AddressDraft | null) => fields && addressRecord(gids, { ...shopCountry(shop), ...fields });
  const id = gids.next('Order');
  const order: OrderRecord = {
    __typename: 'Order',
    id,
    number,
    name: draft.name ?? `#${number}`,
    createdAt,
    updatedAt: createdAt,
    processedAt: createdAt,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    test: draft.test,
    edited: false,
    note: draft.note,
    tags: draft.tags.toSorted(),
    customAttributes: draft.customAttributes,
    email: draft.email,
    phone: draft.phone,
    currencyCode: shop.record.currencyCode,
    customerLocale: draft.customerLocale,
    sourceName: 'web',
    displayFinancialStatus: draft.financialStatus,
    paymentGatewayNames: [draft.test ? 'bogus' : 'manual'],
    customer: draft.customer && {
      __typename: 'Customer',
      id: gids.next('Customer'),
      ...draft.customer,
      locale: draft.customerLocale ?? shop.record.locale,
      note: null,
      tags: [],
      createdAt,
      updatedAt: createdAt,
    },
    shippingAddress: address(draft.shippingAddress),
    billingAddress: address(draft.billingAddress === undefined ? draft.shippingAddress : draft.billingAddress),
    shippingLines: draft.shippingLine
      ? [
          {
            __typename: 'ShippingLine',
            id: gids.next('ShippingLine'),
            ...draft.shippingLine,
            source: draft.shippingLine.source ?? 'shopify',
            carrierIdentifier: null,
            deliveryCategory: null,
            custom: false,
            isRemoved: false,
          },
        ]
      : [],
    lineItems: draft.lineItems.map((line) => lineRecord(sandbox, id, line)),
    fulfillmentOrders: [],
    fulfillments: [],
    risk: {
      assessments: [{ riskLevel: draft.risk }],
      recommendation: draft.risk === 'HIGH' ? 'CANCEL' : draft.risk === 'MEDIUM' ? 'INVESTIGATE' : 'ACCEPT',
    },
    localizedFields: draft.localizedFields.map(({ key, value }) => ({
      key,
      value,
      countryCode: key.slice(-2),
      purpose: key.startsWith('TAX') ? 'TAX' : 'SHIPPING',
      title: key,
    })),
  };
  for (const metafield of draft.metafields)
    shop.metafields.push({
      __typename: 'Metafield',
      id: gids.next('Metafield'),
      ownerId: order.id,
      ...metafield,
      createdAt,
      updatedAt: createdAt,
    });
  order.fulfillmentOrders = fulfillmentOrders(sandbox, shop, order, draft);
  shop.orders.set(order.id, order);
  for (const line of order.lineItems) shop.lineItems.set(line.id, line);
  for (const each of order.fulfillmentOrders) shop.fulfillmentOrders.set(each.id, each);
  shop.nextOrderNumber = Math.max(shop.nextOrderNumber, number + 1);
  sandbox.webhooks.announce(shop, [
    { topic: 'orders/create', body: () => orderBody(shop, order), orderId: numericId(order.id) },
  ]);
  fulfillGiftCards(sandbox, shop, order);
  return order;
}

/** Buyers live in the country of the shop unless they say otherwise. */
export function shopCountry({ record }: SandboxShop): AddressDraft {
  return { country: record.shopAddress.country, countryCode: record.shopAddress.countryCodeV2 };
}

/** @param draft has its country already; what else it leaves out is empty */
export function addressRecord(gids: GidSequence, draft: AddressDraft): MailingAddressRecord {
  return {
    __typename: 'MailingAddress',
    id: gids.next('MailingAddress'),
    firstName: draft.firstName ?? null,
    lastName: draft.lastName ?? null,
    company: draft.company ?? null,
    phone: draft.phone ?? null,
    address1: draft.address1 ?? null,
    address2: draft.address2 ?? null,
    city: draft.city ?? null,
    province: draft.province ?? null,
    provinceCode: draft.provinceCode ?? null,
    zip: draft.zip ?? null,
    country: draft.country ?? null,
    countryCodeV2: draft.countryCode ?? null,
    latitude: draft.latitude ?? null,
    longitude: draft.longitude ?? null,
    coordinatesValidated: typeof draft.latitude === 'number',
  };
}

function lineRecord({ gids }: Sandbox, orderId: string, line: ParsedLine): LineItemRecord {
  return {
    __typename: 'LineItem',
    id: gids.next('LineItem'),
    orderId,
    title: line.title,
    variantTitle: line.variantTitle,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.quantity,
    requiresShipping: line.requiresShipping && !line.isGiftCard,
    isGiftCard: line.isGiftCard,
    taxable: !line.isGiftCard,
    customAttributes: line.customAttributes,
    weight: line.grams === null ? null : { value: line.grams, unit: 'GRAMS' },
    unitPrice: line.price,
    discount: line.discount,
    productId: gids.next('Product'),
    variantId: gids.next('ProductVariant'),
  };
}

/** One fulfillment order for each location and way of delivery. */
function fulfillmentOrders(
  { gids }: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  draft: ParsedOrder,
): FulfillmentOrderRecord[] {
  const groups = new Map<string, FulfillmentOrderRecord>();
  draft.lineItems.forEach((line, index) => {
    const record = order.lineItems[index];
    if (!record) return;
    const location = findLocation(shop, line.location ?? draft.location);
    const delivery = line.delivery ?? draft.delivery;
    const method = record.requiresShipping ? (delivery?.method ?? 'SHIPPING') : 'NONE';
    const key = `${location.id} ${method}`;
    let group = groups.get(key);
    if (!group) {
      group = {
        __typename: 'FulfillmentOrder',
        id: gids.next('FulfillmentOrder'),
        orderId: order.id,
        status: draft.onHold ? 'ON_HOLD' : 'OPEN',
        requestStatus: 'UNSUBMITTED',
        locationId: location.id,
        deliveryMethod: deliveryMethod(gids.next('DeliveryMethod'), method, delivery, draft),
        destination: destination(gids.next('FulfillmentOrderDestination'), method, order, location),
        lineItems: [],
        fulfillAt: order.createdAt,
        fulfillBy: null,
        createdAt: order.createdAt,
        updatedAt: order.createdAt,
      };
      groups.set(key, group);
    }
    group.lineItems.push({
      __typename: 'FulfillmentOrderLineItem',
      id: gids.next('FulfillmentOrderLineItem'),
      lineItemId: record.id,
      totalQuantity: record.quantity,
      remainingQuantity: record.quantity,
    });
  });
  return [...groups.values()];
}

export function findLocation(shop: SandboxShop, name: string | undefined): LocationRecord {
  const locations = [...shop.locations.values()];
  const location = name === undefined ? locations[0] : locations.find((each) => each.id === name || each.name === name);
  if (!location) throw new Error(`${shop.domain} has no location ${name ?? 'at all'}`);
  return location;
}

function deliveryMethod(
  id: string,
  methodType: DeliveryMethodType,
  delivery: ParsedDelivery | undefined,
  { shippingLine }: ParsedOrder,
): FulfillmentOrderRecord['deliveryMethod'] {
  const chosen = methodType === 'NONE' ? undefined : delivery;
  return {
    __typename: 'DeliveryMethod',
    id,
    methodType,
    minDeliveryDateTime: chosen?.minDeliveryDateTime ?? null,
    maxDeliveryDateTime: chosen?.maxDeliveryDateTime ?? null,
    presentedName: methodType === 'NONE' ? null : (chosen?.presentedName ?? shippingLine?.title ?? null),
    serviceCode: chosen?.serviceCode ?? null,
    sourceReference: null,
    additionalInformation:
      chosen?.instructions || chosen?.phone ? { instructions: chosen.instructions, phone: chosen.phone } : null,
  };
}

/** Nothing digital goes anywhere; what is collected goes to no address, only to a location. */
function destination(
  id: string,
  method: DeliveryMethodType,
  { shippingAddress, customer, email }: OrderRecord,
  location: LocationRecord,
): FulfillmentOrderRecord['destination'] {
  if (method === 'NONE' || method === 'RETAIL') return null;
  const collected = method === 'PICK_UP';
  if (!collected && !shippingAddress) return null;
  const at = collected ? null : shippingAddress;
  return {
    __typename: 'FulfillmentOrderDestination',
    id,
    firstName: at?.firstName ?? customer?.firstName ?? null,
    lastName: at?.lastName ?? customer?.lastName ?? null,
    company: at?.company ?? null,
    email,
    phone: at?.phone ?? null,
    address1: at?.address1 ?? null,
    address2: at?.address2 ?? null,
    city: at?.city ?? null,
    province: at?.province ?? null,
    zip: at?.zip ?? null,
    countryCode: at?.countryCodeV2 ?? null,
    locationId: collected ? location.id : null,
  };
}

/** Shopify issues a gift card, and so fulfills its line, as soon as it is paid. */
function fulfillGiftCards(sandbox: Sandbox, shop: SandboxShop, order: OrderRecord): void {
  if (order.displayFinancialStatus !== 'PAID') return;
  for (const { id, lineItems } of order.fulfillmentOrders) {
    const cards = lineItems.filter(({ lineItemId }) => shop.lineItem(lineItemId).isGiftCard);
    if (cards.length === 0) continue;
    fulfillLines(sandbox, shop, order, {
      lines: cards.map((card) => ({ fulfillmentOrderId: id, lineId: card.id, quantity: card.remainingQuantity })),
      serviceHandle: 'gift_card',
    });
  }
}
