import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { STANDARD_PACE } from '../../../app/pace.ts';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { onServer, urlOf } from '../../set-up/database/database-server.ts';

const name = `handoff_test_${randomUUID().replaceAll('-', '')}`;
const url = () => urlOf(inject('maintenanceUrl'), name);

beforeAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`CREATE DATABASE ${name}`));
});

afterAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
});

it('applies each migration once, however many processes start at once', async () => {
  const applied = await Promise.all([applyMigrations(url()), applyMigrations(url()), applyMigrations(url())]);
  expect(applied.flat().length).toBeGreaterThan(0);
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  expect(await applyMigrations(url())).toEqual([]);
});

describe('a database of before the first release', () => {
  const INITIAL = '20261127180000_initial';
  const recorded = () =>
    onServer(url(), async (client) => {
      const { rows } = await client.query<{ migration_name: string; checksum: string }>(
        'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name',
      );
      return rows;
    });
  /** A database whose schema is that of the last former migration. */
  const makeFormer = async (names: readonly string[]) => {
    await onServer(url(), (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
    await applyMigrations(url(), STANDARD_PACE.database, { last: INITIAL });
    await onServer(url(), async (client) => {
      await client.query(`INSERT INTO "Shop" ("domain") VALUES ('former.myshopify.com')`);
      await client.query('ALTER TABLE "Delivery" ADD COLUMN IF NOT EXISTS "readClaimedUntil" TIMESTAMPTZ(3)');
      await client.query('DELETE FROM _prisma_migrations');
      for (const each of names) {
        await client.query(
          `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ($1, 'of then', now(), $2)`,
          [randomUUID(), each],
        );
      }
    });
  };

  it('goes on with its data and the schema of today, and has none of the former migrations', async () => {
    const today = await recorded();
    await makeFormer(['20261121000000_init', '20261126070000_read_claims', '20261127170000_order_comparisons']);
    const applied = await Promise.all([applyMigrations(url()), applyMigrations(url())]);
    expect(applied.flat()).toEqual(today.map(({ migration_name: each }) => each));
    expect(applied.flat()[0]).toBe(INITIAL);
    expect(await recorded()).toEqual(today);
    const { rows } = await onServer(url(), (client) =>
      client.query(`SELECT (SELECT count(*) FROM "Shop" WHERE "domain" = 'former.myshopify.com')::int AS shops,
        (SELECT count(*) FROM pg_attribute WHERE attrelid = '"Delivery"'::regclass AND attname = 'readClaimedUntil')::int AS columns`),
    );
    expect(rows).toEqual([{ shops: 1, columns: 0 }]);
    expect(await applyMigrations(url())).toEqual([]);
  });

  it('that stopped before the last of its migrations is left as it is', async () => {
    const today = await recorded();
    await makeFormer(['20261121000000_init', '20261126070000_read_claims']);
    await expect(applyMigrations(url())).rejects.toThrow(
      /without 20261127170000_order_comparisons: start the last such version once/,
    );
    expect(await recorded()).toHaveLength(2);
    await makeFormer(['20261121000000_init', '20261127170000_order_comparisons']);
    await applyMigrations(url());
    expect(await recorded()).toEqual(today);
  });
});

it('holds the phase to the known ones', async () => {
  const insert = `INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "phase", "updatedAt")
    VALUES ('${randomUUID()}', 'a.myshopify.com', 'f', 'o', 'lost', now())`;
  await onServer(url(), async (client) => {
    await client.query(`INSERT INTO "Shop" ("domain") VALUES ('a.myshopify.com')`);
    await expect(client.query(insert)).rejects.toThrow(/Delivery_phase_check/);
  });
});

it('fills the result of a count that a process of the former version writes by its former name', async () => {
  const result = await onServer(url(), async (client) => {
    await client.query(`INSERT INTO "Shop" ("domain") VALUES ('b.myshopify.com')`);
    await client.query(`INSERT INTO "DailyCount" ("shopDomain", "day") VALUES ('b.myshopify.com', '2026-03-01')`);
    await client.query(`INSERT INTO "CountedFulfillment" ("shopDomain", "day", "fulfillmentId", "orderId", "finding")
      VALUES ('b.myshopify.com', '2026-03-01', 'f', 'o', 'extra')`);
    await client.query(`INSERT INTO "CountedFulfillment" ("shopDomain", "day", "fulfillmentId", "orderId", "result")
      VALUES ('b.myshopify.com', '2026-03-01', 'g', 'o', 'missing')`);
    return client.query('SELECT "finding", "result" FROM "CountedFulfillment" ORDER BY "fulfillmentId"');
  });
  expect(result.rows).toEqual([
    { finding: 'extra', result: 'extra' },
    { finding: 'missing', result: 'missing' },
  ]);
});

it('refuses a migration that was edited after it had been applied', async () => {
  await onServer(url(), (client) => client.query("UPDATE _prisma_migrations SET checksum = 'another'"));
  await expect(applyMigrations(url())).rejects.toThrow(/was edited after it had been applied/);
});
