import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { onServer, urlOf } from '../../set-up/database/database-server.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { until } from '../../set-up/time/until.ts';

const name = `handoff_test_${randomUUID().replaceAll('-', '')}`;
const url = () => urlOf(inject('maintenanceUrl'), name);
const PACE = { ...TEST_PACE.database, migrationTryMs: 20, migrationLockMs: 100 };

let directory: string;

beforeAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`CREATE DATABASE ${name}`));
  directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-migrations-'));
  await addMigration(
    '1_table',
    'CREATE TABLE "Large" ("id" INTEGER, "word" TEXT); INSERT INTO "Large" VALUES (1, \'a\');',
  );
  await applyMigrations(url(), PACE, { directory });
});

afterAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  await rm(directory, { recursive: true });
});

async function addMigration(migration: string, sql: string): Promise<void> {
  await mkdir(path.join(directory, migration));
  await writeFile(path.join(directory, migration, 'migration.sql'), sql);
}

const ask = <Row extends pg.QueryResultRow>(sql: string) =>
  onServer(url(), async (client) => (await client.query<Row>(sql)).rows);

it('an index is built while the table is written, by one of the processes that start at once', async () => {
  await addMigration(
    '2_index',
    '-- for the list\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "Large_word" ON "Large"("word");\n',
  );
  const writer = new pg.Client(url());
  await writer.connect();
  await writer.query('BEGIN');
  await writer.query(`INSERT INTO "Large" VALUES (2, 'b')`);
  const starts = [0, 1, 2].map(() => applyMigrations(url(), PACE, { directory }));
  await until('a build that waits for the writer', async () => {
    return (await ask(`SELECT 1 FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting%'`)).length > 0;
  });
  await ask(`INSERT INTO "Large" VALUES (3, 'c')`); // the build keeps nobody from writing
  await writer.query('COMMIT');
  await writer.end();
  expect((await Promise.all(starts)).flat()).toEqual(['2_index']);
  expect(await ask(`SELECT indisvalid FROM pg_index WHERE indexrelid = '"Large_word"'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

it('an index that a failed build left is built again', async () => {
  await addMigration('3_unique', 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "Large_id" ON "Large"("id");');
  await ask(`INSERT INTO "Large" VALUES (3, 'again')`);
  await expect(applyMigrations(url(), PACE, { directory })).rejects.toThrow(/^migration 3_unique failed/);
  expect(await ask(`SELECT to_regclass('"Large_id"') AS index`)).toEqual([{ index: null }]);
  // a process that was killed in the middle leaves this
  await ask(`CREATE INDEX "Large_id" ON "Large"("word")`);
  await ask(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"Large_id"'::regclass`);
  await ask(`DELETE FROM "Large" WHERE "word" = 'again'`);
  expect(await applyMigrations(url(), PACE, { directory })).toEqual(['3_unique']);
  expect(await ask(`SELECT indisunique, indisvalid FROM pg_index WHERE indexrelid = '"Large_id"'::regclass`)).toEqual([
    { indisunique: true, indisvalid: true },
  ]);
});

it('a change that would wait for a long transaction lets others pass, and is made after it', async () => {
  await addMigration('4_column', 'ALTER TABLE "Large" ADD COLUMN "more" TEXT;');
  const reader = new pg.Client(url());
  await reader.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT * FROM "Large"');
  const applied = applyMigrations(url(), PACE, { directory });
  let passed = 0;
  await until('others that pass while it is tried again and again', async () => {
    await ask('SELECT * FROM "Large"');
    passed += 1;
    return passed > 20;
  });
  await reader.query('COMMIT');
  await reader.end();
  expect(await applied).toEqual(['4_column']);
});
