import { inject } from 'vitest';
import type { Database } from '../../app/persistence/database.ts';
import { onServer } from '../set-up/database/database-server.ts';

/** The name of the database that is behind a connection. */
export async function nameOf(database: Database): Promise<string> {
  const [row] = await database.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`;
  return row?.name ?? '';
}

/**
 * A copy of a database of the run's server. Whoever uses either of the two is sent away, and is not let in before the copy
 * is made: a database that is used cannot be copied, and a waiting test asks again and again.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await onServer(inject('maintenanceUrl'), async (client) => {
    await client.query(`ALTER DATABASE ${from} WITH ALLOW_CONNECTIONS false`);
    try {
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
      await client.query(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
    } finally {
      await client.query(`ALTER DATABASE ${from} WITH ALLOW_CONNECTIONS true`);
    }
  });
}

export async function dropDatabase(name: string): Promise<void> {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
}
