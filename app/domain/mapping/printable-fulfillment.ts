import type { Fulfillment, FulfillmentLine, Order } from '../fulfillment/fulfillment.ts';

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
