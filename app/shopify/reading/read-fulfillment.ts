import type { z } from 'zod';
import type { ShopProfile } from '../../domain/planning/delivery-plan.ts';
import { paidShare } from '../../domain/mapping/price.ts';
import type {
  CustomerData,
  DeliveryMethod,
  Fulfillment,
  FulfillmentLine,
  MailingAddress,
  Order,
} from '../../domain/fulfillment/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { withFileLinks } from './file-links.ts';
import { fulfillmentToHandOver, furtherDeliveryMethods, furtherFulfillmentLines } from '../admin-api/operations.ts';
import type { order as orderParts } from '../admin-api/operations/order-parts.ts';
import { readOn } from './read-pages.ts';
import { ShopifyError } from '../admin-api/shopify-error.ts';

type Answer = z.infer<typeof fulfillmentToHandOver.data>;
type FulfillmentAnswer = NonNullable<Answer['fulfillment']>;
type LineAnswer = FulfillmentAnswer['fulfillmentLineItems']['nodes'][number];
type OrderAnswer = z.infer<typeof orderParts>;
type LocationAnswer = FulfillmentAnswer['location'];
type MethodAnswer = FulfillmentAnswer['fulfillmentOrders']['nodes'][number]['deliveryMethod'];
type AddressAnswer = NonNullable<OrderAnswer['shippingAddress']>;

/** What is read of an order beyond the fields that every order has. */
export interface ReadingNeeds {
  /** Order metafields, as `namespace.key`. */
  readonly metafieldKeys: readonly string[];
}

/**
 * Reads the live fulfillment with its order and its shop.
 *
 * @param fulfillmentId gid
 * @returns null when Shopify does not have the fulfillment (any more), or does not show its order
 * @throws ShopifyError
 */
export async function readFulfillment(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  { metafieldKeys }: ReadingNeeds,
): Promise<{ fulfillment: Fulfillment; shop: ShopProfile } | null> {
  const answer = await adminApi.request(shop, fulfillmentToHandOver, {
    id: fulfillmentId,
    ...metafieldVariables(metafieldKeys),
  });
  if (!answer.fulfillment) {
    if (answer.withheldFields.length === 0) return null;
    throw new ShopifyError('data-withheld', 'Shopify withholds the order: the app is not approved for customer data');
  }
  const whole = await readWhole(adminApi, shop, answer.fulfillment);
  return {
    fulfillment: toFulfillment(whole, kindsOf(answer.withheldFields)),
    shop: toProfile(shop, answer.shop),
  };
}

export function toProfile(domain: string, { name, currencyCode, ianaTimezone }: Answer['shop']): ShopProfile {
  return { domain, name, currency: currencyCode, timeZone: ianaTimezone };
}

export function metafieldVariables(metafieldKeys: readonly string[]) {
  return {
    metafieldKeys,
    metafields: Math.max(1, metafieldKeys.length),
    withMetafields: metafieldKeys.length > 0,
  };
}

/** Adds what did not fit into the first answer, and replaces the ids of files by links. */
async function readWhole(adminApi: AdminApi, shop: string, fulfillment: FulfillmentAnswer): Promise<FulfillmentAnswer> {
  const { id, fulfillmentLineItems, fulfillmentOrders, order } = fulfillment;
  const lines = await readOn(fulfillmentLineItems, async (after) => {
    const further = await adminApi.request(shop, furtherFulfillmentLines, { id, after });
    return further.fulfillment && further.fulfillment.fulfillmentLineItems;
  });
  const methods = await readOn(fulfillmentOrders, async (after) => {
    const further = await adminApi.request(shop, furtherDeliveryMethods, { id, after });
    return further.fulfillment && further.fulfillment.fulfillmentOrders;
  });
  const metafields = order.metafields && {
    nodes: await withFileLinks(adminApi, shop, order.metafields.nodes),
  };
  return {
    ...fulfillment,
    fulfillmentLineItems: { ...fulfillmentLineItems, nodes: lines },
    fulfillmentOrders: { ...fulfillmentOrders, nodes: methods },
    order: { ...order, metafields },
  };
}

const RISK_LEVELS = ['HIGH', 'MEDIUM', 'PENDING', 'LOW', 'NONE'] as const;

function toFulfillment(answer: FulfillmentAnswer, withheld: readonly CustomerData[]): Fulfillment {
  return {
    id: answer.id,
    name: answer.name,
    status: answer.status,
    createdAt: answer.createdAt,
    updatedAt: answer.updatedAt,
    location: toLocation(answer.location),
    deliveryMethods: answer.fulfillmentOrders.nodes.flatMap(({ deliveryMethod }) => toDeliveryMethods(deliveryMethod)),
    lines: answer.fulfillmentLineItems.nodes.map(toLine),
    tracking: answer.trackingInfo,
    order: toOrder(answer.order, withheld),
  };
}

