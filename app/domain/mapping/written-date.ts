import { DateTime } from 'luxon';
import { foldText } from './clean-text.ts';

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
const MONTH_OF = new Map(
  MONTHS.flatMap((names, index) => names.flatMap((name) => [name, name.slice(0, 3)]).map((name) => [name, index + 1])),
);

const YEAR_FIRST = /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const DAY_FIRST = /(?<!\d)(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?!\d)/;
/** In folded text: `friday 27 de noviembre de 2026`, `27th nov 2026`. */
const DAY_THEN_NAME =
  /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th)? (?:de |of )?(?<month>[a-z]{3,12}) (?:de |del )?(?<year>\d{4})(?!\d)/;
/** In folded text: `friday november 27th 2026`. */
const NAME_THEN_DAY = /\b(?<month>[a-z]{3,12}) (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/;

/**
 * A date as people and apps write it: `2026-05-31`, `31/05/2026` (the day first), `May 31, 2026`, `31 de mayo de 2026`.
 *
 * @returns `YYYY-MM-DD`, or undefined when the text contains no date that exists
 */
export function readWrittenDate(text: string): string | undefined {
  const inDigits = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups;
  const folded = foldText(text);
  const { year, month, day } = inDigits ?? (DAY_THEN_NAME.exec(folded) ?? NAME_THEN_DAY.exec(folded))?.groups ?? {};
  const date = DateTime.utc(Number(year), MONTH_OF.get(month ?? '') ?? Number(month), Number(day));
  return date.isValid ? date.toFormat('yyyy-MM-dd') : undefined;
}
