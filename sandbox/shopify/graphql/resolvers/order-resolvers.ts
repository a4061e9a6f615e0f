import Big from 'big.js';
import { z } from 'zod';
import { discountsOf } from '../../orders/discounts.ts';
import { fulfilledQuantity, orderFulfillmentStatus } from '../../fulfillments/fulfillment-status.ts';
import { numericId } from '../../shop/gid.ts';
import { decimalText } from '../../shop/money.ts';
import {
  discountedTotal,
  originalTotal,
  shippingDiscount,
  shippingPrice,
  subtotal,
  totalDiscounts,
  totalPrice,
  totalWeight,
} from '../../orders/pricing.ts';
import type { LineItemRecord, OrderRecord } from '../../shop/order-records.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';
import { discountApplication, discountAllocations } from './discount-values.ts';
import { referenceOf, referencesOf } from './file-resolvers.ts';
import { productImage } from '../../shop/product-images.ts';
import { compareDigest, metafieldOf, metafieldsOf } from './metafields.ts';
import { moneyBag } from './money-bag.ts';
import { resolversOf } from './record-resolvers.ts';

const orderMoney = (amountOf: (order: OrderRecord) => Big) => (order: OrderRecord) =>
  moneyBag(amountOf(order), order.currencyCode);
const lineMoney =
  (amountOf: (line: LineItemRecord, currencyCode: string) => Big) =>
  (line: LineItemRecord, { shop }: RequestContext) =>
    moneyBag(amountOf(line, shop.record.currencyCode), shop.record.currencyCode);
const unitAfter = (line: LineItemRecord, discount: Big) =>
  originalTotal(line).minus(discount).div(line.quantity).round(2);

