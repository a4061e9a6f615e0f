import { DateTime } from 'luxon';
import { onceEach } from '../calendar/once-each.ts';

/** What was promised, and the day that the operator plans instead. All in the operator's zone. */
export interface Promised {
  /** `YYYY-MM-DD`; null before the hand-over. */
  readonly promisedDate: string | null;
  /** `HH:MM` each; null without a window. */
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  /** `YYYY-MM-DD`; null while it is the promised day. */
  readonly operatorDate: string | null;
}

/** The same date everywhere in the Americas, whichever of the operator's and the shop's zone is used to show it. */
const WITHOUT_WINDOW = '12:00';

/**
 * The moment that Shopify shows as the estimated delivery: the end of the window, or noon of a day without one. A window
 * that ends after midnight ends on the next day.
 *
 * @param zone IANA name of the operator's zone
 * @returns null when nothing was promised
 */
export function estimatedDelivery(
  { promisedDate, windowStart, windowEnd, operatorDate }: Promised,
  zone: string,
): Date | null {
  const day = operatorDate ?? promisedDate;
  if (day === null) return null;
  const isOverMidnight = windowStart !== null && windowEnd !== null && windowEnd <= windowStart;
  const time = windowEnd ?? WITHOUT_WINDOW;
  const { moment } = onceEachEnd(`${day} ${isOverMidnight} ${time} ${zone}`, () => {
    // The day is added to the calendar and not to the clock, because a day can have 23 or 25 hours.
    const end = DateTime.fromISO(day, { zone: 'utc' }).plus({ days: isOverMidnight ? 1 : 0 });
    return { moment: DateTime.fromISO(`${end.toFormat('yyyy-MM-dd')}T${time}`, { zone }) };
  });
  return moment.isValid ? moment.toJSDate() : null;
}

/** Deliveries of one day have the same ends. */
const onceEachEnd = onceEach<{ readonly moment: DateTime }>(1_000);