export function toLocation(location: LocationAnswer): Fulfillment['location'] {
  return location && { id: location.id, name: location.name, ...location.address };
}

/** None or one. */
export function toDeliveryMethods(deliveryMethod: MethodAnswer): DeliveryMethod[] {
  if (!deliveryMethod) return [];
  return [
    {
      type: deliveryMethod.methodType,
      minDeliveryDateTime: deliveryMethod.minDeliveryDateTime,
      maxDeliveryDateTime: deliveryMethod.maxDeliveryDateTime,
      presentedName: deliveryMethod.presentedName,
      instructions: deliveryMethod.additionalInformation?.instructions ?? null,
      phone: deliveryMethod.additionalInformation?.phone ?? null,
    },
  ];
}

export function toOrder(order: OrderAnswer, withheld: readonly CustomerData[]): Order {
  const riskLevels = order.risk.assessments.map(({ riskLevel }) => riskLevel);
  return {
    id: order.id,
    name: order.name,
    test: order.test,
    cancelledAt: order.cancelledAt,
    tags: order.tags,
    note: order.note,
    attributes: order.customAttributes,
    email: order.email,
    phone: order.phone,
    total: toMoney(order.totalPriceSet.shopMoney),
    riskLevel: RISK_LEVELS.find((level) => riskLevels.includes(level)) ?? null,
    shippingLine: order.shippingLine,
    shippingAddress: order.shippingAddress && toAddress(order.shippingAddress),
    billingAddress: order.billingAddress && toAddress(order.billingAddress),
    customer: order.customer && {
      firstName: order.customer.firstName,
      lastName: order.customer.lastName,
      email: order.customer.defaultEmailAddress?.emailAddress ?? null,
      phone: order.customer.defaultPhoneNumber?.phoneNumber ?? null,
    },
    metafields: (order.metafields?.nodes ?? []).map(({ namespace, key, value }) => ({
      key: `${namespace}.${key}`,
      value,
    })),
    withheld,
  };
}

/**
 * The units of a line. Shopify's schema allows none: such a line would be missing in what is sent and printed.
 *
 * @throws ShopifyError
 */
export function unitsOf({ quantity }: Pick<LineAnswer, 'quantity'>): number {
  if (quantity === null) throw new ShopifyError('unreadable', 'Shopify says no quantity of a line');
  return quantity;
}

/** @throws ShopifyError */
export function toLine({ id, lineItem, ...line }: LineAnswer): FulfillmentLine {
  const quantity = unitsOf(line);
  return {
    id,
    quantity,
    currentQuantity: lineItem.currentQuantity,
    lineItemId: lineItem.id,
    sku: lineItem.sku,
    name: lineItem.name,
    vendor: lineItem.vendor,
    requiresShipping: lineItem.requiresShipping,
    isGiftCard: lineItem.isGiftCard,
    discountedTotal: paidFor(lineItem, quantity),
    attributes: lineItem.customAttributes,
  };
}

/** An amount that cannot be read is left as it is, for the mapping to report. */
function paidFor({ quantity, originalTotalSet, discountAllocations }: LineAnswer['lineItem'], units: number) {
  const { amount, currency } = toMoney(originalTotalSet.shopMoney);
  const discounts = discountAllocations.map(({ allocatedAmountSet }) => allocatedAmountSet.shopMoney.amount);
  return { amount: paidShare({ quantity, originalTotal: amount, discounts }, units) ?? `of ${amount}`, currency };
}

function toMoney({ amount, currencyCode }: { amount: string; currencyCode: string }) {
  return { amount, currency: currencyCode };
}

export function toAddress({ countryCodeV2, ...address }: AddressAnswer): MailingAddress {
  return { ...address, countryCode: countryCodeV2 };
}

/** Shopify's fields of protected customer data, by kind. */
const KINDS: Readonly<Record<string, readonly CustomerData[]>> = {
  firstName: ['name'],
  lastName: ['name'],
  address1: ['address'],
  address2: ['address'],
  zip: ['address'],
  latitude: ['address'],
  longitude: ['address'],
  phone: ['phone'],
  phoneNumber: ['phone'],
  email: ['email'],
  emailAddress: ['email'],
  shippingAddress: ['name', 'address', 'phone'],
};

/**
 * The kinds of customer data that the withheld fields belong to. A field that is blank, and that Shopify does not say it
 * withholds, was left empty.
 */
export function kindsOf(withheldFields: readonly string[]): CustomerData[] {
  return [...new Set(withheldFields.flatMap((field) => KINDS[field] ?? []))];
}
