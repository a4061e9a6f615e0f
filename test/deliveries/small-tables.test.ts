import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAttempts } from '../../app/deliveries/hand-over/attempts.ts';
import { recordReadWithoutNews } from '../../app/deliveries/delivery-store.ts';
import { claimDueOutboxes, endOutbox } from '../../app/deliveries/write-back/order-outbox.ts';
import { openPublications, settlePublication } from '../../app/deliveries/write-back/publications.ts';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { settleReceipts } from '../../app/persistence/webhook-inbox.ts';
import { seedDeliveries } from '../../bench/harness/seed.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { rowsRead } from '../set-up/database/rows-read.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const SHOP = 'small-tables.myshopify.com';
/** A planner that expected a hundred rows of each batch would read tables of this size as a whole. */
const ROWS = 2_000;
/** The server makes a plan for any values after five for the values at hand. */
const TIMES = 8;
const now = new Date();

let testDatabase: TestDatabase;
let database: Database;
let observer: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await seedDeliveries(testDatabase.url, ROWS, SHOP);
  database = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 1 });
  await database.$executeRawUnsafe('SET random_page_cost = 4'); // as a server has it by itself
  observer = new pg.Client(testDatabase.url);
  await observer.connect();
  await observer.query(`
    UPDATE "Delivery" SET "recordSeen" = 'seen';
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") SELECT "id", 'create', now() FROM "Delivery";
    INSERT INTO "Publication" ("deliveryId", "kind", "settledAt", "outcome")
      SELECT "id", 'tracking', now(), 'published' FROM "Delivery";
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
      SELECT DISTINCT "shopDomain", "orderId", now() - interval '1 hour' FROM "Delivery";
    INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "receivedAt", "dueAt")
      SELECT 'a.myshopify.com', n::text, 'orders/updated', now(), now() FROM generate_series(1, ${ROWS}) AS n;
    ANALYZE "Delivery", "PlannedRead", "WebhookReceipt", "Attempt", "Publication", "OrderOutbox"`);
  // a backlog that the statistics do not know of
  await observer.query(`UPDATE "Publication" SET "settledAt" = NULL, "outcome" = NULL`);
}, 120_000);

afterAll(async () => {
  await observer.end();
  await database.$disconnect();
  await testDatabase.drop();
});

const TABLES = ['Delivery', 'PlannedRead', 'WebhookReceipt', 'Attempt', 'Publication', 'OrderOutbox'];

/** By a scan or by an index. */
async function read(): Promise<number> {
  const { scanned, fetched } = await rowsRead(database, observer, TABLES);
  return scanned + fetched;
}

const READ_LIMIT = 12;

it.each<[string, (turn: number) => Promise<unknown>]>([
  [
    'a read without news',
    async (turn) => {
      const delivery = await database.delivery.findFirstOrThrow({ where: { orderNumber: `B${turn}` } });
      const times = { now, nextReadAt: now, operatorUpdatedAt: now };
      const read = { delivery, flags: [], seenNow: 'seen', ...times };
      expect(await recordReadWithoutNews(database, read)).toBe(true);
    },
  ],
  [
    'the end of an attempt',
    async (turn) => {
      const result = { outcome: 'accepted', httpStatus: 200, message: null } as const;
      await endAttempts(database, [{ id: BigInt(turn), startedAt: now, endedAt: now, result }]);
    },
  ],
  [
    'the end of a publication',
    (turn) => settlePublication(database, { id: BigInt(turn), outcome: 'published', message: null, now }),
  ],
  [
    "an order's publications",
    async (turn) => {
      const { orderId } = await database.delivery.findFirstOrThrow({ where: { orderNumber: `B${turn + 1_000}` } });
      expect(await openPublications(database, { shop: SHOP, orderId })).toHaveLength(1);
    },
  ],
  [
    'the claim and the end of an order',
    async () => {
      const turns = { limit: 1, afterShop: '', ofOneShop: 1, fullShops: [] };
      const [claimed] = await claimDueOutboxes(database, { leaseMs: 60_000, ...turns });
      if (!claimed) throw new Error('no order is due');
      await endOutbox(database, { claimed, settled: [], again: null });
    },
  ],
  ['the end of a receipt', (turn) => settleReceipts(database, [{ id: BigInt(turn), reason: null }], now)],
])(`%s among ${ROWS} rows reads few of them`, async (_what, step) => {
  for (let turn = 100; turn < 100 + TIMES; turn += 1) {
    const before = await read();
    await step(turn);
    expect((await read()) - before, `time ${turn - 99}`).toBeLessThanOrEqual(READ_LIMIT);
  }
});
