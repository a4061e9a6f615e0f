import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';

/** The first command of the README, as a newcomer types it. Linux alone: what is left behind is read from /proc. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const WITHIN_MS = 60_000;

interface Demo {
  readonly npm: ChildProcess;
  readonly output: () => string;
  /** Processes of the demo that run now. The temporary folder is in the environment or the command of each. */
  readonly processes: () => string[];
  readonly folders: () => string[];
}

function startDemo(...args: readonly string[]): Demo {
  const folder = mkdtempSync(path.join(tmpdir(), 'try-demo-'));
  chmodSync(folder, 0o755); // PostgreSQL does not run as root
  const npm = spawn('npm', ['run', 'demo', '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, as a terminal makes one
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const demo = {
    npm,
    output: () => output,
    processes: () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && names(pid, folder)),
    folders: () => readdirSync(folder).filter((name) => name.startsWith('handoff-demo-')),
  };
  onTestFinished(() => {
    for (const pid of demo.processes()) process.kill(Number(pid), 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return demo;
}

function names(pid: string, folder: string): boolean {
  try {
    const of = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
    const isZombie = / Z /.test(of('stat').replace(/\(.*\)/, ''));
    return !isZombie && (of('cmdline').includes(folder) || of('environ').includes(folder));
  } catch {
    return false; // it has ended
  }
}

async function nothingLeft(demo: Demo): Promise<void> {
  const giveUpAt = Date.now() + WITHIN_MS;
  while (demo.processes().length + demo.folders().length > 0 && Date.now() < giveUpAt) await pause(100);
  expect({ processes: demo.processes(), folders: demo.folders() }, demo.output()).toEqual({
    processes: [],
    folders: [],
  });
}

async function playOnce(): Promise<void> {
  const started = Date.now();
  const demo = startDemo('--once');
  const [code] = await once(demo.npm, 'exit');
  expect(code, demo.output()).toBe(0);
  expect(demo.output()).toContain('delivered: both sides hold what they should');
  expect(Date.now() - started).toBeLessThan(WITHIN_MS);
  await nothingLeft(demo);
}

describe('the demo brings its order to the operator', () => {
  it.each([0, 100, 200, 300, 400, 500, 600, 700, 800, 900])('started %i ms into a second', async (part) => {
    await pause((1_000 + part - (Date.now() % 1_000)) % 1_000);
    await playOnce();
  });

  it.each([1, 2])('beside busy loops on all cores (%i)', async () => {
    const loops = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    onTestFinished(() => loops.forEach((loop) => loop.kill('SIGKILL')));
    await playOnce();
  });
});

describe('the demo leaves nothing behind when', () => {
  const moments = [
    50, 150, 300, 500, 700, 900, 1_100, 1_300, 1_500, 1_700, 1_900, 2_100, 2_400, 2_700, 3_000, 3_500, 4_000,
  ];
  const ends = ['Ctrl-C', 'SIGTERM to npm', 'a closed terminal', 'SIGKILL to the demo'] as const;

  it.each([
    ...moments.map((moment, index) => [ends[index % ends.length] ?? 'Ctrl-C', moment] as const),
    // npm ends its shell and not the demo, which may not have looked yet whose child it is
    ...[200, 300, 400, 500, 600, 700, 800].map((moment) => ['SIGTERM to npm', moment] as const),
    // the shell between the two outlives npm
    ...[100, 300, 600, 2_000].map((moment) => ['SIGKILL to npm', moment] as const),
    ...(['Ctrl-C', 'SIGKILL to the demo', 'a closed terminal'] as const).map((end) => [end, 9_000] as const),
  ])('%s ends it after %i ms', async (end, moment) => {
    const demo = startDemo();
    const pid = demo.npm.pid ?? 0;
    await pause(moment);
    if (end === 'Ctrl-C') process.kill(-pid, 'SIGINT');
    if (end === 'SIGTERM to npm') process.kill(pid, 'SIGTERM');
    if (end === 'SIGKILL to npm') process.kill(pid, 'SIGKILL');
    if (end === 'a closed terminal') process.kill(-pid, 'SIGHUP');
    if (end === 'SIGKILL to the demo') {
      for (const each of demo.processes().filter(isDemo)) process.kill(Number(each), 'SIGKILL');
      process.kill(pid, 'SIGKILL');
    }
    await nothingLeft(demo);
  });
});

function isDemo(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/demo/main.ts');
  } catch {
    return false;
  }
}
