import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { keepHeapSmall } from './program/heap.ts';

// Both must happen before the program is loaded, and the reader of the environment is a part of it.
// eslint-disable-next-line no-restricted-properties -- see above
const { NODE_ENV: mode, ROLE: role } = process.env;
if (role === 'web') keepHeapSmall();
// Where the folder cannot be written, the program starts without the cache.
if (mode === 'production') enableCompileCache(path.resolve(import.meta.dirname, '../build/compile-cache'));

const { start } = await import('./program/start.ts');
await start();
