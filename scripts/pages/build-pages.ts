import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { whileLocked } from './file-lock.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = [
  'app/**/*.*',
  'docs/guide/**/*.*',
  'scripts/{guide,pages}/*.ts',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
const BUILT = 'build/server/index.js';
/** Contains the hash of the sources of the last build, and of its output. */
const RECORD = 'build/built-from';
const LOCK = 'node_modules/.cache/handoff/build.lock';

/** Builds the pages that the program serves, unless they were already built from the same sources. */
export default async function buildPages(): Promise<void> {
  mkdirSync(path.join(ROOT, path.dirname(LOCK)), { recursive: true });
  await whileLocked(path.join(ROOT, LOCK), async () => {
    if (recorded() === hashOf([...SOURCES, BUILT])) return;
    const child = spawn('remix', ['vite:build', '--logLevel', 'error'], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const end = () => child.kill();
    process.once('SIGTERM', end);
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    process.off('SIGTERM', end);
    if (child.exitCode !== 0) throw new Error(`the pages could not be built:\n${errors}`);
    writeFileSync(path.join(ROOT, RECORD), hashOf([...SOURCES, BUILT]));
  });
}

if (import.meta.main) await buildPages();

function recorded(): string | null {
  try {
    return readFileSync(path.join(ROOT, RECORD), 'utf8');
  } catch {
    return null; // never built, or built by hand
  }
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: ROOT }).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
