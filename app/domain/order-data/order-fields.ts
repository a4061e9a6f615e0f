import { wholeSecond } from '../calendar/told-time.ts';
import { worstStatus } from './delivery-status.ts';

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
