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
