/**
 * Fills `build/compile-cache`, for a program that will not be able to write there: in a container image. Run it as the user
 * that will run the program, because Node keeps a cache for each.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../build/compile-cache'));
await import('../app/program/heap.ts');
await import('../app/program/start.ts');
await import('../app/program/program.ts');
await import('../build/server/index.js');
process.exit(0);
