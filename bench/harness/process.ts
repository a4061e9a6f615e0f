import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { processorOf } from '../../test/set-up/time/processor-time.ts';

/** Resident memory in MiB; null where the system has no Linux `/proc`. */
export async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

/** Milliseconds of processor that several processes have used since their starts; null where there is no Linux `/proc`. */
export async function processorOfAll(pids: readonly number[]): Promise<number | null> {
  const each = await Promise.all(pids.map(processorOf));
  return each.reduce((sum, ms) => (sum === null || ms === null ? null : sum + ms), 0);
}

const run = promisify(execFile);

/** Keeps processes, with their threads and children of now and later, to one core. It needs Linux, and its `taskset`. */
export async function keepToOneCore(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [pid, ...children.split(' ').filter(Boolean)]) await run('taskset', ['-acp', '0', String(each)]);
  }
}
