import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { onServer, urlOf } from './database-server.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of the test file's own, with all migrations and the queue's schema. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = inject('maintenanceUrl');
  const name = `handoff_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(maintenanceUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`));
  const url = urlOf(maintenanceUrl, name);
  // a copy counts as restored: this one is a database of its own from the beginning
  await onServer(url, (client) => client.query('UPDATE "DatabaseLife" SET "identity" = "database_identity"()'));
  return {
    url,
    async drop() {
      await onServer(maintenanceUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
