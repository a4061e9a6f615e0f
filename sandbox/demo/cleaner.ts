import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Ends the demo's processes and removes its folder. */
export interface Cleaner {
  readonly dataDir: string;
  /**
   * Starts a process that is stopped when the demo ends, however it ends.
   *
   * @throws Error when the demo is ending
   */
  start<Child extends ChildProcess>(start: () => Child): Child;
  /** Cleans up, and resolves when nothing is left. */
  finish(): Promise<void>;
}

/** Starts the program that cleans up after the demo, before there is anything to clean up. */
export function startCleaner(): Cleaner {
  const dataDir = path.join(os.tmpdir(), `handoff-demo-${randomUUID()}`);
  const program = path.join(import.meta.dirname, 'clean-up.ts');
  const child = spawn(process.execPath, [program, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  mkdirSync(dataDir);
  let isFinishing = false;
  return {
    dataDir,
    start(start) {
      if (isFinishing) throw new Error('the demo is ending');
      const started = start();
      child.stdin.write(`${started.pid}\n`);
      return started;
    },
    async finish() {
      isFinishing = true;
      child.stdin.end();
      await ended;
    },
  };
}