export const orderResolvers: Readonly<Record<string, FieldResolvers>> = {
  Order: resolversOf('Order', {
    legacyResourceId: ({ id }) => String(numericId(id)),
    displayFulfillmentStatus: orderFulfillmentStatus,
    closed: ({ closedAt }) => closedAt !== null,
    confirmed: () => true,
    fullyPaid: ({ displayFinancialStatus }) => displayFinancialStatus === 'PAID',
    unpaid: ({ displayFinancialStatus }) => displayFinancialStatus === 'PENDING',
    requiresShipping: ({ lineItems }) => lineItems.some(({ requiresShipping }) => requiresShipping),
    fulfillable: (order) => orderFulfillmentStatus(order) !== 'FULFILLED' && order.cancelledAt === null,
    displayAddress: ({ shippingAddress, billingAddress }) => shippingAddress ?? billingAddress,
    presentmentCurrencyCode: ({ currencyCode }) => currencyCode,
    subtotalPriceSet: orderMoney(subtotal),
    currentSubtotalPriceSet: orderMoney(subtotal),
    totalPriceSet: orderMoney(totalPrice),
    currentTotalPriceSet: orderMoney(totalPrice),
    originalTotalPriceSet: orderMoney(totalPrice),
    totalDiscountsSet: orderMoney(totalDiscounts),
    currentTotalDiscountsSet: orderMoney(totalDiscounts),
    cartDiscountAmountSet: orderMoney(({ lineItems }) =>
      lineItems.reduce((sum, { orderDiscount }) => sum.plus(orderDiscount), Big(0)),
    ),
    discountApplications: (order) => discountsOf(order).map((_, index) => discountApplication(order, index)),
    discountCode: ({ discount }) => discount?.code ?? null,
    discountCodes: ({ discount }) => [discount?.code ?? []].flat(),
    totalShippingPriceSet: orderMoney(shippingPrice),
    currentShippingPriceSet: orderMoney((order) => shippingPrice(order).minus(shippingDiscount(order))),
    totalWeight: (order) => String(totalWeight(order)),
    currentTotalWeight: (order) => String(totalWeight(order)),
    subtotalLineItemsQuantity: ({ lineItems }) => lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    shippingLine: ({ shippingLines }) => shippingLines.find(({ isRemoved }) => !isRemoved) ?? null,
    shippingLines: ({ shippingLines }, _, { includeRemovals }) =>
      includeRemovals ? shippingLines : shippingLines.filter(({ isRemoved }) => !isRemoved),
    fulfillmentOrders: ({ fulfillmentOrders }, { shop, installation }) =>
      fulfillmentOrders.filter(({ locationId }) => isWorkedFor(installation.scopes, shop.location(locationId))),
    fulfillmentsCount: ({ fulfillments }) => ({ count: fulfillments.length, precision: 'EXACT' }),
    metafield: ({ id }, context, args) => metafieldOf(id, context, args),
    metafields: ({ id }, context, args) => metafieldsOf(id, context, args),
  }),
  LineItem: resolversOf('LineItem', {
    image: ({ name }, { sandbox }) => productImage(sandbox, name),
    originalUnitPriceSet: lineMoney((line) => Big(line.unitPrice)),
    originalTotalSet: lineMoney((line) => originalTotal(line)),
    discountedTotalSet: lineMoney((line, currencyCode) => discountedTotal(line, currencyCode)),
    discountedUnitPriceSet: lineMoney((line) => unitAfter(line, Big(line.discount))),
    discountedUnitPriceAfterAllDiscountsSet: lineMoney((line) =>
      unitAfter(line, Big(line.discount).plus(line.orderDiscount)),
    ),
    totalDiscountSet: lineMoney((line) => Big(line.discount)),
    unfulfilledQuantity: (line, { shop }) =>
      line.currentQuantity - fulfilledQuantity(shop.order(line.orderId), line.id),
    nonFulfillableQuantity: ({ quantity, currentQuantity }) => quantity - currentQuantity,
    refundableQuantity: ({ currentQuantity }) => currentQuantity,
    taxLines: () => [],
    discountAllocations: (line, { shop }) => discountAllocations(shop.order(line.orderId), line),
    duties: () => [],
  }),
  ShippingLine: resolversOf('ShippingLine', {
    originalPriceSet: ({ price }, { shop }) => moneyBag(Big(price), shop.record.currencyCode),
    discountedPriceSet: ({ price, discount }, { shop }) =>
      moneyBag(Big(price).minus(discount), shop.record.currencyCode),
    currentDiscountedPriceSet: ({ price, discount }, { shop }) =>
      moneyBag(Big(price).minus(discount), shop.record.currencyCode),
    price: ({ price }) => decimalText(Big(price)),
    taxLines: () => [],
    discountAllocations: (line, { shop }) => discountAllocations(shop.orderOfShippingLine(line.id), line),
  }),
  MailingAddress: resolversOf('MailingAddress', {
    name: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') || null,
    countryCode: ({ countryCodeV2 }) => countryCodeV2,
    formatted: ({ address1, address2, city, province, zip, country }) =>
      [address1, address2, [zip, city, province].filter(Boolean).join(' '), country].filter(Boolean),
    formattedArea: ({ city, province, country }) => [city, province, country].filter(Boolean).join(', ') || null,
  }),
  Customer: resolversOf('Customer', {
    legacyResourceId: ({ id }) => String(numericId(id)),
    displayName: ({ firstName, lastName, email, phone }) =>
      [firstName, lastName].filter(Boolean).join(' ') || email || phone || '',
    defaultEmailAddress: ({ email }) => email && { emailAddress: email },
    defaultPhoneNumber: ({ phone }) => phone && { phoneNumber: phone },
    metafield: ({ id }, context, args) => metafieldOf(id, context, args),
    metafields: ({ id }, context, args) => metafieldsOf(id, context, args),
  }),
  Metafield: resolversOf('Metafield', {
    legacyResourceId: ({ id }) => String(numericId(id)),
    compareDigest,
    jsonValue: ({ type, value }) =>
      /^(json|number_integer|boolean)$/.test(type) ? z.json().parse(JSON.parse(value)) : value,
    reference: referenceOf,
    references: referencesOf,
    sizeInBytes: ({ value }) => Buffer.byteLength(value),
    ownerType: ({ ownerId }) => ownerTypes[ownerId.split('/')[3] ?? ''],
  }),
};

const ownerTypes: Readonly<Record<string, string>> = {
  Order: 'ORDER',
  Shop: 'SHOP',
  Customer: 'CUSTOMER',
  Location: 'LOCATION',
  AppInstallation: 'API_PERMISSION',
};

/**
 * Whether the scopes cover a location: the third-party scopes for that of a fulfillment service, the merchant-managed
 * ones for any other.
 */
function isWorkedFor(scopes: readonly string[], { isFulfillmentService }: { isFulfillmentService: boolean }): boolean {
  const kind = isFulfillmentService ? 'third_party' : 'merchant_managed';
  return [`read_${kind}_fulfillment_orders`, `write_${kind}_fulfillment_orders`].some((scope) =>
    scopes.includes(scope),
  );
}
