import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** The advisory lock that Prisma's own engine takes, so that neither runs beside the other. */
const LOCK = 72707369;

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

interface AppliedMigration {
  migration_name: string;
  checksum: string;
}

/**
 * Applies the pending migrations of `prisma/migrations`, each file in its own transaction, and records them exactly as
 * `prisma migrate deploy` does. It needs neither Prisma's engine nor its CLI. Any number of processes may call it at
 * once.
 *
 * @returns the names of the migrations that were applied
 * @throws when an applied migration has been edited since
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(CREATE_RECORD);
    const { rows } = await client.query<AppliedMigration>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
    );
    const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    for (const migration of readMigrations()) {
      const before = checksums.get(migration.name);
      if (before === migration.checksum) continue;
      if (before) throw new Error(`migration ${migration.name} was edited after it had been applied: restore the file`);
      await apply(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed and left nothing behind`, { cause: error });
  }
}
