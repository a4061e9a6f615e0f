import { DateTime } from 'luxon';
import type { ShopCountry } from '../../domain/settings/shop-country.ts';

/**
 * The public holidays of a country in the next 12 months, soonest first, as `YYYY-MM-DD`.
 *
 * @param country null when it is not known: there are none to offer then
 */
export async function countryHolidays(country: ShopCountry | null, now: Date): Promise<string[]> {
  if (country === null) return [];
  const { default: Holidays } = await import('date-holidays'); // its tables are large, and only this page needs them
  const calendar = new Holidays(country);
  const first = DateTime.fromJSDate(now, { zone: 'utc' });
  const [from, to] = [first.toISODate() ?? '', first.plus({ years: 1 }).toISODate() ?? ''];
  const days = [first.year, first.year + 1].flatMap((year) =>
    calendar.getHolidays(year).flatMap(({ date, type }) => (type === 'public' ? [date.slice(0, from.length)] : [])),
  );
  return [...new Set(days)].filter((day) => day >= from && day < to).sort();
}
