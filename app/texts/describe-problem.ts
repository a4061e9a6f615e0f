import { DELIVERY_SERVICES } from '../domain/mapping/delivery-services.ts';
import type { SkipReason } from '../domain/planning/skip-reason.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { catalogueIn, textsIn } from './choose-texts.ts';
import { format, type Values } from './format.ts';
import type { Message } from './compile.ts';
import type { Locale } from './locale.ts';
import { fieldLabel, fieldsInWords, sourceLabel } from './order-words.ts';
import { withinSentence } from './within-sentence.ts';

/** What a merchant reads about a problem. */
export interface ProblemText {
  /** What is wrong. */
  readonly sentence: string;
  /** What to do about it. */
  readonly nextStep: string;
}

type Details = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

/**
 * A problem in the merchant's language: what is wrong, and what to do.
 *
 * @param country of the shop, for its words; null when it is unknown
 */
export function describeProblem(
  { code, field, details }: Problem,
  locale: Locale,
  country: string | null = null,
): ProblemText {
  const named = Object.fromEntries(
    Object.entries(details).map(([name, detail]) => [name, inWords(name, detail, locale)]),
  );
  const written = details.written ?? details.district;
  const values = {
    ...named,
    ...(written === undefined ? {} : { district: written }),
    field: field === null ? '' : fieldLabel(field, locale, country),
  };
  return describe(catalogueIn(locale, country).problems[code], values, locale);
}

/** A skipped fulfillment in the merchant's language: why it is not sent, and what to do if it should be. */
export function describeSkip({ code, detail }: SkipReason, locale: Locale): ProblemText {
  const operand = code === 'delivery-method' && detail ? methodsIn(detail, locale) : detail;
  return describe(catalogueIn(locale).skips[code], { detail: operand }, locale);
}

/** A detail as a merchant knows it: what the program calls a service, a source or a field has a name on the screens. */
function inWords(name: string, detail: Details[string], locale: Locale): Details[string] {
  if (name === 'message' && typeof detail === 'string') return withinSentence(fieldsInWords(detail, locale));
  if (name === 'service') return serviceName(detail, locale) ?? detail;
  if (name === 'source' && typeof detail === 'string') return sourceLabel({ source: detail }, locale);
  if (typeof detail !== 'object' || detail === null) return detail;
  if (name === 'sources') return detail.map((source) => sourceLabel({ source }, locale));
  return name === 'fields' ? detail.map((field) => watchedName(field, locale)) : detail;
}

function serviceName(detail: Details[string], locale: Locale): string | null {
  const service = DELIVERY_SERVICES.find((name) => name === detail);
  return service ? textsIn(locale).services[service].name : null;
}

function watchedName(field: string, locale: Locale): string {
  const { watchedFields } = textsIn(locale);
  return Object.entries(watchedFields).find(([known]) => known === field)?.[1] ?? watchedFields.other;
}

function methodsIn(detail: string, locale: Locale): string {
  const { method } = textsIn(locale).settingsGroups.eligibility;
  const names = detail.split(', ').map((own) => Object.entries(method).find(([known]) => known === own)?.[1] ?? own);
  return names.join(', ');
}

function describe(
  { sentence, nextStep }: { readonly sentence: Message; readonly nextStep: Message },
  details: Details,
  locale: Locale,
): ProblemText {
  const values = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, printed(detail)]));
  return { sentence: fill(sentence, values, locale), nextStep: fill(nextStep, values, locale) };
}

/** A detail that a text asks for and that is not there leaves nothing behind. */
function fill(message: Message, values: Values, locale: Locale): string {
  const absent = typeof message === 'string' ? [] : placeholdersIn(message);
  return format(message, locale, { ...Object.fromEntries(absent.map((name) => [name, ''])), ...values });
}

function placeholdersIn(parts: Exclude<Message, string>): string[] {
  return parts.flatMap((part) => {
    const own = 'value' in part && typeof part.value === 'string' ? [part.value] : [];
    const options = 'options' in part ? Object.values(part.options) : [];
    return [...own, ...options.flatMap(({ value }) => placeholdersIn(value))];
  });
}

function printed(detail: Details[string]): string | number {
  return typeof detail === 'object' ? (detail?.join(', ') ?? '') : (detail ?? '');
}
