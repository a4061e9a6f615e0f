import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIB = 2 ** 20;

/** MiB that new objects may take in a process, after it made many objects of which a part stays for a while. */
function newSpaceAfterLoad(first: string): number {
  const code = `
    ${first}
    const { getHeapSpaceStatistics } = await import('node:v8');
    const recent = [];
    for (let made = 0; made < 400_000; made += 1) {
      recent.push({ made });
      if (recent.length > 100_000) recent.splice(0, 50_000);
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Number(stdout) / MIB;
}

it('a process that keeps its heap small takes little for new objects', () => {
  const small = newSpaceAfterLoad("(await import('./app/program/heap.ts')).keepHeapSmall();");
  expect(small).toBeGreaterThan(0);
  expect(small).toBeLessThanOrEqual(8);
  expect(newSpaceAfterLoad('')).toBeGreaterThan(8); // otherwise V8 does so by itself, and this is not needed
});
