import type { DeliveryService } from '../mapping/delivery-services.ts';

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
export interface Promisable {
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
