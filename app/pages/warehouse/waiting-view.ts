import type { Locale } from '../../texts/locale.ts';
import { printPromise } from '../../extension-api/printed-times.ts';

/** What waits for collection at one pickup, or at all of them. */
export interface WaitingPickup {
  /** Null: deliveries without a pickup. */
  readonly pickup: string | null;
  readonly rows: readonly WaitingRow[];
}

interface WaitingRow {
  /** The promised day as `YYYY-MM-DD`; null for all days together. */
  readonly day: string | null;
  /** The day in words; null for all days. */
  readonly printed: string | null;
  /** How many deliveries the courier takes. */
  readonly count: number;
}

interface CountedDeliveries {
  readonly count: number;
  /** Those of `count` that must not be collected. */
  readonly cancelled: number;
}

export function waitingPickups(
  counts: readonly (CountedDeliveries & { readonly pickup: string | null; readonly day: string | null })[],
  locale: Locale,
): WaitingPickup[] {
  const pickups = [...new Set(counts.map(({ pickup }) => pickup))];
  return pickups.map((pickup) => {
    const own = counts.filter((each) => each.pickup === pickup);
    const row = (day: string | null, { count, cancelled }: CountedDeliveries): WaitingRow => ({
      day,
      printed: printPromise({ promisedDate: day, windowStart: null, windowEnd: null }, locale),
      count: count - cancelled,
    });
    const sum = (of: (counted: CountedDeliveries) => number) => own.reduce((total, each) => total + of(each), 0);
    const all = { count: sum(({ count }) => count), cancelled: sum(({ cancelled }) => cancelled) };
    const days = own.flatMap((each) => (each.day === null ? [] : [row(each.day, each)]));
    return { pickup, rows: own.length > 1 || days.length === 0 ? [row(null, all), ...days] : days };
  });
}
