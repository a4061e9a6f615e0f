import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { setDatabaseTime } from './database-time.ts';
import { onServer, urlOf } from './database-server.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file, with all migrations.
 *
 * @param options.hasFewRows plans are not made for each set of values: planning takes longer than it could save
 */
export async function createTestDatabase({ hasFewRows = false } = {}): Promise<TestDatabase> {
  const maintenanceUrl = inject('maintenanceUrl');
  const name = `handoff_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(maintenanceUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`));
  const url = urlOf(maintenanceUrl, name);
  await onServer(url, async (client) => {
    // the program takes a copied database for a restored backup; this makes the copy look original
    await client.query(
      `UPDATE "DatabaseLife" SET "identity" = "database_identity"(), "isRestored" = false, "startedAt" = 'epoch'`,
    );
    await setDatabaseTime(client, name);
    if (hasFewRows) await client.query(`ALTER DATABASE ${name} SET plan_cache_mode = force_generic_plan`);
  });
  return {
    url,
    async drop() {
      await onServer(maintenanceUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
