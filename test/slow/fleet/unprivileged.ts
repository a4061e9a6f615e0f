import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { findServerAccount } from '../../../app/persistence/embedded-postgres/server-account.ts';

/** PostgreSQL and PgBouncer refuse to run as root. */
const account = findServerAccount();

/** A new folder that belongs to the account of the servers. */
export function serverFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'handoff-fleet-'));
  give(folder);
  chmodSync(folder, 0o700);
  return folder;
}

/** Gives a file or a folder to the account of the servers. */
export function give(file: string): void {
  if (account) chownSync(file, account.uid, account.gid);
}

export interface Server {
  readonly process: ChildProcess;
  /** The last lines that it printed. */
  readonly lines: string[];
}

const LINE_LIMIT = 40;

export function startServer(program: string, args: readonly string[], cwd: string): Server {
  const child = spawn(program, [...args], { ...account, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.trimEnd().split('\n'));
      lines.splice(0, lines.length - LINE_LIMIT);
    });
  }
  return { process: child, lines };
}

/** @throws Error with what the program printed, unless it succeeds */
export async function runToEnd(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { process: child, lines } = startServer(program, args, cwd);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${path.basename(program)} failed:\n${lines.join('\n')}`);
}

export async function stopServer({ process: child }: Server, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

/** Kills a server and its children at the same moment, as a machine that loses its power does. */
export async function killWithChildren({ process: child }: Server): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGSTOP'); // it starts no more children
  for (const each of childrenOf(pid)) killIfThere(each);
  child.kill('SIGKILL');
  await closed;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has just ended
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(parent) === pid ? [Number(entry)] : [];
    } catch {
      return []; // it has just ended
    }
  });
}
