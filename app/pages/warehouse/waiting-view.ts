import type { Locale } from '../../texts/locale.ts';
import { printPromise } from '../delivery-state/printed-times.ts';

/** What waits for collection at one pickup, or at all of them. */
export interface WaitingPickup {
  /** Null: deliveries without a pickup. */
  readonly pickup: string | null;
  readonly rows: readonly WaitingRow[];
}

export interface WaitingRow {
  /** The promised day as `YYYY-MM-DD`; null for all days together. */
  readonly day: string | null;
  /** The day in words; null for all days. */
  readonly printed: string | null;
  readonly count: number;
  /** How many documents they fill. */
  readonly parts: number;
}

/** @param given.limit deliveries of one document */
export function waitingPickups(
  counts: readonly { readonly pickup: string | null; readonly day: string | null; readonly count: number }[],
  { locale, limit }: { locale: Locale; limit: number },
): WaitingPickup[] {
  const pickups = [...new Set(counts.map(({ pickup }) => pickup))];
  return pickups.map((pickup) => {
    const own = counts.filter((each) => each.pickup === pickup);
    const row = (day: string | null, count: number): WaitingRow => ({
      day,
      printed: printPromise({ promisedDate: day, windowStart: null, windowEnd: null }, locale),
      count,
      parts: Math.ceil(count / limit),
    });
    const all = own.reduce((sum, { count }) => sum + count, 0);
    const days = own.flatMap(({ day, count }) => (day === null ? [] : [row(day, count)]));
    return { pickup, rows: own.length > 1 || days.length === 0 ? [row(null, all), ...days] : days };
  });
}
