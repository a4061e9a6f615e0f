import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { causeOf, StartError } from '../../start-error.ts';
import { canEnter, type ServerAccount } from './server-account.ts';

/**
 * The folder of the embedded database: `DATA_DIR`, or `data` in the working directory. A root process whose default
 * lies below a folder that only root may enter gets a folder of its own under /var/lib instead, one per place of
 * installation; a `DATA_DIR` that was asked for is never replaced.
 *
 * @throws StartError when the folder cannot be made or written, or the account that the server runs as cannot reach the
 *   `DATA_DIR` that was asked for
 */
export function prepareDataDirectory(asked: string | undefined, account: ServerAccount | null): string {
  const wanted = path.resolve(asked ?? 'data');
  makeFor(account, wanted);
  if (!account || canEnter(account, wanted)) return wanted;
  if (asked) {
    throw new StartError(
      `DATA_DIR: ${wanted} lies below a folder that only root may enter, and PostgreSQL does not run as root: ` +
        'choose another folder, e.g. /var/lib/handoff',
    );
  }
  const place = createHash('sha256').update(wanted).digest('hex').slice(0, 8);
  const fallback = `/var/lib/handoff-${place}`;
  makeFor(account, fallback);
  return fallback;
}

/** What a folder of the embedded database can contain. The last one is in every volume of its own. */
const OURS = /^(cluster|password|app-password|port|postgresql)|^lost\+found$|^\.probe-/;

function makeFor(account: ServerAccount | null, directory: string): void {
  try {
    make(directory);
    const foreign = readdirSync(directory).find((name) => !OURS.test(name));
    if (foreign) {
      throw new StartError(
        `DATA_DIR: ${directory} holds other files (${foreign}), and would be closed to everybody else: ` +
          'choose an empty folder, or one of its own within it',
      );
    }
    const probe = path.join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, '', { flag: 'wx' }); // never follows a link
    rmSync(probe);
    if (account) chownSync(directory, account.uid, account.gid);
    chmodSync(directory, 0o700); // nobody else can read its content, whoever created it
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATA_DIR: ${directory} cannot be written (${causeOf(error)}): choose a folder that this user may write to, ` +
        'or set DATABASE_URL',
      { cause: error },
    );
  }
}

/**
 * Creates folder by folder, because Node's recursive way never ends below /proc, where a parent exists and a child
 * cannot.
 */
function make(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })) return;
  make(path.dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (causeOf(error) !== 'EEXIST') throw error; // another process created it at the same moment
  }
}
