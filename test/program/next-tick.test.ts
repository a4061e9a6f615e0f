import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Prints whether objects of later calls have the hidden class of the one that is kept. */
const PROGRAM = `
  import { createHook } from 'node:async_hooks';
  import { setTimeout as pause } from 'node:timers/promises';
  const kept = (await import('./app/program/next-tick.ts')).keepNextTickFast();
  for (let round = 0; round < 8; round += 1) {
    await pause(1);
    gc();
    for (let call = 0; call < 500; call += 1) process.nextTick(() => undefined);
  }
  const later = [];
  const hook = createHook({ init: (_id, type, _trigger, resource) => void (type === 'TickObject' && later.push(resource)) });
  hook.enable();
  process.nextTick(() => undefined);
  hook.disable();
  process.stdout.write(JSON.stringify(later.map((object) => %HaveSameMap(kept, object))));`;

it('after garbage was collected, calls of nextTick make objects of the class that is kept', () => {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module'];
  expect(
    JSON.parse(execFileSync(process.execPath, [...flags, '--eval', PROGRAM], { cwd: ROOT, encoding: 'utf8' })),
  ).toEqual([true]);
});
