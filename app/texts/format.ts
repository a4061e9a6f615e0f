import { IntlMessageFormat } from 'intl-messageformat';
import type { Compiled, Message } from './compile.ts';
import type { Locale } from './locale.ts';

type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/**
 * A message in words.
 *
 * @param values one for each placeholder. `hasName` is true when the value of `name` is not empty, and need not be given.
 */
export function format(message: Message, locale: Locale, values: Values): string {
  if (typeof message === 'string') return message;
  return String(formatterOf(message, locale).format({ ...values, ...presenceOf(values) }));
}

/**
 * The catalogue of one language, ready to use: a text without placeholders is a string, every other one is a function of
 * what is filled in.
 */
export function textsFrom<Texts extends object>(compiled: Compiled<Texts>, locale: Locale): Texts {
  const ready = Object.entries<Message | Compiled<object>>({ ...compiled }).map(([key, entry]) => {
    if (typeof entry === 'string') return [key, entry];
    if (isMessage(entry)) return [key, (values: Values) => format(entry, locale, values)];
    return [key, textsFrom(entry, locale)];
  });
  return Object.fromEntries(ready) as Texts;
}

const formatters = new WeakMap<Exclude<Message, string>, IntlMessageFormat>();

function formatterOf(message: Exclude<Message, string>, locale: Locale): IntlMessageFormat {
  const known = formatters.get(message);
  if (known) return known;
  const formatter = new IntlMessageFormat([...message], locale);
  formatters.set(message, formatter);
  return formatter;
}

function isMessage(entry: Message | Compiled<object>): entry is Exclude<Message, string> {
  return Array.isArray(entry);
}

function presenceOf(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, boolean] => {
      return [`has${name.charAt(0).toUpperCase()}${name.slice(1)}`, value !== ''];
    }),
  );
}
