import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { causeOf, StartError } from '../start-error.ts';
import { STANDARD_PACE, type Pace } from '../pace.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** The advisory lock that Prisma's own engine takes, so that both never run at once. */
const LOCK = 72707369;

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Took the place of the migrations that were written before the first release. */
const INITIAL = '20261127180000_initial';
/** Where the former migrations began and ended. */
const FORMER = { first: '20261121000000_init', last: '20261127170000_order_comparisons' };
/** What makes the schema of the last former migration that of the initial one, and forgets the former ones. */
const FROM_FORMER = `ALTER TABLE "Delivery" DROP COLUMN IF EXISTS "readClaimedUntil";
  DELETE FROM _prisma_migrations WHERE migration_name < '${INITIAL}'`;

interface AppliedMigration {
  migration_name: string;
  checksum: string;
}

type MigrationPace = Pick<Pace['database'], 'migrationTryMs' | 'migrationLockMs'>;

/**
 * Applies the pending migrations of `prisma/migrations`, each file in its own transaction, and records them exactly as
 * `prisma migrate deploy` does. It needs neither Prisma's engine nor its CLI. Any number of processes may call it at
 * once. A database with all migrations of before the first release goes on with its data. A file that builds an index concurrently has that one statement and no transaction, so that a large table can be
 * written meanwhile.
 *
 * @param databaseUrl PostgreSQL itself: a pooler in transaction mode would lose the lock
 * @param options.directory by default the program's migrations
 * @param options.last the name of the last migration to apply; by default all are
 * @returns the names of the migrations that were applied
 * @throws StartError when an applied migration has been edited since, or one fails
 */
export async function applyMigrations(
  databaseUrl: string,
  pace: MigrationPace = STANDARD_PACE.database,
  { directory = MIGRATIONS, last }: { directory?: string; last?: string } = {},
): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined); // cut off between two statements: the next one tells
  await client.connect();
  try {
    await takeLock(client, pace);
    await client.query(CREATE_RECORD);
    const { rows } = await client.query<AppliedMigration>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
    );
    const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    for (const migration of readMigrations(directory)) {
      if (last !== undefined && migration.name > last) break;
      const before = checksums.get(migration.name);
      if (before === migration.checksum) continue;
      if (before)
        throw new StartError(`migration ${migration.name} was edited after it had been applied: restore the file`);
      const isFormer = migration.name === INITIAL && checksums.has(FORMER.first);
      if (isFormer && !checksums.has(FORMER.last)) {
        throw new StartError(
          `the database is of a version before the first release, without ${FORMER.last}: start the last such version once`,
        );
      }
      await apply(client, isFormer ? { ...migration, sql: FROM_FORMER } : migration, pace);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Waits for the lock without a statement that waits: an index that is built concurrently waits for every statement that
 * began before it, and neither would ever end.
 */
async function takeLock(client: pg.Client, { migrationTryMs }: MigrationPace): Promise<void> {
  const isTaken = async () => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    return rows[0]?.taken === true;
  };
  while (!(await isTaken())) await pause(migrationTryMs);
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

const RECORD = `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
  VALUES ($1, $2, now(), $3, 1)`;

/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

async function apply(client: pg.Client, migration: Migration, pace: MigrationPace): Promise<void> {
  const { name, sql } = migration;
  const statements = sql
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n');
  const [, index] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/.exec(statements.trim()) ?? [];
  try {
    if (index !== undefined) await buildIndex(client, migration, index);
    else await applyInTransaction(client, migration, pace);
  } catch (error) {
    throw new StartError(`migration ${name} failed and left nothing behind (${causeOf(error)})`, { cause: error });
  }
}

/** A statement that waits for a lock on a table lets nobody pass who comes after it, so it waits a short time only. */
async function applyInTransaction(client: pg.Client, migration: Migration, pace: MigrationPace): Promise<void> {
  for (;;) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = ${pace.migrationLockMs}`);
      await client.query(migration.sql);
      await client.query(RECORD, [randomUUID(), migration.checksum, migration.name]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      await pause(pace.migrationTryMs);
    }
  }
}

/** A build that failed, or whose process was killed, leaves an index that is not valid. */
async function buildIndex(client: pg.Client, { name, sql, checksum }: Migration, index: string): Promise<void> {
  const dropInvalid = async () => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(format('%I', $1::text)) AND NOT indisvalid`,
      [index],
    );
    if (rowCount) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
  };
  await dropInvalid();
  try {
    await client.query(sql);
  } catch (error) {
    await dropInvalid();
    throw error;
  }
  await client.query(RECORD, [randomUUID(), checksum, name]);
}
