import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

const SMALL = "(await import('./app/program/heap.ts')).keepHeapSmall();";

/** Makes many objects, of which a part stays for a while, and lets what observes the collections of garbage run. */
const LOAD = `
  for (let moment = 0; moment < 8; moment += 1) {
    const recent = [];
    for (let made = 0; made < 300_000; made += 1) {
      recent.push({ made });
      if (recent.length > 60_000) recent.splice(0, 30_000);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  say();`;

/** What V8 does in a quiet process. */
const QUIET = `gc({ flavor: 'last-resort' }); say();`;

/** MiB that new objects may take in a process, at each `say()` of its code. */
function newSpace(...code: string[]): number[] {
  const say = `
    const { getHeapSpaceStatistics } = await import('node:v8');
    const say = () =>
      console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', [say, ...code].join('\n')],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.trim().split('\n').map(Number);
}

it('a process that keeps its heap small takes little for new objects', () => {
  const [small] = newSpace(SMALL, LOAD);
  expect(small).toBeGreaterThan(4);
  expect(small).toBeLessThanOrEqual(8);
  expect(newSpace(LOAD)[0]).toBeGreaterThan(8); // otherwise V8 does so by itself, and this is not needed
});

it('takes as much again after a quiet time, in which V8 takes it less', () => {
  const [quiet, loaded] = newSpace(SMALL, QUIET, LOAD);
  expect(quiet).toBeLessThanOrEqual(4);
  expect(loaded).toBeGreaterThan(4);
  expect(loaded).toBeLessThanOrEqual(8);
});
