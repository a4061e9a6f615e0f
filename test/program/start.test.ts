import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMPILER = 'NativeModule internal/deps/amaro/dist/index';
const TELL = `process.on('exit', () => console.log(process.moduleLoadList.includes(${JSON.stringify(COMPILER)})));`;

/** Starts the program without its variables, so that it ends once it is loaded. */
function startAndEnd(file: string, role: string) {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, file];
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production', ROLE: role };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  expect([status, stderr]).toEqual([1, expect.stringContaining('SHOPIFY_API_KEY')]);
  return { hasCompiler: stdout.trim() === 'true' };
}

it('the program does without the compiler of TypeScript once it has started, in every role', () => {
  startAndEnd('app/program/entry.js', 'web'); // fills the cache
  expect(startAndEnd('app/program/entry.js', 'all').hasCompiler).toBe(false);
  expect(startAndEnd('app/program/entry.js', 'web').hasCompiler).toBe(false);
});

it('it starts by its former name as well', () => {
  expect(startAndEnd('app/main.ts', 'web').hasCompiler).toBe(true); // otherwise Node does so by itself, and entry.js is not needed
});
