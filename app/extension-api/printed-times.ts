import type { Locale } from '../texts/locale.ts';

/** The person who reads a page. */
export interface Reader {
  readonly locale: Locale;
  /** IANA name; null when the shop's zone is not known yet. */
  readonly timeZone: string | null;
  readonly now: Date;
}

interface PromisedDay {
  /** `YYYY-MM-DD` */
  readonly promisedDate: string | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
}

/** A moment in the reader's zone. */
export function printMoment(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(at);
}

/** A moment close to now: the time alone, with the day added when it is not today. */
export function printClock(at: Date, { locale, timeZone, now }: Reader): string {
  const zone = { timeZone: timeZone ?? 'UTC' };
  const day = new Intl.DateTimeFormat('en-CA', zone);
  return day.format(at) === day.format(now)
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone }).format(at)
    : printMoment(at, { locale, timeZone, now });
}

/** A promised day is a calendar day, so it is the same in every zone. */
export function printPromise({ promisedDate, windowStart, windowEnd }: PromisedDay, locale: Locale): string | null {
  if (!promisedDate) return null;
  const window = windowStart && windowEnd ? `, ${windowStart}–${windowEnd}` : '';
  return `${printDay(promisedDate, locale)}${window}`;
}

/** @param day `YYYY-MM-DD` */
export function printDay(day: string, locale: Locale): string {
  const printed = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return printed.format(new Date(`${day}T12:00:00Z`));
}
