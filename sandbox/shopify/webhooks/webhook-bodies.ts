/**
 * Bodies of webhooks in the REST shape: snake_case, enums in lower case, numeric ids beside the gid, money with the
 * currency's decimals, times with the shop's offset. Customer data is withheld as in GraphQL.
 */
import Big from 'big.js';
import { DateTime } from 'luxon';
import type { ProtectedContent } from '../graphql/admin-schema.ts';
import { allocationBodies, discountBodies, moneyBag } from './discount-bodies.ts';
import { fulfilledQuantity, latestEvent, orderFulfillmentStatus } from '../fulfillments/fulfillment-status.ts';
import { numericId } from '../shop/gid.ts';
import { restAmount } from '../shop/money.ts';
import {
  discountedTotal,
  gramsOf,
  shippingPrice,
  subtotal,
  totalDiscounts,
  totalPrice,
  totalWeight,
} from '../orders/pricing.ts';
import type { MailingAddressRecord } from '../shop/records.ts';
import type { LineItemRecord, OrderRecord } from '../shop/order-records.ts';
import type { FulfillmentEventRecord, FulfillmentRecord } from '../shop/fulfillment-records.ts';
import type { SandboxShop } from '../shop/shop.ts';

export type WebhookBody = Readonly<Record<string, unknown>>;

export function fulfillmentBody(shop: SandboxShop, order: OrderRecord, fulfillment: FulfillmentRecord): WebhookBody {
  const [first] = fulfillment.trackingInfo;
  const deliverable = fulfillment.serviceHandle !== 'gift_card';
  return {
    id: numericId(fulfillment.id),
    order_id: numericId(order.id),
    status: fulfillment.status.toLowerCase(),
    created_at: shopTime(shop, fulfillment.createdAt),
    service: fulfillment.serviceHandle,
    updated_at: shopTime(shop, fulfillment.updatedAt),
    tracking_company: first?.company ?? null,
    shipment_status: latestEvent(fulfillment)?.status.toLowerCase() ?? null,
    location_id: numericId(fulfillment.locationId),
    origin_address: null,
    email: customerData(shop, 'email', order.email),
    destination: deliverable ? addressBody(shop, order.shippingAddress) : null,
    line_items: fulfillment.lineItems.map(({ lineItemId, quantity }) =>
      lineItemBody(order, shop.lineItem(lineItemId), quantity),
    ),
    tracking_number: first?.number ?? null,
    tracking_numbers: fulfillment.trackingInfo.flatMap(({ number }) => number ?? []),
    tracking_url: first?.url ?? null,
    tracking_urls: fulfillment.trackingInfo.flatMap(({ url }) => url ?? []),
    receipt: {},
    name: fulfillment.name,
    admin_graphql_api_id: fulfillment.id,
  };
}

export function fulfillmentEventBody(
  shop: SandboxShop,
  fulfillment: FulfillmentRecord,
  event: FulfillmentEventRecord,
): WebhookBody {
  return {
    id: numericId(event.id),
    fulfillment_id: numericId(fulfillment.id),
    status: event.status.toLowerCase(),
    message: event.message,
    happened_at: shopTime(shop, event.happenedAt),
    city: customerData(shop, 'address', event.city),
    province: event.province,
    country: event.country,
    zip: customerData(shop, 'address', event.zip),
    address1: customerData(shop, 'address', event.address1),
    latitude: customerData(shop, 'address', event.latitude),
    longitude: customerData(shop, 'address', event.longitude),
    shop_id: numericId(shop.record.id),
    created_at: shopTime(shop, event.createdAt),
    updated_at: shopTime(shop, event.createdAt),
    estimated_delivery_at: event.estimatedDeliveryAt && shopTime(shop, event.estimatedDeliveryAt),
    order_id: numericId(fulfillment.orderId),
    admin_graphql_api_id: event.id,
  };
}

export function orderBody(shop: SandboxShop, order: OrderRecord): WebhookBody {
  const amount = (value: Big) => restAmount(value, order.currencyCode);
  const status = orderFulfillmentStatus(order);
  return {
    id: numericId(order.id),
    admin_graphql_api_id: order.id,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: order.cancelledAt && shopTime(shop, order.cancelledAt),
    closed_at: order.closedAt && shopTime(shop, order.closedAt),
    confirmed: true,
    contact_email: customerData(shop, 'email', order.email),
    created_at: shopTime(shop, order.createdAt),
    currency: order.currencyCode,
    current_subtotal_price: amount(subtotal(order)),
    current_total_discounts: amount(totalDiscounts(order)),
    current_total_price: amount(totalPrice(order)),
    customer_locale: order.customerLocale,
    email: customerData(shop, 'email', order.email),
    financial_status: order.displayFinancialStatus.toLowerCase(),
    fulfillment_status: status === 'FULFILLED' ? 'fulfilled' : status === 'PARTIALLY_FULFILLED' ? 'partial' : null,
    name: order.name,
    note: order.note,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? '' })),
    number: order.number - 1000,
    order_number: order.number,
    payment_gateway_names: order.paymentGatewayNames,
    phone: customerData(shop, 'phone', order.phone),
    presentment_currency: order.currencyCode,
    processed_at: shopTime(shop, order.processedAt),
    source_name: order.sourceName,
    subtotal_price: amount(subtotal(order)),
    tags: order.tags.join(', '),
    test: order.test,
    total_discounts: amount(totalDiscounts(order)),
    total_line_items_price: amount(subtotal(order).plus(totalDiscounts(order))),
    total_price: amount(totalPrice(order)),
    total_shipping_price_set: moneyBag(shippingPrice(order), order.currencyCode),
    total_weight: totalWeight(order),
    updated_at: shopTime(shop, order.updatedAt),
    billing_address: addressBody(shop, order.billingAddress),
    customer: order.customer && {
      id: numericId(order.customer.id),
      email: customerData(shop, 'email', order.customer.email),
      first_name: customerData(shop, 'name', order.customer.firstName),
      last_name: customerData(shop, 'name', order.customer.lastName),
      phone: customerData(shop, 'phone', order.customer.phone),
      admin_graphql_api_id: order.customer.id,
    },
    fulfillments: order.fulfillments.map((fulfillment) => fulfillmentBody(shop, order, fulfillment)),
    line_items: order.lineItems.map((line) => lineItemBody(order, line, line.quantity)),
    shipping_address: addressBody(shop, order.shippingAddress),
    shipping_lines: order.shippingLines.map((line) => ({
      id: numericId(line.id),
      carrier_identifier: line.carrierIdentifier,
      code: line.code,
      is_removed: line.isRemoved,
      phone: line.phone,
      price: amount(Big(line.price)),
      price_set: moneyBag(Big(line.price), order.currencyCode),
      source: line.source,
      title: line.title,
      tax_lines: [],
      discounted_price: amount(Big(line.price).minus(line.discount)),
      discounted_price_set: moneyBag(Big(line.price).minus(line.discount), order.currencyCode),
      discount_allocations: allocationBodies(order, line),
    })),
    ...discountBodies(order),
  };
}

