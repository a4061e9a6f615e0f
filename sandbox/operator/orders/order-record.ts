import { DateTime } from 'luxon';
import type { HeldOrder } from './order-store.ts';

/** One element of `data.deliveries` (§2.6), types as in the read response of §2.4. */
export interface OrderRecord {
  readonly notes: string;
  /** ISO 8601 UTC with `Z`, like `updated` and `deliveryDate`. */
  readonly created: string;
  readonly updated: string;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly orderNumber: string;
  readonly deliveryDate: string;
  readonly last_state: string;
  /** Newest first. `date` is `DD-MM-YYYY HH:MM:SS`, in the operator's wall-clock time. */
  readonly state: readonly { readonly date: string; readonly status: string }[];
  readonly packages: readonly { readonly name: string; readonly price: number; readonly qty: string }[];
  readonly trackingURL?: string;
}

export interface RecordSettings {
  /** IANA name of the zone of wall-clock times. */
  readonly timeZone: string;
  readonly trackingBaseUrl: string;
}

/** Writes the record of an order. It contains a tracking URL only when the order asked for one (§4.1). */
export function writeRecord(held: HeldOrder, { timeZone, trackingBaseUrl }: RecordSettings): OrderRecord {
  const { order, history, registeredAt, changes, changedAt } = held;
  const { contact } = order.dropoff;
  const wantsTracking = order.url_tracking === true || order.url_tracking === 'true';
  return {
    notes: changes.notes ?? order.notes ?? '',
    created: registeredAt.toISOString(),
    updated: (changes.updated ?? latest(registeredAt, history[0]?.at, changedAt)).toISOString(),
    contactName: contact.fullname,
    contactPhone: contact.phone,
    contactEmail: contact.email,
    orderNumber: held.orderNumber,
    deliveryDate: (
      changes.deliveryDate ?? DateTime.fromSQL(order.delivery_date, { zone: timeZone }).toJSDate()
    ).toISOString(),
    last_state: held.state,
    state: history.map(({ at, status }) => ({ date: wallClock(at, timeZone), status })),
    packages: order.packages.map(({ name, price, qty }) => ({ name, price: Number(price), qty: String(qty) })),
    ...(wantsTracking && { trackingURL: changes.trackingURL ?? `${trackingBaseUrl}/${held.id}` }),
  };
}

/** `DD-MM-YYYY HH:MM:SS` in the zone. */
export function wallClock(at: Date, zone: string): string {
  return DateTime.fromJSDate(at, { zone }).setLocale('en-US').toFormat('dd-MM-yyyy HH:mm:ss');
}

function latest(first: Date, ...others: readonly (Date | null | undefined)[]): Date {
  return others.reduce<Date>((latestYet, other) => (other && other > latestYet ? other : latestYet), first);
}
