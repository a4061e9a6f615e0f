/**
 * The records of a shop, as plain objects in the terms of the Admin API. A property here answers the field of the same
 * name. A field with no property and no resolver is not in this sandbox, and asking for it fails with an error. Ids are
 * gids, times ISO 8601 UTC, money decimal text in the shop's currency, weights in grams or as `{value, unit}`.
 */

export interface Attribute {
  key: string;
  value: string | null;
}

export interface ShopRecord {
  readonly __typename: 'Shop';
  readonly id: string;
  name: string;
  readonly myshopifyDomain: string;
  email: string;
  contactEmail: string;
  shopOwnerName: string;
  ianaTimezone: string;
  currencyCode: string;
  weightUnit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';
  taxesIncluded: boolean;
  createdAt: string;
  updatedAt: string;
  shopAddress: MailingAddressRecord<'ShopAddress'>;
  /** Language of the merchant's admin. */
  locale: string;
  /** The text between the order's name and the number of the fulfillment. Shopify has used both. */
  fulfillmentMark: '.' | '-F';
}

export interface MailingAddressRecord<Type extends 'MailingAddress' | 'ShopAddress' = 'MailingAddress'> {
  readonly __typename: Type;
  readonly id: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  phone: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  country: string | null;
  countryCodeV2: string | null;
  latitude: number | null;
  longitude: number | null;
  coordinatesValidated: boolean;
}

export interface LocationRecord {
  readonly __typename: 'Location';
  readonly id: string;
  name: string;
  isActive: boolean;
  fulfillsOnlineOrders: boolean;
  shipsInventory: boolean;
  hasActiveInventory: boolean;
  /** At the location of a fulfillment service a third party fulfills, so the third-party scopes are needed. */
  isFulfillmentService: boolean;
  createdAt: string;
  updatedAt: string;
  address: {
    address1: string | null;
    address2: string | null;
    city: string | null;
    province: string | null;
    provinceCode: string | null;
    zip: string | null;
    country: string | null;
    countryCode: string | null;
    phone: string | null;
    latitude: number | null;
    longitude: number | null;
  };
}

