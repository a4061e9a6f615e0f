import { z } from 'zod';

/** Other years are typing errors. The database can store neither the year 0 nor the day after 9999-12-31. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

/** A day that an address or a form asks for, on the shop's calendar: `YYYY-MM-DD`. */
export const askedDay = z.iso.date().refine((day) => {
  const year = Number(day.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
});

/** A place in a list that is ordered by a time and an id, as an address names it: the time in milliseconds and the id. */
export const askedPlace = z
  .string()
  .regex(/^\d{1,13}_[0-9a-f-]{36}$/)
  .transform((text) => {
    const [time, id = ''] = text.split('_');
    return { at: new Date(Number(time)), id };
  })
  .pipe(z.object({ at: z.date(), id: z.uuid() }));

/** A place as `askedPlace` reads it. */
export const placeOf = (at: Date, id: string) => `${at.getTime()}_${id}`;
