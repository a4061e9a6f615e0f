import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The catalogue of one language: texts in ICU MessageFormat, in groups. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}
const textTree: z.ZodType<TextTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), textTree])));

/** Shopify's names for the languages of an extension's files. The others fall back to `en`. */
export const LANGUAGES = {
  en: { file: 'en.default.json', locale: 'en' },
  es: { file: 'es.json', locale: 'es' },
  pt: { file: 'pt-BR.json', locale: 'pt-BR' },
} as const;
export type Language = keyof typeof LANGUAGES;

export function readCatalogue(language: Language): TextTree {
  const text = readFileSync(path.join(ROOT, 'app/texts', `${language}.json`), 'utf8');
  return textTree.parse(JSON.parse(text));
}

/** Every text of a catalogue by its key, such as `deliveries.title`. */
export function flatten(tree: TextTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, entry]) =>
      typeof entry === 'string' ? [[prefix + key, entry] as const] : [...flatten(entry, `${prefix}${key}.`)],
    ),
  );
}

/** @throws SyntaxError when the text is not ICU MessageFormat */
export function parseMessage(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true });
}

/** The type of each placeholder of a message, as TypeScript writes it. `hasName` is left out where `name` exists. */
export function placeholdersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (parts: readonly MessageFormatElement[]): void => {
    for (const part of parts) {
      if (part.type === TYPE.argument && !found.has(part.value)) found.set(part.value, 'string');
      if (part.type === TYPE.number) found.set(part.value, 'number');
      if (part.type === TYPE.plural) found.set(part.value, 'number');
      if (part.type === TYPE.select && !found.has(part.value)) {
        found.set(part.value, 'true' in part.options ? 'boolean' : 'string');
      }
      if (part.type === TYPE.plural || part.type === TYPE.select) {
        for (const { value } of Object.values(part.options)) visit(value);
      }
    }
  };
  visit(parseMessage(text));
  for (const name of [...found.keys()]) found.delete(`has${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  return found;
}

/** The generated module with the keys of the catalogue and the placeholders of each text. */
export function typesOf(english: TextTree): string {
  return [
    '// Generated from en.json by `npm run texts`.',
    '',
    `export interface Texts ${printType(english)}`,
    '',
    '/** The texts that a browser gets: those of the pages. */',
    "export type PageTexts = Omit<Texts, 'csv' | 'extensions' | 'holds' | 'messages' | 'orderFields' | 'orderSources' | 'print' | 'problems' | 'remedies' | 'skips' | 'watchedFields'>;",
    '',
  ].join('\n');
}

function printType(tree: TextTree): string {
  const members = Object.entries(tree).map(([key, entry]) => {
    const type = typeof entry === 'string' ? printTextType(entry) : printType(entry);
    return `readonly ${JSON.stringify(key)}: ${type};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function printTextType(text: string): string {
  const placeholders = [...placeholdersOf(text)].sort(([one], [other]) => one.localeCompare(other));
  if (placeholders.length === 0) return 'string';
  return `(values: { ${placeholders.map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }) => string`;
}