export interface CustomerRecord {
  readonly __typename: 'Customer';
  readonly id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  locale: string;
  note: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

export interface LineItemRecord {
  readonly __typename: 'LineItem';
  readonly id: string;
  readonly orderId: string;
  title: string;
  variantTitle: string | null;
  /** The title with the variant, as Shopify prints it. */
  name: string;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** The quantity that is left after edits and refunds. */
  currentQuantity: number;
  requiresShipping: boolean;
  isGiftCard: boolean;
  taxable: boolean;
  customAttributes: Attribute[];
  weight: { value: number; unit: 'GRAMS' | 'KILOGRAMS' } | null;
  /** The price of one unit, before discounts. */
  unitPrice: string;
  /** The amount taken off the whole line. */
  discount: string;
  /** The line's share of the discount of the whole order. */
  orderDiscount: string;
  productId: string;
  variantId: string;
}

export interface ShippingLineRecord {
  readonly __typename: 'ShippingLine';
  readonly id: string;
  title: string;
  code: string | null;
  source: string | null;
  carrierIdentifier: string | null;
  deliveryCategory: string | null;
  phone: string | null;
  custom: boolean;
  isRemoved: boolean;
  /** The price before discounts. */
  price: string;
  discount: string;
}

export interface FulfillmentOrderLineItemRecord {
  readonly __typename: 'FulfillmentOrderLineItem';
  readonly id: string;
  readonly lineItemId: string;
  totalQuantity: number;
  remainingQuantity: number;
}

export type FulfillmentOrderStatus = 'CANCELLED' | 'CLOSED' | 'IN_PROGRESS' | 'ON_HOLD' | 'OPEN' | 'SCHEDULED';
export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export interface DeliveryMethodRecord {
  readonly __typename: 'DeliveryMethod';
  readonly id: string;
  methodType: DeliveryMethodType;
  minDeliveryDateTime: string | null;
  maxDeliveryDateTime: string | null;
  presentedName: string | null;
  serviceCode: string | null;
  sourceReference: string | null;
  additionalInformation: { instructions: string | null; phone: string | null } | null;
}

export interface DestinationRecord {
  readonly __typename: 'FulfillmentOrderDestination';
  readonly id: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  countryCode: string | null;
  /** Where the buyer collects the goods; null unless the delivery method is a pickup. */
  locationId: string | null;
}

export interface FulfillmentHoldRecord {
  readonly __typename: 'FulfillmentHold';
  readonly id: string;
  readonly reason: string;
  readonly reasonNotes: string | null;
  /** An app's own name of the hold; null when there is none. */
  readonly handle: string | null;
  readonly heldByRequestingApp: boolean;
}

export interface FulfillmentOrderRecord {
  readonly __typename: 'FulfillmentOrder';
  readonly id: string;
  readonly orderId: string;
  status: FulfillmentOrderStatus;
  requestStatus: 'CLOSED' | 'SUBMITTED' | 'UNSUBMITTED';
  locationId: string;
  deliveryMethod: DeliveryMethodRecord | null;
  destination: DestinationRecord | null;
  /** While there is any, the status is `ON_HOLD`. */
  holds: FulfillmentHoldRecord[];
  /** How often the app has placed a hold, released ones included. */
  holdsByApp: number;
  lineItems: FulfillmentOrderLineItemRecord[];
  fulfillAt: string | null;
  fulfillBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface FulfillmentLineItemRecord {
  readonly __typename: 'FulfillmentLineItem';
  readonly id: string;
  readonly lineItemId: string;
  readonly quantity: number;
}

export const FULFILLMENT_EVENT_STATUSES = [
  'ATTEMPTED_DELIVERY',
  'CARRIER_PICKED_UP',
  'CONFIRMED',
  'DELAYED',
  'DELIVERED',
  'FAILURE',
  'IN_TRANSIT',
  'LABEL_PRINTED',
  'LABEL_PURCHASED',
  'OUT_FOR_DELIVERY',
  'READY_FOR_PICKUP',
] as const;
export type FulfillmentEventStatus = (typeof FULFILLMENT_EVENT_STATUSES)[number];

export interface FulfillmentEventRecord {
  readonly __typename: 'FulfillmentEvent';
  readonly id: string;
  status: FulfillmentEventStatus;
  happenedAt: string;
  createdAt: string;
  estimatedDeliveryAt: string | null;
  message: string | null;
  address1: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface TrackingInfoRecord {
  company: string | null;
  number: string | null;
  url: string | null;
}

export interface FulfillmentRecord {
  readonly __typename: 'Fulfillment';
  readonly id: string;
  readonly orderId: string;
  readonly name: string;
  /** `PENDING` and `OPEN` mean that the fulfillment service has not finished. */
  status: 'CANCELLED' | 'ERROR' | 'FAILURE' | 'OPEN' | 'PENDING' | 'SUCCESS';
  readonly locationId: string;
  /** Handle of the service that fulfilled it: `manual`, `gift_card`, or that of the location's fulfillment service. */
  readonly serviceHandle: string;
  readonly lineItems: FulfillmentLineItemRecord[];
  /** The fulfillment order lines from which it took its quantities. */
  readonly taken: readonly { fulfillmentOrderId: string; lineId: string; quantity: number }[];
  trackingInfo: TrackingInfoRecord[];
  events: FulfillmentEventRecord[];
  estimatedDeliveryAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface MetafieldRecord {
  readonly __typename: 'Metafield';
  readonly id: string;
  readonly ownerId: string;
  readonly namespace: string;
  readonly key: string;
  type: string;
  value: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** A file of the shop. `url` is null until Shopify has processed the file. */
export interface FileRecord<Type extends 'GenericFile' | 'MediaImage' = 'GenericFile'> {
  readonly __typename: Type;
  readonly id: string;
  readonly url: string | null;
  readonly mimeType: string | null;
  readonly alt: string | null;
  readonly fileStatus: 'FAILED' | 'PROCESSING' | 'READY' | 'UPLOADED';
  readonly fileErrors: readonly never[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A message that Shopify sent to the buyer. */
export interface EmailRecord {
  readonly kind: 'delivered' | 'out-for-delivery' | 'shipping-confirmation' | 'shipping-update';
  readonly to: string;
  readonly orderId: string;
  readonly fulfillmentId: string;
  /** The tracking information that was in the email. */
  readonly trackingInfo: readonly TrackingInfoRecord[];
  readonly sentAt: string;
}

export type RiskLevel = 'HIGH' | 'LOW' | 'MEDIUM' | 'NONE' | 'PENDING';

export interface OrderRecord {
  readonly __typename: 'Order';
  readonly id: string;
  readonly number: number;
  name: string;
  createdAt: string;
  updatedAt: string;
  processedAt: string;
  cancelledAt: string | null;
  cancelReason: 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF' | null;
  closedAt: string | null;
  test: boolean;
  edited: boolean;
  note: string | null;
  tags: string[];
  customAttributes: Attribute[];
  email: string | null;
  phone: string | null;
  currencyCode: string;
  customerLocale: string | null;
  sourceName: string | null;
  displayFinancialStatus: 'PAID' | 'PENDING' | 'REFUNDED' | 'VOIDED' | 'AUTHORIZED';
  paymentGatewayNames: string[];
  customer: CustomerRecord | null;
  shippingAddress: MailingAddressRecord | null;
  billingAddress: MailingAddressRecord | null;
  shippingLines: ShippingLineRecord[];
  /** The discount of the whole order; null when there is none. */
  discount: { amount: string; code: string | null; title: string | null } | null;
  lineItems: LineItemRecord[];
  fulfillmentOrders: FulfillmentOrderRecord[];
  fulfillments: FulfillmentRecord[];
  risk: { assessments: { riskLevel: RiskLevel }[]; recommendation: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE' };
  localizedFields: { key: string; value: string; countryCode: string; purpose: 'SHIPPING' | 'TAX'; title: string }[];
}

export type SandboxRecord =
  | CustomerRecord
  | DeliveryMethodRecord
  | DestinationRecord
  | FileRecord
  | FileRecord<'MediaImage'>
  | FulfillmentEventRecord
  | FulfillmentHoldRecord
  | FulfillmentLineItemRecord
  | FulfillmentOrderLineItemRecord
  | FulfillmentOrderRecord
  | FulfillmentRecord
  | LineItemRecord
  | LocationRecord
  | MailingAddressRecord
  | MailingAddressRecord<'ShopAddress'>
  | MetafieldRecord
  | OrderRecord
  | ShippingLineRecord
  | ShopRecord;
