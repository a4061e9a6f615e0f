import { z } from 'zod';

/** Other years are typing errors. The database can store neither the year 0 nor the day after 9999-12-31. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

/** A day that an address or a form asks for, on the shop's calendar: `YYYY-MM-DD`. */
export const askedDay = z.iso.date().refine((day) => {
  const year = Number(day.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
});
