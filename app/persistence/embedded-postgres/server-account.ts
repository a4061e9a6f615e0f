import { execFileSync } from 'node:child_process';
import { StartError } from '../../start-error.ts';
import { closeSync, constants, fchownSync, linkSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

/** PostgreSQL refuses to run as root, so a root process runs it under another account. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Null when this process is not root: then the server runs as ourselves. */
export function findServerAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new StartError(
    'running as root, and there is no account "postgres" or "nobody" for the database: set DATABASE_URL',
  );
}

export function giveTo(account: ServerAccount, directory: string): void {
  execFileSync('chown', ['-R', '-h', '-P', `${account.uid}:${account.gid}`, directory]);
}

/** Whether the account can enter the directory, which needs search permission on every folder above it. */
export function canEnter(account: ServerAccount, directory: string): boolean {
  try {
    execFileSync('ls', [directory], { ...account, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  } catch {
    return null;
  }
}

const SIZE_LIMIT = 1_024;

/**
 * Small files in a folder that belongs to the account of the database. That account could replace them by links, which
 * a root process must neither follow when it writes nor when it reads.
 */

/** Replaces what is there by a new file. */
export function writeOwnFile(file: string, text: string, account: ServerAccount | null): void {
  const finished = writeBeside(file, text, account);
  renameSync(finished, file);
}

/** Creates the file if there is none. Of two processes at the same moment, one creates it. */
export function makeOwnFile(file: string, text: string, account: ServerAccount | null): void {
  const finished = writeBeside(file, text, account);
  try {
    linkSync(finished, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(finished, { force: true });
  }
}

function writeBeside(file: string, text: string, account: ServerAccount | null): string {
  const unfinished = `${file}.${randomUUID()}`;
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const descriptor = openSync(unfinished, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    writeSync(descriptor, text);
    if (account) fchownSync(descriptor, account.uid, account.gid);
  } finally {
    closeSync(descriptor);
  }
  return unfinished;
}

/** @returns null when there is no such file; a link counts as none */
export function readOwnFile(file: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') return null;
    throw error;
  }
  try {
    const buffer = Buffer.alloc(SIZE_LIMIT);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer)).trim();
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
