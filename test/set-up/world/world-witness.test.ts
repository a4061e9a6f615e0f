import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { startSandboxOperator, type SandboxOperator } from '../../../sandbox/operator/server.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { orderDraft, SHOP as SANDBOX_SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { freePort } from '../free-port.ts';
import { SHOP } from './demo-order.ts';
import { TEST_PACE } from '../time/pace.ts';
import { worldWitness } from './world-witness.ts';

let testDatabase: TestDatabase;
let database: Database;
let operator: SandboxOperator;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database);
  operator = await startSandboxOperator({ tokens: ['token'] });
});

afterAll(async () => {
  await operator.close();
  await database.$disconnect();
  await testDatabase.drop();
});

it('sees what moves, and is still when nothing does', async () => {
  const witness = worldWitness(database, operator);
  const before = await witness.snapshot();
  expect(await witness.snapshot()).toBe(before);
  await database.shop.create({ data: { domain: SHOP } });
  const { id } = await database.delivery.create({
    data: { shopDomain: SHOP, fulfillmentId: randomUUID(), orderId: 'gid://shopify/Order/1', phase: 'waiting' },
  });
  const opened = await witness.snapshot();
  expect(opened).not.toBe(before);
  await database.attempt.create({ data: { deliveryId: id, verb: 'create', startedAt: new Date() } });
  expect(await witness.snapshot()).not.toBe(opened);
  expect(await witness.describe()).toContain('waiting');
});

it('tells of webhooks that Shopify has not delivered, and why', async () => {
  const shopify = await startSandbox({ appUrl: `http://127.0.0.1:${await freePort()}`, webhookRetryDelays: [] });
  shopify.changeOrder(SANDBOX_SHOP, shopify.enterOrder(SANDBOX_SHOP, orderDraft).id, { note: 'x' });
  await shopify.webhooks.settled();
  const witness = worldWitness(database, operator, () => shopify.webhooks.log);
  expect(await witness.describe()).toMatch(
    /has not delivered: [1-9].*\n +orders\/\w+ of .*: failed; Error: .*ECONNREFUSED/,
  );
});

it('takes a database that is away for a sight', async () => {
  const away = openDatabase('postgresql://nobody@127.0.0.1:9/nothing', TEST_PACE.database);
  expect(await worldWitness(away, operator).snapshot()).toMatch(/^away/);
  await away.$disconnect();
});
