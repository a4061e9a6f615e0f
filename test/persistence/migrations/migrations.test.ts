import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
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

it('refuses a migration that was edited after it had been applied', async () => {
  await onServer(url(), (client) => client.query("UPDATE _prisma_migrations SET checksum = 'another'"));
  await expect(applyMigrations(url())).rejects.toThrow(/was edited after it had been applied/);
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
