import type { z } from 'zod';
import type { ShopProfile } from '../domain/delivery-plan.ts';
import type { Fulfillment, FulfillmentLine, MailingAddress } from '../domain/fulfillment.ts';
import type { AdminApi } from './admin-api.ts';
import { fulfillmentToHandOver, furtherFulfillmentLines } from './operations.ts';

type Answer = z.infer<typeof fulfillmentToHandOver.data>;
type FulfillmentAnswer = NonNullable<Answer['fulfillment']>;
type LineAnswer = FulfillmentAnswer['fulfillmentLineItems']['nodes'][number];
type AddressAnswer = NonNullable<FulfillmentAnswer['order']['shippingAddress']>;

/**
 * Reads the live fulfillment with its order, and the shop it belongs to.
 *
 * @param fulfillmentId gid
 * @param metafieldKeys order metafields to read as well, as `namespace.key`
 * @returns null when Shopify does not know the fulfillment (any more)
 * @throws ShopifyError
 */
export async function readFulfillment(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  metafieldKeys: readonly string[],
): Promise<{ fulfillment: Fulfillment; shop: ShopProfile } | null> {
  const answer = await adminApi.request(shop, fulfillmentToHandOver, {
    id: fulfillmentId,
    metafieldKeys,
    withMetafields: metafieldKeys.length > 0,
  });
  if (!answer.fulfillment) return null;
  const lines = await readAllLines(adminApi, shop, answer.fulfillment);
  return {
    fulfillment: toFulfillment(answer.fulfillment, lines),
    shop: {
      domain: shop,
      name: answer.shop.name,
      currency: answer.shop.currencyCode,
      timeZone: answer.shop.ianaTimezone,
    },
  };
}

async function readAllLines(adminApi: AdminApi, shop: string, fulfillment: FulfillmentAnswer): Promise<LineAnswer[]> {
  const nodes = [...fulfillment.fulfillmentLineItems.nodes];
  let { pageInfo } = fulfillment.fulfillmentLineItems;
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const variables = { id: fulfillment.id, after: pageInfo.endCursor };
    const page = await adminApi.request(shop, furtherFulfillmentLines, variables);
    if (!page.fulfillment) break;
    nodes.push(...page.fulfillment.fulfillmentLineItems.nodes);
    ({ pageInfo } = page.fulfillment.fulfillmentLineItems);
  }
  return nodes;
}

const RISK_LEVELS = ['HIGH', 'MEDIUM', 'PENDING', 'LOW', 'NONE'] as const;

function toFulfillment(answer: FulfillmentAnswer, lines: readonly LineAnswer[]): Fulfillment {
  const { order, location } = answer;
  const riskLevels = order.risk.assessments.map(({ riskLevel }) => riskLevel);
  return {
    id: answer.id,
    name: answer.name,
    status: answer.status,
    createdAt: answer.createdAt,
    updatedAt: answer.updatedAt,
    location: location && { id: location.id, name: location.name, ...location.address },
    deliveryMethods: answer.fulfillmentOrders.nodes.flatMap(({ deliveryMethod }) =>
      deliveryMethod
        ? {
            type: deliveryMethod.methodType,
            minDeliveryDateTime: deliveryMethod.minDeliveryDateTime,
            maxDeliveryDateTime: deliveryMethod.maxDeliveryDateTime,
            presentedName: deliveryMethod.presentedName,
            instructions: deliveryMethod.additionalInformation?.instructions ?? null,
            phone: deliveryMethod.additionalInformation?.phone ?? null,
          }
        : [],
    ),
    lines: lines.map(toLine),
    tracking: answer.trackingInfo,
    order: {
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
    },
  };
}

function toLine({ id, quantity, discountedTotalSet, lineItem }: LineAnswer): FulfillmentLine {
  return {
    id,
    quantity: quantity ?? 0,
    lineItemId: lineItem.id,
    sku: lineItem.sku,
    name: lineItem.name,
    vendor: lineItem.vendor,
    requiresShipping: lineItem.requiresShipping,
    isGiftCard: lineItem.isGiftCard,
    discountedTotal: toMoney(discountedTotalSet.shopMoney),
    originalUnitPrice: toMoney(lineItem.originalUnitPriceSet.shopMoney),
    attributes: lineItem.customAttributes,
  };
}

function toMoney({ amount, currencyCode }: { amount: string; currencyCode: string }) {
  return { amount, currency: currencyCode };
}

export function toAddress({ countryCodeV2, ...address }: AddressAnswer): MailingAddress {
  return { ...address, countryCode: countryCodeV2 };
}
