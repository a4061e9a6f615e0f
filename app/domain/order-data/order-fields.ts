import { wholeSecond } from '../calendar/told-time.ts';
import type { StateGroup } from '../tracking/operator-state.ts';

/**
 * The delivery status of an order, by the group of its state, and the one order of the groups for an order with several
 * deliveries: first what went wrong, then the delivery that is furthest from its end. So an order is `delivered` when all
 * of it is. The order's field, its tag and Flow say it in these words.
 */
const STATUSES = {
  'ended-badly': 'not-delivered',
  'needs-merchant': 'operator-asks',
  'attempt-failed': 'attempt-failed',
  delayed: 'delayed',
  accepted: 'accepted',
  'courier-assigned': 'courier-assigned',
  'picking-up': 'picking-up',
  'on-the-way': 'on-the-way',
  'out-for-delivery': 'out-for-delivery',
  unknown: 'in-delivery',
  delivered: 'delivered',
} as const satisfies Readonly<Record<StateGroup, string>>;

export type DeliveryStatus = (typeof STATUSES)[StateGroup];
/** The worst first. */
export const DELIVERY_STATUSES: readonly DeliveryStatus[] = Object.values(STATUSES);

/**
 * @param groups of the order's deliveries; null for those whose state is not known yet
 * @returns null when none is known
 */
export function worstStatus(groups: readonly (string | null)[]): DeliveryStatus | null {
  return Object.entries(STATUSES).find(([group]) => groups.includes(group))?.[1] ?? null;
}

/** The fields of an order by which Shopify's lists, reports and workflows select: metafields, with their types. */
export const ORDER_FIELDS = [
  { key: 'delivery_status', type: 'single_line_text_field' },
  { key: 'promised_day', type: 'date' },
  { key: 'delivered_at', type: 'date_time' },
  { key: 'on_time', type: 'boolean' },
  { key: 'operator', type: 'single_line_text_field' },
  { key: 'needs_person', type: 'boolean' },
] as const;
type OrderField = (typeof ORDER_FIELDS)[number]['key'];

/** Of each field its value as Shopify takes it; null for none. */
export type OrderFields = Readonly<Record<OrderField, string | null>>;

/** What the fields say of one delivery. */
export interface FieldedDelivery {
  readonly phase: string;
  readonly stateGroup: string | null;
  readonly attentionSince: Date | null;
  /** Null for a delivery that the operator has not accepted: it has promised nothing. */
  readonly handedOverAt: Date | null;
  readonly endedAt: Date | null;
  readonly promisedDate: string | null;
  readonly promisedUntil: Date | null;
}

/**
 * The fields of an order with these deliveries. They say of the order:
 *
 * - `delivery_status`: the worst of its deliveries
 * - `promised_day`: the last day that was promised
 * - `delivered_at`: when the last delivery arrived that has arrived
 * - `on_time`: false once a promise is broken; true when all that has arrived came in time
 * - `operator`: who delivers it
 * - `needs_person`: whether one of its deliveries does
 *
 * A further delivery of the order takes no value away: only an end that the operator takes back does.
 */
export function orderFields(
  deliveries: readonly FieldedDelivery[],
  { operator, now }: { readonly operator: string; readonly now: Date },
): OrderFields {
  const accepted = deliveries.filter(({ handedOverAt }) => handedOverAt !== null);
  const arrivals = accepted.flatMap((delivery) => arrivalOf(delivery)?.getTime() ?? []);
  const kept = new Set(accepted.map((delivery) => keptPromise(delivery, now)));
  const onTime = kept.has(false) ? false : kept.has(true) ? true : null;
  return {
    delivery_status: worstStatus(deliveries.map(({ stateGroup }) => stateGroup)),
    promised_day:
      accepted
        .flatMap(({ promisedDate }) => promisedDate ?? [])
        .sort()
        .at(-1) ?? null,
    delivered_at: arrivals.length > 0 ? shopifyTime(new Date(Math.max(...arrivals))) : null,
    on_time: onTime === null ? null : String(onTime),
    operator: accepted.length > 0 ? operator : null,
    needs_person: String(deliveries.some(({ attentionSince }) => attentionSince !== null)),
  };
}

const arrivalOf = ({ phase, endedAt }: FieldedDelivery) => (phase === 'delivered' ? endedAt : null);

/** @returns null while it can still be kept, and when nothing was promised */
function keptPromise(delivery: FieldedDelivery, now: Date): boolean | null {
  const { phase, promisedUntil } = delivery;
  if (promisedUntil === null) return null;
  const arrival = arrivalOf(delivery);
  if (arrival !== null) return arrival <= promisedUntil;
  return phase === 'failed' || now > promisedUntil ? false : null;
}

/** Without fractions of a second: Shopify shows none. */
const shopifyTime = (time: Date) => wholeSecond(time).toISOString().replace('.000Z', 'Z');
