import { DateTime } from 'luxon';
import { foldText } from '../clean-text.ts';

/** The names of each month in English, Spanish and Portuguese, as `foldText` gives them. The first three letters count too. */
const MONTHS = [
  ['january', 'enero', 'janeiro'],
  ['february', 'febrero', 'fevereiro'],
  ['march', 'marzo', 'marco'],
  ['april', 'abril'],
  ['may', 'mayo', 'maio'],
  ['june', 'junio', 'junho'],
  ['july', 'julio', 'julho'],
  ['august', 'agosto'],
  ['september', 'septiembre', 'setembro', 'setiembre', 'sept'],
  ['october', 'octubre', 'outubro'],
  ['november', 'noviembre', 'novembro'],
  ['december', 'diciembre', 'dezembro'],
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, index) => names.flatMap((name) => [name, name.slice(0, 3)]).map((name) => [name, index + 1])),
);

/**
 * The names of each weekday, Monday first, in the same form. "Mar" is left out, because it is a month too.
 */
const WEEKDAYS = [
  'monday mon lunes lun segunda',
  'tuesday tue tues martes terca',
  'wednesday wed miercoles mie quarta',
  'thursday thu thur thurs jueves jue quinta',
  'friday fri viernes vie sexta',
  'saturday sat sabado sab',
  'sunday sun domingo dom',
];
const WEEKDAY_OF: ReadonlyMap<string, number> = new Map(
  WEEKDAYS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
);

const YEAR_FIRST = /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/g;
const DAY_FIRST = /(?<!\d)(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?!\d)/g;
/** In folded text: `friday 27 de noviembre de 2026`, `27th nov 2026`. */
const DAY_THEN_NAME =
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th)? (?:de |of )?(?<month>[a-z]{3,12}) (?:de |del )?(?<year>\d{4})(?!\d)/g;
/** In folded text: `friday november 27th 2026`. */
const NAME_THEN_DAY = /\b(?<month>[a-z]{3,12}) (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/g;

/** Nobody chooses a day further ahead. Such a year is a slip, or is counted in another calendar. */
const AHEAD_LIMIT_DAYS = 3_660;
/** Nearly all buyers choose a day within this time. */
const NEAR_DAYS = 14;

/**
 * A date as people and apps write it: `2026-05-31`, `31/05/2026` (the day first), `May 31, 2026`, `31 de mayo de 2026`.
 * A weekday beside it shows whether the day or the month comes first.
 *
 * No date is guessed. A text with two dates, a weekday that is not that of the date, and a date more than ten years
 * ahead are not read. Neither is `05/08/2026` when it is three months ahead with the day first, and three days with the month
 * first: the shop probably writes the month first.
 *
 * @param today `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`, or undefined when the text does not contain one date that exists
 */
export function readWrittenDate(text: string, today: string): string | undefined {
  const folded = foldText(text);
  const weekdays = new Set(folded.split(' ').flatMap((word) => WEEKDAY_OF.get(word) ?? []));
  const fits = (date = '') => weekdays.size === 0 || weekdays.has(DateTime.fromISO(date, { zone: 'utc' }).weekday);

  const dayFirst = datesIn(text, DAY_FIRST);
  const monthFirst = datesIn(text, DAY_FIRST, { isMonthFirst: true });
  const found = [
    ...datesIn(text, YEAR_FIRST),
    ...dayFirst.map((date, index) => (fits(date) || !fits(monthFirst[index]) ? date : monthFirst[index])),
    ...datesIn(folded, DAY_THEN_NAME),
    ...datesIn(folded, NAME_THEN_DAY),
  ];
  const [date, ...others] = new Set(found);
  if (!date || others.length > 0 || !fits(date) || daysFrom(today, date) > AHEAD_LIMIT_DAYS) return undefined;
  const isFar = date > today && !isNear(date, today);
  return isFar && monthFirst.some((other) => fits(other) && isNear(other, today)) ? undefined : date;
}

/** The dates of one form, as `YYYY-MM-DD`. An empty text stands for one that does not exist. */
function datesIn(text: string, form: RegExp, { isMonthFirst = false } = {}): string[] {
  return Array.from(text.matchAll(form)).flatMap(({ groups: { year, month = '', day } = {} }) => {
    const numbered = /\d/.test(month) ? Number(month) : MONTH_OF.get(month);
    // another word between two numbers, as in "00:00 GMT-0500", is no month
    if (numbered === undefined) return [];
    const date = isMonthFirst
      ? DateTime.utc(Number(year), Number(day), numbered)
      : DateTime.utc(Number(year), numbered, Number(day));
    return [date.isValid ? date.toFormat('yyyy-MM-dd') : ''];
  });
}

function isNear(date: string, today: string): boolean {
  const days = daysFrom(today, date);
  return days >= 0 && days <= NEAR_DAYS;
}

function daysFrom(today: string, date: string): number {
  return DateTime.fromISO(date, { zone: 'utc' }).diff(DateTime.fromISO(today, { zone: 'utc' }), 'days').days;
}
