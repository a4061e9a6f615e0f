/**
 * `npm run texts` generates the text files of the extensions from the catalogue in `app/texts/*.json`. With `--check` it
 * writes nothing, and names the files that are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { extensionLocales } from './extension-locales.ts';
import { readCatalogue } from './text-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const catalogues = { en: readCatalogue('en'), es: readCatalogue('es'), pt: readCatalogue('pt') };

for (const [file, texts] of extensionLocales(catalogues)) {
  const at = path.join(ROOT, file);
  const printed = await format(JSON.stringify(texts), { ...(await resolveConfig(at)), filepath: at });
  if (!process.argv.includes('--check')) writeFileSync(at, printed);
  else if (readFileSync(at, 'utf8') !== printed) {
    console.log(`${file} is not what the catalogue says. Run npm run texts.`);
    process.exitCode = 1;
  }
}
