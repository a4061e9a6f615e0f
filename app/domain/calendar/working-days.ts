import { DateTime } from 'luxon';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { onceEach } from './once-each.ts';

/**
 * The days on which the operator works for the shop. Dates are `YYYY-MM-DD`, so no zone and no clock change affects
 * them.
 */
export type Calendar = Pick<ShopSettings['service'], 'workingDays' | 'holidays'>;

export function isWorkingDay(date: string, { workingDays, holidays }: Calendar): boolean {
  return workingDays.includes(dayOf(date).weekday) && !holidays.includes(date);
}

/**
 * The first working day after a date. There always is one: the week has a working day, and the list of holidays is
 * finite.
 */
export function workingDayAfter(date: string, calendar: Calendar): string {
  const { next } = dayOf(date);
  return isWorkingDay(next, calendar) ? next : workingDayAfter(next, calendar);
}

interface Day {
  /** 1 to 7, from Monday */
  readonly weekday: number;
  readonly next: string;
}

const onceEachDay = onceEach<Day>(1_000);

/** Every plan asks this of today and the days after it. */
function dayOf(date: string): Day {
  return onceEachDay(date, () => {
    const day = DateTime.fromISO(date, { zone: 'utc' });
    return { weekday: day.weekday, next: day.plus({ days: 1 }).toFormat('yyyy-MM-dd') };
  });
}
