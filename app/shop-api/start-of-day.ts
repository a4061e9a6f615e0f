import { DateTime } from 'luxon';

/** The moment at which a day of the shop's calendar begins, or a day that is `daysLater` days later. */
export function startOfDay(day: string, timeZone: string | null, daysLater = 0): Date {
  return DateTime.fromISO(day, { zone: timeZone ?? 'UTC' })
    .plus({ days: daysLater })
    .startOf('day')
    .toJSDate();
}
