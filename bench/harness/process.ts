import { readFile } from 'node:fs/promises';

const TICK_MS = 10;

/** Milliseconds of processor that a process has used since its start; null where the system has no Linux `/proc`. */
export async function processorMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = afterName.slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** Resident memory in MiB; null where the system has no Linux `/proc`. */
export async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
