import { addressRecord, shopCountry } from './addresses.ts';
import { shareDiscount } from './discounts.ts';
import { plantFile } from '../shop/files.ts';
import { fulfillLines } from '../fulfillments/fulfilling.ts';
import { fulfillmentOrders } from '../fulfillments/fulfillment-orders.ts';
import { numericId } from '../shop/gid.ts';
import { orderDraft, type AddressDraft, type OrderDraft, type ParsedLine, type ParsedOrder } from './order-draft.ts';
import type { LineItemRecord, OrderRecord } from '../shop/order-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { orderBody } from '../webhooks/webhook-bodies.ts';

export type { OrderDraft } from './order-draft.ts';

/**
 * A buyer places an order: lines are assigned to locations, each location and delivery method gets a fulfillment order,
 * gift cards are fulfilled at once, and `orders/create` is sent.
 * @throws when the draft is not valid or names a location that the shop does not have
 */
export function enterOrder(sandbox: Sandbox, shop: SandboxShop, input: OrderDraft): OrderRecord {
  const parsed = orderDraft.parse(input);
  const draft = { ...parsed, lineItems: parsed.lineItems.flatMap(copiesOf) };
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
    discount: draft.discount,
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
  shareDiscount(order);
  for (const metafield of draft.metafields) plantMetafield(sandbox, shop, order, metafield);
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

function copiesOf(line: ParsedLine): ParsedLine[] {
  if (line.copies === 1) return [line];
  return Array.from({ length: line.copies }, (_, index) => ({
    ...line,
    title: `${line.title} ${index + 1}`,
    sku: line.sku && `${line.sku}-${index + 1}`,
  }));
}

function plantMetafield(
  sandbox: Sandbox,
  shop: SandboxShop,
  { id, createdAt }: OrderRecord,
  draft: ParsedOrder['metafields'][number],
): void {
  const { namespace, key, type } = draft;
  const files = 'files' in draft ? draft.files.map((file) => plantFile(sandbox, shop, file)) : [];
  const value = 'value' in draft ? draft.value : type === 'file_reference' ? (files[0] ?? '') : JSON.stringify(files);
  shop.addMetafield({
    __typename: 'Metafield',
    id: sandbox.gids.next('Metafield'),
    ownerId: id,
    namespace,
    key,
    type,
    value,
    createdAt,
    updatedAt: createdAt,
  });
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
    orderDiscount: '0',
    productId: gids.next('Product'),
    variantId: gids.next('ProductVariant'),
  };
}

/** Shopify issues a gift card as soon as it is paid, which fulfills its line. */
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
