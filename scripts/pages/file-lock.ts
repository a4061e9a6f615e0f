import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const ASK_AGAIN_MS = 100;

/**
 * Does the work while no other process works under the same lock. The lock of a process that has ended is taken over.
 *
 * @param lock path of a file that exists as long as the lock is taken; its folder must exist
 */
export async function whileLocked(lock: string, work: () => Promise<void>): Promise<void> {
  while (!take(lock)) await wait(ASK_AGAIN_MS);
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (!isHeld(lock)) rmSync(lock, { force: true });
  return false;
}

function isHeld(lock: string): boolean {
  let holder: number;
  try {
    holder = Number(readFileSync(lock, 'utf8'));
  } catch {
    return false; // the lock was released at this moment
  }
  if (!holder) return true; // the lock was taken at this moment, and its holder is not written yet
  try {
    process.kill(holder, 0);
    return true;
  } catch {
    return false;
  }
}
