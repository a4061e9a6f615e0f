import type { FulfillmentOrderRecord, FulfillmentRecord } from './fulfillment-records.ts';
import type { Attribute, CustomerRecord, MailingAddressRecord } from './records.ts';

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
