import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelDeliveries } from '../../app/deliveries/open-and-cancel.ts';
import { recordNotReceived } from '../../app/deliveries/hand-over/attempts.ts';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { claimDueHandOvers, claimDueReads } from '../../app/deliveries/delivery-store.ts';
import { deliveriesOfOrders } from '../../app/deliveries/order-deliveries.ts';
import { claimDueOutboxes } from '../../app/deliveries/write-back/order-outbox.ts';
import { openPublications } from '../../app/deliveries/write-back/publications.ts';
import { whatIsDue } from '../../app/program/due.ts';
import { takeDueReceipts } from '../../app/persistence/webhook-inbox.ts';
import { seedDeliveries } from '../../bench/harness/seed.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { rowsRead } from '../set-up/database/rows-read.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const SHOP = 'hot-paths.myshopify.com';
const ROWS = 100_000;
const now = new Date();
const leaseMs = 60_000;

let testDatabase: TestDatabase;
let database: Database;
let observer: pg.Client;
let one: { id: string; orderId: string } | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await seedDeliveries(testDatabase.url, ROWS, SHOP);
  database = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 1 });
  observer = new pg.Client(testDatabase.url);
  await observer.connect();
  await observer.query(
    `INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "receivedAt", "dueAt", "outcome")
     SELECT 'a.myshopify.com', n::text, 'fulfillments/create', now(), CASE WHEN n % 1000 = 0 THEN now() - interval '1 hour' END,
       CASE WHEN n % 1000 > 0 THEN 'handled' END FROM generate_series(1, ${ROWS}) AS n`,
  );
  await observer.query(
    `UPDATE "Delivery" SET "phase" = 'waiting', "sendAt" = now() - interval '1 hour' WHERE "orderNumber" LIKE '%7'`,
  );
  await observer.query(
    `INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") SELECT "id", 'create', now() FROM "Delivery"`,
  );
  await observer.query(
    `INSERT INTO "Publication" ("deliveryId", "kind", "settledAt")
     SELECT "id", 'tracking', CASE WHEN "orderNumber" NOT LIKE '%77' THEN now() END FROM "Delivery"`,
  );
  await observer.query(
    `INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
     SELECT "shopDomain", "orderId", now() + CASE WHEN "orderNumber" LIKE '%77' THEN interval '-1 hour' ELSE '1 hour' END
     FROM "Delivery" ON CONFLICT DO NOTHING`,
  );
  await observer.query(
    'VACUUM ANALYZE "Delivery", "PlannedRead", "WebhookReceipt", "Attempt", "Publication", "OrderOutbox"',
  );
  const { rows } = await observer.query<{ id: string; orderId: string }>(
    `SELECT "id", "orderId" FROM "Delivery" WHERE "orderNumber" = 'B4277'`,
  );
  [one] = rows;
}, 240_000);

afterAll(async () => {
  await observer.end();
  await database.$disconnect();
  await testDatabase.drop();
});

const TABLES = ['Delivery', 'PlannedRead', 'WebhookReceipt', 'Attempt', 'Publication', 'OrderOutbox'];

/** For each row of the answer: it is found, locked, changed, and looked at by a condition or two. */
const FETCHED_LIMIT = 10;

it.each([
  [
    'claiming due reads',
    () => claimDueReads(database, { now, leaseMs, limit: 100, rooms: { known: {}, others: 10 }, afterAccount: null }),
  ],
  [
    'claiming due hand-overs',
    () =>
      claimDueHandOvers(database, {
        now,
        leaseMs,
        limit: 50,
        afterShop: '',
        ofOneShop: 10,
        fullAccounts: [],
        fullShops: [],
      }),
  ],
  ['asking what is due', () => whatIsDue({ database, now: () => now, pace: TEST_PACE })],
  ['taking due receipts', () => takeDueReceipts(database, { limit: 50 })],
  [
    'noting that a create did not arrive',
    () => recordNotReceived(database, one?.id ?? '').then((count) => Array<number>(count).fill(count)),
  ],
  [
    'claiming orders with something to write',
    () => claimDueOutboxes(database, { leaseMs, limit: 10, afterShop: '', ofOneShop: 10, fullShops: [] }),
  ],
  ["an order's publications", () => openPublications(database, { shop: SHOP, orderId: one?.orderId ?? '' })],
  [
    'cancelling what waits and what the operator has',
    async () => {
      const some = await database.delivery.findMany({ take: 50, select: { shopDomain: true, fulfillmentId: true } });
      const cancelled = some.map(({ shopDomain: shop, fulfillmentId }) => ({ shop, fulfillmentId }));
      return cancelDeliveries({ now: () => now }, database, cancelled);
    },
  ],
  ["an order's deliveries", () => deliveriesOfOrders(database, { shop: SHOP, orderIds: [one?.orderId ?? ''] })],
])(`%s among ${ROWS} rows scans no table, and fetches what it answers`, async (_what, claim) => {
  const before = await rowsRead(database, observer, TABLES);
  const { length } = await claim();
  expect(length).toBeGreaterThan(0);
  const after = await rowsRead(database, observer, TABLES);
  expect(after.scanned - before.scanned).toBe(0);
  expect((after.fetched - before.fetched) / length).toBeLessThanOrEqual(FETCHED_LIMIT);
});

/** An idle worker asks every second. What is due later may be a million. */
const PAGES_LIMIT = 80; // most of them for its plan

it(`a claim of reads among ${ROWS} rows of which none is due reads a few pages`, async () => {
  await observer.query('ALTER TABLE "PlannedRead" SET (autovacuum_enabled = off)');
  await observer.query('VACUUM "PlannedRead"');
  const given = { now: new Date(0), leaseMs, limit: 100, rooms: { known: {}, others: 10 }, afterAccount: null };
  for (let count = 0; count < 8; count += 1) await claimDueReads(database, given); // then the server has its plan
  const before = await rowsRead(database, observer, ['PlannedRead']);
  expect(await claimDueReads(database, given)).toHaveLength(0);
  const after = await rowsRead(database, observer, ['PlannedRead']);
  expect(after.pages - before.pages).toBeLessThanOrEqual(PAGES_LIMIT);
});
