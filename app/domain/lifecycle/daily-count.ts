import { DateTime, IANAZone } from 'luxon';

/**
 * A day of a shop's calendar, counted after its end. `fulfilled` comes from Shopify: the fulfillments that were created
 * on that day and are successful when they are counted. Each of them is counted in exactly one of the other figures, by
 * where it stands now:
 *
 *     fulfilled = accepted + setAside + waiting + attention + missing
 */
export interface DailyFigures {
  readonly fulfilled: number;
  /** The operator has accepted it, in any state. */
  readonly accepted: number;
  /** Those of `accepted` that have reached the buyer. */
  readonly delivered: number;
  /** Not to be handed over, because of a rule, a person's decision, or a later cancellation. */
  readonly setAside: number;
  /** Will be handed over without anybody's help. */
  readonly waiting: number;
  /** Was not handed over, and a person must act. */
  readonly attention: number;
  /**
   * Nobody had reported it until the count found it. It is handed over then, and is missing until the operator has it.
   */
  readonly missing: number;
  /** How many the count found in this way, wherever they stand now. */
  readonly found: number;
  /**
   * Handed over on that day, but cancelled or gone from its order when it was counted, so that a courier comes for
   * nothing. Not among the fulfilled ones.
   */
  readonly extra: number;
}

/** What the count says of one fulfillment; `known` is the good case. */
export const COUNT_RESULTS = ['known', 'missing', 'extra'] as const;
export type CountResult = (typeof COUNT_RESULTS)[number];

/** @returns the shop's zone; UTC while it is not known, and for a zone that only Shopify knows */
export function zoneOfDays(timeZone: string | null): string {
  return timeZone !== null && IANAZone.isValidZone(timeZone) ? timeZone : 'UTC';
}

/** @returns `YYYY-MM-DD` in the zone */
export function dayOf(at: Date, timeZone: string): string {
  return DateTime.fromJSDate(at, { zone: timeZone }).toFormat('yyyy-MM-dd');
}

/** @param day `YYYY-MM-DD` */
export function spanOfDay(day: string, timeZone: string): { from: Date; before: Date } {
  const start = DateTime.fromISO(day, { zone: timeZone }).startOf('day');
  return { from: start.toJSDate(), before: start.plus({ days: 1 }).startOf('day').toJSDate() };
}

/** How long webhooks and the reconciliation have to report a day's last fulfillments. */
const SETTLES_MS = 60 * 60_000;
/** Days older than this are not counted after an interruption. */
const DAYS_BACK_LIMIT = 7;

/** The first moment at which a day can be counted. */
export function countableFrom(day: string, timeZone: string): Date {
  return new Date(spanOfDay(day, timeZone).before.getTime() + SETTLES_MS);
}

/**
 * The day to count next. No day before the installation is counted, and no day is counted twice.
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
  const oldest = DateTime.fromJSDate(now, { zone: timeZone }).minus({ days: DAYS_BACK_LIMIT });
  const following = counted === null ? null : DateTime.fromISO(counted, { zone: 'UTC' }).plus({ days: 1 });
  const days = [oldest.toFormat('yyyy-MM-dd'), dayOf(installedAt, timeZone)];
  if (following) days.push(following.toFormat('yyyy-MM-dd'));
  return days.sort().at(-1) ?? dayOf(now, timeZone);
}
