/**
 * Starts the program. This file is JavaScript, because Node loads its compiler of TypeScript for a file that it starts
 * with, and keeps it: 17 MiB. The files after it come from the cache, so the compiler is only needed when one has changed.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Both must happen before the program is loaded, and the reader of the environment is a part of it.
// eslint-disable-next-line no-restricted-properties -- see above
const { NODE_ENV: mode, ROLE: role } = process.env;
// Where the folder cannot be written, the program starts without the cache. It comes before V8's flags, by which
// Node would keep a cache for each role.
if (mode === 'production') enableCompileCache(path.resolve(import.meta.dirname, '../../build/compile-cache'));
if (role === 'web') {
  const { keepHeapSmall } = await import('./heap.ts');
  keepHeapSmall();
}

const { start } = await import('./start.ts');
await start();
