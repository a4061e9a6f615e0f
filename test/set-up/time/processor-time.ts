import { readFile } from 'node:fs/promises';

/** Processor time of this thread so far, in milliseconds. Unlike a clock, it does not advance while others use the processor. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const TICK_MS = 10;

/** Milliseconds of processor that a process has used since its start; null where the system has no Linux `/proc`. */
export async function processorOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = afterName.slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}
