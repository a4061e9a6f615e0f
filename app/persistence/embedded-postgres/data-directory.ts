import { createHash } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { canEnter, type ServerAccount } from './server-account.ts';

/**
 * The folder of the embedded database: `DATA_DIR`, or `data` in the working directory. A root process whose default
 * lies below a folder that only root may enter gets a folder of its own under /var/lib instead, one per place of
 * installation; a `DATA_DIR` that was asked for is never replaced.
 *
 * @throws when the account the server runs as cannot reach the `DATA_DIR` that was asked for
 */
export function prepareDataDirectory(asked: string | undefined, account: ServerAccount | null): string {
  const wanted = path.resolve(asked ?? 'data');
  makeFor(account, wanted);
  if (!account || canEnter(account, wanted)) return wanted;
  if (asked) {
    throw new Error(
      `DATA_DIR: ${wanted} lies below a folder that only root may enter, and PostgreSQL does not run as root: ` +
        'choose another folder, e.g. /var/lib/handoff',
    );
  }
  const place = createHash('sha256').update(wanted).digest('hex').slice(0, 8);
  const fallback = `/var/lib/handoff-${place}`;
  makeFor(account, fallback);
  return fallback;
}

function makeFor(account: ServerAccount | null, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (account) chownSync(directory, account.uid, account.gid);
}
