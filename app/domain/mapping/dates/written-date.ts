import { DateTime } from 'luxon';
import { cleanText, foldText } from '../clean-text.ts';

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
  'monday mon lunes lun segunda seg',
  'tuesday tue tues martes terca ter',
  'wednesday wed miercoles mie mier quarta qua',
  'thursday thu thur thurs jueves jue quinta qui',
  'friday fri viernes vie sexta sex',
  'saturday sat sabado sab',
  'sunday sun domingo dom',
];
const WEEKDAY_OF: ReadonlyMap<string, number> = new Map(
  WEEKDAYS.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
);

const YEAR_FIRST = /(?<!\d)(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<day>\d{1,2})(?!\d)/g;
const DAY_FIRST = /(?<!\d)(?<day>\d{1,2}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<year>\d{4})(?!\d)/g;
/** In folded text: `friday 27 de noviembre de 2026`, `27th nov 2026`, `1ro de mayo 2026`. */
const DAY_THEN_NAME =
  /(?<!\d)(?<day>\d{1,2})(?: ?(?:st|nd|rd|th|o|ro|er))? (?:de |of )?(?<month>[a-z]{3,12}) (?:de |del )?(?<year>\d{4})(?!\d)/g;
/** In folded text: `friday november 27th 2026`. */
const NAME_THEN_DAY = /\b(?<month>[a-z]{3,12}) (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/g;

/** Stands for the name of a month. */
const MONTH = '\uE000';
/**
 * Two days of which only the second one has its year, in text without case and accents, whose months are one sign each:
 * `8 al 10 de mayo de 2026`, `8-10/05/2026`, `30 abr - 2 may 2026`, `may 8 - may 10, 2026`. Between them is a word, or a
 * hyphen. In "Turno 2 - 08/05/2026" the hyphen has a label before it, and no day.
 */
const SPAN =
  /(?<![\d:./-])\d{1,2}(?:st|nd|rd|th|[/.]\d{1,2}| (?:de )?\uE000\.?)?(?: (?:al?|y|e|o|u|ou|to|till|until|and|or|hasta|ate) (?:el |the )?|(?<!\p{L} \d{1,2}) ?[-–—~] ?)(?:\uE000\.? )?\d{1,2}(?:[-/.]\d{1,2}[-/.]\d{4}|(?:st|nd|rd|th)?(?: (?:de |of )?\uE000|,? \d{4}))/u;

/** Forms without a year, which only a weekday makes one day: `viernes 8 de mayo`, `Friday, May 8`, `vie 08/05`. */
const YEARLESS = [
  /(?<!\d)(?<day>\d{1,2})(?: ?(?:st|nd|rd|th|o|ro|er))? (?:de |of )?(?<month>[a-z]{3,12})\b(?! (?:del? )?\d{4}| del? \d)/g,
  /\b(?<month>[a-z]{3,12}) (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?! \d{4})/g,
  /(?<![\d/])(?<day>\d{1,2})\/(?<month>\d{1,2})(?![\d/])/g,
] as const;

/** In folded text, a day that is not the one: `antes del 8 de mayo`, `menos el viernes 8`, `excepto 08 05 2026`. */
const EXCEPTION =
  /\b(?:no el|nao o|not on|menos|excepto|exceto|except|salvo|antes|before)(?: (?:el|o|del?|do|dia|the|on)){0,3}(?: (?!las )[a-z]{3,13})? \d/;

/** Nobody chooses a day further ahead. Such a year is a slip, or is counted in another calendar. */
const AHEAD_LIMIT_DAYS = 3_660;
/** Nearly all buyers choose a day within this time. */
const NEAR_DAYS = 14;
/** A day without its year is at most this far ahead. */
const YEARLESS_AHEAD_DAYS = 180;

/**
 * A date as people and apps write it: `2026-05-31`, `31/05/2026` (the day first), `May 31, 2026`, `31 de mayo de 2026`.
 * The month comes first where only that is a day that exists (`05/31/2026`), and where a weekday with the date says so.
 * A year that is not written is that in which the day is near and has the weekday that is written.
 *
 * No date is guessed. A text with two dates or two weekdays, a day that is excepted or only a limit, a weekday that is
 * not that of the date, and a date more than ten years ahead are not read. Neither is `05/08/2026` when it is three
 * months ahead with the day first, and three days with the month first, nor when it is long past with the day first and
 * still to come with the month first: the shop probably writes the month first. The shop's country does not decide,
 * because the app or theme chose the form.
 *
 * @param today `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`, or undefined when the text does not contain one date that exists
 */
export function readWrittenDate(text: string, today: string): string | undefined {
  const written = cleanText(text.normalize('NFKC'));
  const folded = foldText(written);
  if (EXCEPTION.test(folded)) return undefined;
  const weekdays = new Set(folded.split(' ').flatMap((word) => WEEKDAY_OF.get(word) ?? []));
  const fits = (date: string) =>
    date !== '' && (weekdays.size === 0 || weekdays.has(DateTime.fromISO(date, { zone: 'utc' }).weekday));

  const monthFirst = datesIn(written, DAY_FIRST, { isMonthFirst: true });
  const numbered = datesIn(written, DAY_FIRST).map((date, index) => {
    const other = monthFirst[index] ?? '';
    return fits(other) && !fits(date) ? other : date;
  });
  const found = [
    ...datesIn(written, YEAR_FIRST),
    ...numbered,
    ...datesIn(folded, DAY_THEN_NAME),
    ...datesIn(folded, NAME_THEN_DAY),
  ];
  if (weekdays.size > 0) found.push(...yearlessIn(written, today).filter(fits));
  const [date, ...others] = new Set(found);
  if (!date || others.length > 0 || weekdays.size > 1 || !fits(date) || isSpan(written)) return undefined;
  if (daysFrom(today, date) > AHEAD_LIMIT_DAYS) return undefined;
  return monthFirst.some((other) => fits(other) && isLikelier(other, date, today)) ? undefined : date;
}

/** The days near today that a text without a year can mean, of any weekday. */
function yearlessIn(text: string, today: string): string[] {
  const [dayThenName, nameThenDay, digits] = YEARLESS;
  const dates = (form: RegExp, isMonthFirst = false) =>
    [-1, 0, 1].flatMap((years) => {
      const year = Number(today.slice(0, 4)) + years;
      return datesIn(form === digits ? text : foldText(text), form, { isMonthFirst, year });
    });
  const named = [dayThenName, nameThenDay].map((form) => dates(form)).find(({ length }) => length > 0);
  return (named ?? [...dates(digits), ...dates(digits, true)]).filter((date) => {
    const days = daysFrom(today, date); // NaN for a date that does not exist
    return days >= -NEAR_DAYS && days <= YEARLESS_AHEAD_DAYS;
  });
}

/** Whether the text names an earlier day as well, without its year. */
function isSpan(text: string): boolean {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return SPAN.test(plain.replace(/[a-z]+/g, (word) => (MONTH_OF.has(word) ? MONTH : word)));
}

/** Whether a buyer rather chooses the other day: it is to come soon, or at all if the date is long past. */
function isLikelier(other: string, date: string, today: string): boolean {
  const [days, otherDays] = [daysFrom(today, date), daysFrom(today, other)];
  if (Math.abs(days) <= NEAR_DAYS || otherDays < 0) return false;
  return days < 0 || otherDays <= NEAR_DAYS;
}

/** The dates of one form, as `YYYY-MM-DD`. An empty text stands for one that does not exist. */
function datesIn(
  text: string,
  form: RegExp,
  given: { readonly isMonthFirst?: boolean; readonly year?: number } = {},
): string[] {
  return Array.from(text.matchAll(form)).flatMap(({ groups = {} }) => {
    const { year = given.year, month = '', day } = groups;
    const numbered = /\d/.test(month) ? Number(month) : MONTH_OF.get(month);
    // another word between two numbers, as in "00:00 GMT-0500", is no month
    if (numbered === undefined) return [];
    const date = given.isMonthFirst
      ? DateTime.utc(Number(year), Number(day), numbered)
      : DateTime.utc(Number(year), numbered, Number(day));
    return [date.isValid ? date.toFormat('yyyy-MM-dd') : ''];
  });
}

function daysFrom(today: string, date: string): number {
  return DateTime.fromISO(date, { zone: 'utc' }).diff(DateTime.fromISO(today, { zone: 'utc' }), 'days').days;
}
