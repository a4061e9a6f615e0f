import { DateTime } from 'luxon';
import type { ShopSettings } from '../../settings/shop-settings.ts';

/**
 * The days on which the operator works for the shop. Dates are `YYYY-MM-DD`, so no zone and no clock change affects
 * them.
 */
export type Calendar = Pick<ShopSettings['service'], 'workingDays' | 'holidays'>;

export function isWorkingDay(date: string, { workingDays, holidays }: Calendar): boolean {
  return workingDays.includes(DateTime.fromISO(date, { zone: 'utc' }).weekday) && !holidays.includes(date);
}

/**
 * The first working day after a date. There always is one: the week has a working day, and the list of holidays is
 * finite.
 */
export function workingDayAfter(date: string, calendar: Calendar): string {
  const next = DateTime.fromISO(date, { zone: 'utc' }).plus({ days: 1 }).toFormat('yyyy-MM-dd');
  return isWorkingDay(next, calendar) ? next : workingDayAfter(next, calendar);
}
