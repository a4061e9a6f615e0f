/** The version of the Admin API that the program speaks. `shopify.app.toml` has to name the same. */
export const ADMIN_API_VERSION: string = '2026-07';

/** The values of Shopify's `FulfillmentEventStatus` that correspond to a state of a delivery, in any version. */
export const FULFILLMENT_EVENT_STATUSES = [
  'ATTEMPTED_DELIVERY',
  'BUYER_ACTION_REQUIRED',
  'CARRIER_PICKED_UP',
  'CONFIRMED',
  'DELAYED',
  'DELIVERED',
  'FAILURE',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'RETURNING_TO_SENDER',
] as const;
export type FulfillmentEventStatus = (typeof FULFILLMENT_EVENT_STATUSES)[number];

/** The versions of the Admin API from which a column of the table holds. */
const COLUMNS = ['2025-10', '2027-01'] as const;

/**
 * Shopify's event for each kind of state, by version: of a group, and of what is more exact than its group. Null causes no
 * event.
 */
const TABLE = {
  //                    2025-10               2027-01
  unknown: [null, null],
  accepted: ['CONFIRMED', 'CONFIRMED'],
  'courier-assigned': [null, null],
  'picking-up': [null, null],
  collected: ['CARRIER_PICKED_UP', 'CARRIER_PICKED_UP'],
  'on-the-way': ['IN_TRANSIT', 'IN_TRANSIT'],
  'out-for-delivery': ['OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY'],
  delivered: ['DELIVERED', 'DELIVERED'],
  delayed: ['DELAYED', 'DELAYED'],
  returning: ['DELAYED', 'RETURNING_TO_SENDER'],
  'attempt-failed': ['ATTEMPTED_DELIVERY', 'ATTEMPTED_DELIVERY'],
  'needs-merchant': ['DELAYED', 'DELAYED'],
  'address-wrong': ['DELAYED', 'BUYER_ACTION_REQUIRED'],
  'ended-badly': ['FAILURE', 'FAILURE'],
} as const satisfies Readonly<Record<string, readonly [FulfillmentEventStatus | null, FulfillmentEventStatus | null]>>;

export type EventKind = keyof typeof TABLE;

/** The column of the table for a version: the newest that is not after it. */
export function eventsOf(version: string): Readonly<Record<EventKind, FulfillmentEventStatus | null>> {
  const place = COLUMNS.findLastIndex((since) => since <= version);
  const column = Object.entries(TABLE).map(([kind, events]) => [kind, events[place] ?? null]);
  return Object.fromEntries(column) as Readonly<Record<EventKind, FulfillmentEventStatus | null>>;
}

/** Of the version that the program speaks. */
export const EVENTS = eventsOf(ADMIN_API_VERSION);
