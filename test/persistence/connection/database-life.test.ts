import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { beginDatabaseLife, lifeBeforeDatabase } from '../../../app/persistence/connection/database-life.ts';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '../../set-up/database/database.ts';
import { onServer, urlOf } from '../../set-up/database/database-server.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';

const NOON = new Date('2026-03-02T12:00:00Z');
const LATER = new Date('2026-03-02T13:00:00Z');
const restoredAt = (endedAt: Date) => ({ kind: 'restored-database', endedAt });

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database);
});

afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

it('stays the same as long as the database does', async () => {
  const since = await lifeBeforeDatabase(database, NOON);
  expect(await lifeBeforeDatabase(database, LATER)).toEqual(since);
  expect(since).toMatchObject({ kind: 'lost-database', endedAt: expect.any(Date) });
  expect(since.endedAt < NOON).toBe(true);
});

it('starts again when the deployer says so, once for all processes', async () => {
  await beginDatabaseLife(database);
  expect(await Promise.all([1, 2, 3].map(() => lifeBeforeDatabase(database, LATER)))).toEqual([
    restoredAt(LATER),
    restoredAt(LATER),
    restoredAt(LATER),
  ]);
  expect(await lifeBeforeDatabase(database, NOON)).toEqual(restoredAt(LATER));
});

it('starts again in a copy of the database', async () => {
  const name = new URL(testDatabase.url).pathname.slice(1);
  const copy = `${name}_copy`;
  await database.$disconnect();
  await onServer(inject('maintenanceUrl'), (client) => client.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`));
  database = openDatabase(testDatabase.url, TEST_PACE.database);
  const copied = openDatabase(urlOf(inject('maintenanceUrl'), copy), TEST_PACE.database);
  const now = new Date('2026-03-02T14:00:00Z');
  expect(await lifeBeforeDatabase(copied, now)).toEqual(restoredAt(now));
  expect(await lifeBeforeDatabase(copied, LATER)).toEqual(restoredAt(now));
  await copied.$disconnect();
  await onServer(inject('maintenanceUrl'), (client) => client.query(`DROP DATABASE ${copy} WITH (FORCE)`));
});

it('starts again when the table was restored in place', async () => {
  const before = await lifeBeforeDatabase(database, LATER);
  await onServer(testDatabase.url, async (client) => {
    await client.query('CREATE TABLE "Restored" (LIKE "Delivery" INCLUDING ALL)');
    await client.query('ALTER TABLE "Delivery" RENAME TO "Former"');
    await client.query('ALTER TABLE "Restored" RENAME TO "Delivery"');
  });
  const now = new Date('2026-03-02T15:00:00Z');
  expect(await lifeBeforeDatabase(database, now)).toEqual(restoredAt(now));
  expect(before.endedAt < now).toBe(true);
});

it('can be read by a role that is not a superuser', async () => {
  const [row] = await database.$queryRaw<{ parts: number }[]>`
    SELECT array_length(string_to_array("database_identity"(), ' '), 1) AS "parts"`;
  const role = `"no_superuser_${randomUUID()}"`; // roles belong to the whole server
  await onServer(testDatabase.url, async (client) => {
    await client.query(`CREATE ROLE ${role}`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
    await client.query(`SET ROLE ${role}`);
    const { rows } = await client.query<{ identity: string }>('SELECT "database_identity"() AS "identity"');
    expect(rows[0]?.identity.split(' ').length).toBeGreaterThanOrEqual(4);
    await client.query('RESET ROLE');
    await client.query(`DROP OWNED BY ${role}`);
    await client.query(`DROP ROLE ${role}`);
  });
  expect(row?.parts).toBe(5);
});
