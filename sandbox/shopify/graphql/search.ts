import { GraphQLError } from 'graphql';

/**
 * The value that a filter compares: text without case, a time in milliseconds, a number, or several of them (e.g.
 * tags).
 */
export type FieldReader<T> = (record: T) => SearchValue;
type SearchValue = Date | boolean | number | string | null | readonly string[];
type Predicate<T> = (record: T) => boolean;
type Token = { readonly kind: 'close' | 'open' | 'word'; readonly text: string };

/**
 * Shopify's search syntax: `field:value`, `field:>=value`, quotes, AND (also implied), OR, NOT or `-`, parentheses, and
 * bare words. Shopify ignores a field that it does not know. The sandbox refuses it, because nobody would notice a
 * filter that filters nothing.
 * @param fields readers by field name
 * @param metafield reads a metafield of the record: `metafields.{namespace}.{key}:value`, where case counts and `*` finds
 *   any value
 * @param words the texts that a bare word searches
 * @throws GraphQLError for a field that is not in `fields`, and for a query that cannot be parsed
 */
export function searchPredicate<T>(
  query: string,
  fields: Readonly<Record<string, FieldReader<T>>>,
  words: (record: T) => readonly (string | null)[],
  metafield?: (record: T, named: { readonly namespace: string; readonly key: string }) => SearchValue,
): Predicate<T> {
  const tokens = tokenize(query);
  let at = 0;
  const peek = () => tokens[at];
  const isWord = (text: string) => peek()?.kind === 'word' && peek()?.text === text;

  function anyOf(): Predicate<T> {
    const options = [allOf()];
    while (isWord('OR')) {
      at += 1;
      options.push(allOf());
    }
    return (record) => options.some((option) => option(record));
  }

  function allOf(): Predicate<T> {
    const parts: Predicate<T>[] = [];
    while (peek() && peek()?.kind !== 'close' && !isWord('OR')) {
      if (isWord('AND')) at += 1;
      else parts.push(one());
    }
    return (record) => parts.every((part) => part(record));
  }

  function one(): Predicate<T> {
    const token = tokens[at];
    at += 1;
    if (!token || token.kind === 'close') throw unreadable(query);
    if (token.kind === 'open') {
      const inner = anyOf();
      if (peek()?.kind !== 'close') throw unreadable(query);
      at += 1;
      return inner;
    }
    if (token.text === 'NOT') return negate(one());
    if (/^-./.test(token.text)) return negate(term(token.text.slice(1)));
    return term(token.text);
  }

  function term(text: string): Predicate<T> {
    const named = /^metafields\.([$\w-]+)\.([\w-]+):(>=|<=|>|<)?(.*)$/s.exec(text);
    if (named && metafield) {
      const [, namespace = '', key = '', comparator, value = ''] = named;
      const wanted = unquote(value);
      return (record) => {
        const held = metafield(record, { namespace, key });
        if (held === null || value === '*') return held !== null;
        if (typeof held === 'string' && !comparator && !value.endsWith('*')) return held === wanted;
        return matches(held, comparator, wanted);
      };
    }
    const [, name, comparator, value] = /^([a-z_]+):(>=|<=|>|<)?(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      const word = unquote(text).toLowerCase();
      return (record) => words(record).some((each) => each?.toLowerCase().includes(word));
    }
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!read)
      throw new GraphQLError(`The sandbox cannot search by ${name}: it knows ${Object.keys(fields).join(', ')}`);
    const wanted = unquote(value);
    return (record) => matches(read(record), comparator, wanted);
  }

  const predicate = anyOf();
  if (at < tokens.length) throw unreadable(query);
  return predicate;
}

function matches(held: SearchValue, comparator: string | undefined, wanted: string): boolean {
  if (held === null) return wanted === '';
  if (held instanceof Date || typeof held === 'number') {
    const number = held instanceof Date ? Math.floor(held.getTime() / 1000) * 1000 : held;
    const bound = held instanceof Date ? Date.parse(wanted) : Number(wanted);
    if (Number.isNaN(bound)) throw new GraphQLError(`'${wanted}' is neither a time nor a number`);
    return (
      { '>': number > bound, '>=': number >= bound, '<': number < bound, '<=': number <= bound }[comparator ?? ''] ??
      number === bound
    );
  }
  const texts = typeof held === 'object' ? held : [String(held)];
  const start = wanted.endsWith('*') ? wanted.slice(0, -1).toLowerCase() : null;
  return texts.some((text) =>
    start === null ? text.toLowerCase() === wanted.toLowerCase() : text.toLowerCase().startsWith(start),
  );
}

/** Splits a query into words and parentheses. Quotes keep spaces and parentheses inside a word. */
function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  for (const [text] of query.matchAll(/[()]|(?:"[^"]*"|'[^']*'|[^\s()"'])+/g))
    tokens.push({ kind: text === '(' ? 'open' : text === ')' ? 'close' : 'word', text });
  return tokens;
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2');
}

function negate<T>(predicate: Predicate<T>): Predicate<T> {
  return (record) => !predicate(record);
}

function unreadable(query: string): GraphQLError {
  return new GraphQLError(`The search query cannot be read: ${query}`);
}
