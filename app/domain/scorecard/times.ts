import type { DeliveryService } from '../mapping/delivery-services.ts';

/**
 * Where one group of durations ends and the next begins, in hours. What took longer than the last is in a group of its
 * own.
 */
export const HOURS = [1, 2, 4, 6, 8, 12, 18, 24, 30, 36, 48, 72, 120, 240] as const;

/** How long some share of the deliveries took at most, in hours. */
export interface Percentile {
  readonly hours: number;
  /** It took longer than that, nobody counted how much. */
  readonly isMore: boolean;
}

/**
 * @param counts how many deliveries are in each group of `HOURS`
 * @param share from 0 to 1
 * @returns within its group by an even spread; null without deliveries
 */
export function percentileOf(counts: readonly number[], share: number): Percentile | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (const [place, high] of HOURS.entries()) {
    const count = counts[place] ?? 0;
    if (count > 0 && before + count >= wanted) {
      const low = HOURS[place - 1] ?? 0;
      return { hours: low + ((high - low) * (wanted - before)) / count, isMore: false };
    }
    before += count;
  }
  return { hours: HOURS.at(-1) ?? 0, isMore: true };
}

/**
 * The working days on which a delivery can arrive, counted from the day on which a same-day service would have brought it. What
 * comes later, or has not come, is in a group of its own.
 */
export const ARRIVAL_DAYS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The day that a service promises. */
export const PROMISED_DAY = {
  Express: 0,
  Sameday: 0,
  SamedayWithWindow: 0,
  Nextday: 1,
  NextdayWithWindow: 1,
} as const satisfies Readonly<Record<DeliveryService, number>>;

/** What is promised of some deliveries now, and what could be. */
interface Promisable {
  readonly count: number;
  readonly promised: number;
  /** The share that arrived on the promised day or before. */
  readonly kept: number;
  /** The first day on or before which 9 of 10 arrived, and their share; null when that is none of `ARRIVAL_DAYS`. */
  readonly safe: { readonly day: number; readonly share: number } | null;
}

/** What is promised of the deliveries of a district and a service, and what could be. */
export interface DistrictPromise extends Promisable {
  /** Empty for deliveries without one. */
  readonly district: string;
  readonly service: DeliveryService;
}

const NINE_OF_TEN = 0.9;

/**
 * @param arrivedOn how many arrived on each of `ARRIVAL_DAYS`, and how many did not
 * @returns null without deliveries
 */
export function promisableOf(arrivedOn: readonly number[], service: DeliveryService): Promisable | null {
  const count = arrivedOn.reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  const shareBy = (day: number) => arrivedOn.slice(0, day + 1).reduce((sum, each) => sum + each, 0) / count;
  const promised = PROMISED_DAY[service];
  const day = ARRIVAL_DAYS.find((each) => shareBy(each) >= NINE_OF_TEN);
  return {
    count,
    promised,
    kept: shareBy(promised),
    safe: day === undefined ? null : { day, share: shareBy(day) },
  };
}
