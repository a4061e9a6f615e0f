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
  return {
    url: urlOf(maintenanceUrl, name),
    async drop() {
      await onServer(maintenanceUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
