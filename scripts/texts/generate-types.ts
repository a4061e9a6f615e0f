/** Writes `app/texts/catalogue.ts`, the types of the texts, which is not committed. `npm ci` runs it, and `npm run texts`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCatalogue, typesOf } from './text-files.ts';

writeFileSync(path.resolve(import.meta.dirname, '../../app/texts/catalogue.ts'), typesOf(readCatalogue('en')));
