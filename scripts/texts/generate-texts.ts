/**
 * `npm run texts` generates files from the catalogue in `app/texts/*.json`: its types, and the text files of the
 * extensions. With `--check` it writes nothing, and names the files that are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { extensionLocales } from './extension-locales.ts';
import { readCatalogue, typesOf } from './text-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const catalogues = { en: readCatalogue('en'), es: readCatalogue('es'), pt: readCatalogue('pt') };
const generated = new Map([['app/texts/catalogue.ts', typesOf(catalogues.en)]]);
for (const [file, texts] of extensionLocales(catalogues)) generated.set(file, JSON.stringify(texts));

for (const [file, text] of generated) {
  const at = path.join(ROOT, file);
  const printed = await format(text, { ...(await resolveConfig(at)), filepath: at });
  if (!process.argv.includes('--check')) writeFileSync(at, printed);
  else if (readFileSync(at, 'utf8') !== printed) {
    console.log(`${file} is not what the catalogue says. Run npm run texts.`);
    process.exitCode = 1;
  }
}
