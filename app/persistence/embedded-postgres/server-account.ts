import { execFileSync } from 'node:child_process';
import { StartError } from '../../start-error.ts';

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
