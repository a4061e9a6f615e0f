import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What a running server writes into its cluster. */
export interface ServerLock {
  readonly pid: number;
  readonly port: number;
}

export function readLock(cluster: string): ServerLock | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const lock = { pid: Number(lines[0]), port: Number(lines[3]) };
    return lock.pid > 0 && lock.port > 0 ? lock : null;
  } catch {
    return null;
  }
}

/**
 * After a crash the lock may name a process id that now belongs to another program or to another PostgreSQL server, as
 * it often does in containers.
 */
export function removeStaleLock(cluster: string): void {
  const lock = readLock(cluster);
  if (!lock || process.platform !== 'linux' || isServerOf(cluster, lock.pid)) return;
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Whether the process is the server of this cluster: a server's working directory is its cluster, and it is started
 * with `-D` and the cluster's path.
 */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return false;
  } catch {
    return false; // no such process
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // another user's process does not show its working directory
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/**
 * Whether the process has ended. The server outlives its starter, and in a container without an init no process removes
 * it from the table.
 */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // gone this moment, or not Linux
  }
}
