import { DateTime } from 'luxon';

/** A delivery that has not ended by then is with a person, and the day's counts stay as they are. */
const LAST_WEEK = 9;
const DAYS_OF_WEEK = 7;

/**
 * The promised days that are counted once a day has ended: that one and the seven before, because late news is usual then;
 * and for the few that end later, every seventh day before that, for nine weeks.
 *
 * @param day `YYYY-MM-DD`
 */
export function daysToRecount(day: string): string[] {
  const daily = Array.from({ length: DAYS_OF_WEEK }, (_, age) => age);
  const weekly = Array.from({ length: LAST_WEEK }, (_, week) => (week + 1) * DAYS_OF_WEEK);
  const last = DateTime.fromISO(day, { zone: 'utc' });
  return [...daily, ...weekly].map((days) => last.minus({ days }).toFormat('yyyy-MM-dd'));
}
