import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * PostgreSQL with `pg_basebackup`, and PgBouncer, as Debian's packages `postgresql` and `pgbouncer` install them. The
 * PostgreSQL from npm has no `pg_basebackup`.
 */
export interface Installed {
  /** The folder of `initdb`, `postgres`, `pg_basebackup`. */
  readonly postgres: string;
  readonly pgbouncer: string;
}

const VERSIONS = '/usr/lib/postgresql';

/** Null where one of the two is missing; `WHY_SKIPPED` says which. */
export const installed: Installed | null = find();
export const WHY_SKIPPED = installed
  ? ''
  : 'skipped: needs PostgreSQL and PgBouncer (apt-get install postgresql pgbouncer)';

function find(): Installed | null {
  const postgres = [...versionFolders(), ...pathFolders()].find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((program) => isProgram(path.join(folder, program))),
  );
  const pgbouncer = ['/usr/sbin', ...pathFolders()].map((folder) => path.join(folder, 'pgbouncer')).find(isProgram);
  return postgres !== undefined && pgbouncer !== undefined ? { postgres, pgbouncer } : null;
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
}

function versionFolders(): string[] {
  try {
    return readdirSync(VERSIONS)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(VERSIONS, version, 'bin'));
  } catch {
    return []; // not Debian
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