/** The body of `orders/edited`, which contains the changes and not the order. */
export function orderEditedBody(shop: SandboxShop, order: OrderRecord, editId: number): WebhookBody {
  return {
    order_edit: {
      id: editId,
      app_id: null,
      created_at: shopTime(shop, order.updatedAt),
      notify_customer: false,
      order_id: numericId(order.id),
      staff_note: '',
      user_id: 1,
      line_items: { additions: [], removals: [] },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  };
}

/** The body about the shop itself, for `app/uninstalled`. */
export function shopBody({ record }: SandboxShop): WebhookBody {
  const { shopAddress: address } = record;
  return {
    id: numericId(record.id),
    name: record.name,
    email: record.email,
    domain: record.myshopifyDomain,
    province: address.province,
    country: address.countryCodeV2,
    address1: address.address1,
    zip: address.zip,
    city: address.city,
    phone: address.phone,
    country_code: address.countryCodeV2,
    country_name: address.country,
    currency: record.currencyCode,
    customer_email: record.contactEmail,
    iana_timezone: record.ianaTimezone,
    shop_owner: record.shopOwnerName,
    primary_locale: record.locale,
    weight_unit: record.weightUnit === 'KILOGRAMS' ? 'kg' : 'g',
    plan_name: 'basic',
    myshopify_domain: record.myshopifyDomain,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

function lineItemBody(order: OrderRecord, line: LineItemRecord, quantity: number): WebhookBody {
  const open = line.currentQuantity - fulfilledQuantity(order, line.id);
  const price = Big(line.unitPrice);
  const discount = price.times(line.quantity).minus(discountedTotal(line, order.currencyCode));
  return {
    id: numericId(line.id),
    variant_id: numericId(line.variantId),
    title: line.title,
    quantity,
    sku: line.sku ?? '',
    variant_title: line.variantTitle,
    vendor: line.vendor,
    fulfillment_service: line.isGiftCard ? 'gift_card' : 'manual',
    product_id: numericId(line.productId),
    requires_shipping: line.requiresShipping,
    taxable: line.taxable,
    gift_card: line.isGiftCard,
    name: line.name,
    variant_inventory_management: line.isGiftCard ? null : 'shopify',
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? '' })),
    product_exists: true,
    fulfillable_quantity: open,
    current_quantity: line.currentQuantity,
    grams: gramsOf(line),
    price: restAmount(price, order.currencyCode),
    total_discount: restAmount(discount, order.currencyCode),
    fulfillment_status: open === 0 ? 'fulfilled' : open < line.currentQuantity ? 'partial' : null,
    price_set: moneyBag(price, order.currencyCode),
    total_discount_set: moneyBag(discount, order.currencyCode),
    discount_allocations: allocationBodies(order, line),
    duties: [],
    tax_lines: [],
    admin_graphql_api_id: line.id,
  };
}

function addressBody(shop: SandboxShop, address: MailingAddressRecord | null): WebhookBody | null {
  if (!address) return null;
  const kept = <T>(content: ProtectedContent, value: T) => customerData(shop, content, value);
  return {
    first_name: kept('name', address.firstName),
    address1: kept('address', address.address1),
    phone: kept('phone', address.phone),
    city: address.city,
    zip: kept('address', address.zip),
    province: address.province,
    country: address.country,
    last_name: kept('name', address.lastName),
    address2: kept('address', address.address2),
    company: address.company,
    latitude: kept('address', address.latitude),
    longitude: kept('address', address.longitude),
    name: kept('name', [address.firstName, address.lastName].filter(Boolean).join(' ')),
    country_code: address.countryCodeV2,
    province_code: address.provinceCode,
  };
}

function customerData<T>(shop: SandboxShop, content: ProtectedContent, value: T): T | null {
  if (shop.withholding === 'nothing') return value;
  return shop.withholding === 'objects' || shop.withheldContents.includes(content) ? null : value;
}

function shopTime(shop: SandboxShop, time: string): string {
  return DateTime.fromISO(time, { zone: shop.record.ianaTimezone }).toISO({ suppressMilliseconds: true }) ?? time;
}
