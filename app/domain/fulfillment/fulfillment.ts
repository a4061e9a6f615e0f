/**
 * A fulfillment as it is in Shopify now, with the necessary parts of its order: the only input of the mapping.
 * `app/shopify` builds it from the Admin API. It is never stored, because it contains the buyer's data. Ids are
 * Shopify's gids. Money is Shopify's decimal text. Times are ISO 8601 with an offset.
 */
export interface Fulfillment {
  readonly id: string;
  /** As the merchant sees it, e.g. `#1001.1`. */
  readonly name: string;
  /** Shopify's `FulfillmentStatus`; only `SUCCESS` is handed over. */
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Where the goods leave from; null when Shopify does not say. */
  readonly location: PickupLocation | null;
  readonly deliveryMethods: readonly DeliveryMethod[];
  readonly lines: readonly FulfillmentLine[];
  readonly tracking: readonly TrackingInfo[];
  readonly order: Order;
}

interface TrackingInfo {
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
}

interface PickupLocation {
  readonly id: string;
  readonly name: string;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly zip: string | null;
  readonly countryCode: string | null;
}

/** How the buyer chose to receive the goods (Shopify's `DeliveryMethod`). */
export interface DeliveryMethod {
  /** Shopify's `DeliveryMethodType`, such as `SHIPPING`; `NONE` when the buyer was not asked. */
  readonly type: string;
  readonly minDeliveryDateTime: string | null;
  readonly maxDeliveryDateTime: string | null;
  readonly presentedName: string | null;
  readonly instructions: string | null;
  readonly phone: string | null;
}

/** One line of THIS fulfillment. `quantity` is what this fulfillment ships, not what was ordered. */
export interface FulfillmentLine {
  readonly id: string;
  readonly quantity: number;
  /** Units of the line item that the whole order contains now, without those that were refunded or removed. */
  readonly currentQuantity: number;
  readonly lineItemId: string;
  readonly sku: string | null;
  /** Title with the variant, as Shopify prints it. */
  readonly name: string;
  readonly vendor: string | null;
  readonly requiresShipping: boolean;
  readonly isGiftCard: boolean;
  /**
   * The price of this line in this fulfillment after the discounts of the line and of the order, in the shop's
   * currency.
   */
  readonly discountedTotal: Money;
  /** Line properties. */
  readonly attributes: readonly Attribute[];
}

interface Money {
  readonly amount: string;
  readonly currency: string;
}

export interface Attribute {
  readonly key: string;
  readonly value: string | null;
}

export interface Order {
  readonly id: string;
  /** As the merchant sees it, e.g. `#1001`. */
  readonly name: string;
  readonly test: boolean;
  readonly cancelledAt: string | null;
  readonly tags: readonly string[];
  readonly note: string | null;
  /** The order's note attributes. */
  readonly attributes: readonly Attribute[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly total: Money;
  /** Shopify's highest risk assessment; null when there is none. */
  readonly riskLevel: string | null;
  readonly shippingLine: { readonly title: string; readonly code: string | null } | null;
  readonly shippingAddress: MailingAddress | null;
  readonly billingAddress: MailingAddress | null;
  readonly customer: Person | null;
  /** The order metafields that the merchant's settings name, by `namespace.key`. */
  readonly metafields: readonly Attribute[];
  /**
   * What Shopify withholds because the app has no approval for protected customer data, as far as that can be detected.
   */
  readonly withheld: readonly CustomerData[];
}

/** The kinds of protected customer data. Shopify approves each of them separately. */
export const CUSTOMER_DATA = ['name', 'address', 'phone', 'email'] as const;
export type CustomerData = (typeof CUSTOMER_DATA)[number];

export interface Person {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface MailingAddress {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
  readonly countryCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Whether Shopify has validated latitude and longitude for the address. */
  readonly coordinatesValidated: boolean;
}

/**
 * The parts of a live fulfillment that labels, sheets and pick lists show. It contains the buyer's data and is never
 * stored.
 */
export interface PrintableFulfillment extends Pick<Fulfillment, 'id' | 'name' | 'status' | 'deliveryMethods'> {
  /** Where the goods leave from; null when Shopify does not say. */
  readonly location: { readonly id: string; readonly name: string } | null;
  readonly lines: readonly PrintableLine[];
  readonly order: Pick<
    Order,
    | 'name'
    | 'cancelledAt'
    | 'note'
    | 'attributes'
    | 'email'
    | 'phone'
    | 'shippingAddress'
    | 'billingAddress'
    | 'customer'
  >;
}

export interface PrintableLine extends Pick<
  FulfillmentLine,
  'quantity' | 'sku' | 'name' | 'requiresShipping' | 'isGiftCard'
> {
  readonly title: string;
  readonly variant: string | null;
  /** Address of the variant's image at Shopify; null when it has none, or when nobody asked for it. */
  readonly image: string | null;
}
