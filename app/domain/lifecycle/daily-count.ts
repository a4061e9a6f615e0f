import { DateTime } from 'luxon';

/**
 * A day of a shop's calendar, counted after its end. `fulfilled` is what Shopify says: the fulfillments that were made on
 * that day and are successful when they are counted. Each of them stands in exactly one of the other places, as it is
 * now:
 *
 *     fulfilled = accepted + setAside + waiting + attention + missing
 */
export interface DailyFigures {
  readonly fulfilled: number;
  /** The operator has it, however it goes on or ended. */
  readonly accepted: number;
  /** Of these, the ones that reached their buyer by now. */
  readonly delivered: number;
  /** Not to be handed over: by a rule or by a person's decision, or because it was cancelled since. */
  readonly setAside: number;
  /** It will be handed over by itself. */
  readonly waiting: number;
  /** It was not handed over, and a person must act. */
  readonly attention: number;
  /** The count found that nobody had told us of it. It is being handed over since, and is missing until the operator has it. */
  readonly missing: number;
  /** How many the count found so, wherever they stand now. */
  readonly found: number;
  /**
   * Handed over on that day, but cancelled in Shopify when it was counted, or not there at all: a courier is on the way for
   * nothing. Not among the fulfilled ones.
   */
  readonly extra: number;
}

/** What the count says of one fulfillment; `known` is the good case. */
export const COUNT_RESULTS = ['known', 'missing', 'extra'] as const;
export type CountResult = (typeof COUNT_RESULTS)[number];

/** @returns `YYYY-MM-DD` in the zone */
export function dayOf(at: Date, timeZone: string): string {
  return DateTime.fromJSDate(at, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** @param day `YYYY-MM-DD` */
export function spanOfDay(day: string, timeZone: string): { from: Date; before: Date } {
  const start = DateTime.fromISO(day, { zone: timeZone }).startOf('day');
  return { from: start.toJSDate(), before: start.plus({ days: 1 }).startOf('day').toJSDate() };
}

/** Webhooks and the reconciliation have that long to tell of a day's last fulfillments. */
const SETTLES_MS = 60 * 60_000;
/** Older days are not made up for after a standstill. */
const MOST_DAYS_BACK = 7;

/** When a day can be counted. */
export function countableFrom(day: string, timeZone: string): Date {
  return new Date(spanOfDay(day, timeZone).before.getTime() + SETTLES_MS);
}

/**
 * The day to count next: none before the installation, and none twice.
 *
 * @param given.counted the last day that was counted; null when there is none
 */
export function nextDayToCount(given: {
  counted: string | null;
  installedAt: Date;
  now: Date;
  timeZone: string;
}): string {
  const { counted, installedAt, now, timeZone } = given;
  const oldest = DateTime.fromJSDate(now, { zone: timeZone }).minus({ days: MOST_DAYS_BACK });
  const following = counted === null ? null : DateTime.fromISO(counted, { zone: 'UTC' }).plus({ days: 1 });
  const days = [oldest.toFormat('yyyy-MM-dd'), dayOf(installedAt, timeZone)];
  if (following) days.push(following.toFormat('yyyy-MM-dd'));
  return days.sort().at(-1) ?? dayOf(now, timeZone);
}
