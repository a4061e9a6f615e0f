import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Locale } from '../../../app/texts/locale.ts';

/** The words of each picture when it was taken, separated by spaces, for `npm run test:browser`. */

const FOLDER = path.resolve(import.meta.dirname, '../../../docs/pictures');
const wordsSchema = z.record(z.string(), z.string());

const fileOf = (locale: Locale) => path.join(FOLDER, `words.${locale}.json`);

export function readWords(locale: Locale): Record<string, string> {
  return wordsSchema.parse(JSON.parse(readFileSync(fileOf(locale), 'utf8')));
}

export function keepWords(locale: Locale, words: ReadonlyMap<string, readonly string[]>): void {
  const record = Object.fromEntries([...words].map(([name, each]) => [name, each.join(' ')]));
  writeFileSync(fileOf(locale), `${JSON.stringify(record, null, 2)}\n`);
}
