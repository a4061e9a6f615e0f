import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILD = path.join(ROOT, 'build/server/index.js');

/** Builds the pages when a source is newer than the last build: the program under test serves them. */
export default function setUp(): void {
  const sources = globSync(['app/**/*.{ts,tsx}', 'package-lock.json', 'vite.config.ts'], { cwd: ROOT });
  const newest = Math.max(...sources.map((file) => statSync(path.join(ROOT, file)).mtimeMs));
  const built = statSync(BUILD, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > newest) return;
  const { status, stderr } = spawnSync('remix', ['vite:build', '--logLevel', 'error'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`the pages could not be built:\n${stderr}`);
}
