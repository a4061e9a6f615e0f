import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** A text without placeholders, or the parsed parts of one that has some. */
export type Message = string | readonly MessageFormatElement[];

/** The catalogue of one language with every message parsed. It is plain data, so it can be sent to a browser. */
export type Compiled<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string | ((values: never) => string)
    ? Message
    : Compiled<Texts[Key]>;
};

/**
 * Parses every message of a catalogue.
 *
 * @throws SyntaxError for a message that is not ICU MessageFormat
 */
export function compile<Source extends object>(source: Source): Compiled<Source> {
  const compiled = Object.entries(source).map(([key, entry]: [string, unknown]) => [key, compileEntry(entry)]);
  return Object.fromEntries(compiled) as Compiled<Source>;
}

function compileEntry(entry: unknown): unknown {
  if (typeof entry === 'string') return compileMessage(entry);
  return typeof entry === 'object' && entry !== null ? compile(entry) : entry;
}

/** `<` is no markup here: texts are never HTML. */
function compileMessage(message: string): Message {
  const parts = parse(message, { ignoreTag: true });
  const [first] = parts;
  if (!first) return '';
  return parts.length === 1 && first.type === TYPE.literal ? first.value : parts;
}
