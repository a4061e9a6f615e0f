import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneDaily } from '../../app/program/prune.ts';
import { readEnvironment } from '../../app/environment.ts';
import { testVariables } from '../set-up/environment.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const START = new Date('2026-03-02T15:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

let program: TestHandoff;
let now = START;

beforeAll(async () => {
  program = await startTestHandoff({
    work: false,
    now: () => now,
    variables: { KEEP_RECEIPTS_DAYS: '3', KEEP_DETAILS_DAYS: '7', KEEP_AUDIT_DAYS: '30', KEEP_COUNTS_DAYS: '2' },
  });
  await program.app.database.shop.create({ data: { domain: SHOP } });
});

afterAll(async () => {
  await program.stop();
});

const SHOP = 'keeps-house.myshopify.com';
const after = (days: number) => new Date(START.getTime() + days * DAY_MS);

async function pruneAt(time: Date): Promise<void> {
  now = time;
  while (await pruneDaily(program.app));
}

async function deliver(change: { endedAt: Date | null; nextReadAt?: Date }, settledAt: Date | null): Promise<string> {
  const happenedAt = START;
  const { id } = await program.app.database.delivery.create({
    data: {
      shopDomain: SHOP,
      fulfillmentId: randomUUID(),
      orderId: 'o',
      phase: 'delivered',
      ...change,
      attempts: { create: [{ verb: 'create', startedAt: START, outcome: 'accepted' }] },
      stateEntries: { create: [{ status: 'Entregado', date: '2026-03-02 10:00:00', at: START, seenAt: START }] },
      publications: {
        create: [
          { kind: 'event', eventStatus: 'IN_TRANSIT', happenedAt, settledAt: START },
          { kind: 'event', eventStatus: 'DELIVERED', happenedAt, settledAt: START },
          { kind: 'order-metafield', settledAt },
        ],
      },
    },
  });
  return id;
}

async function detailsOf(deliveryId: string): Promise<number[]> {
  const { attempt, stateEntry, publication } = program.app.database;
  const where = { where: { deliveryId } };
  return Promise.all([attempt.count(where), stateEntry.count(where), publication.count(where)]);
}

it('details are deleted some time after the end; the delivery and its newest dated event stay', async () => {
  const ended = await deliver({ endedAt: START }, START);
  const unpublished = await deliver({ endedAt: START }, null);
  const stillRead = await deliver({ endedAt: START, nextReadAt: after(9) }, START);
  const onItsWay = await deliver({ endedAt: null }, START);
  await pruneAt(after(6.9));
  expect(await detailsOf(ended)).toEqual([1, 1, 3]);
  await pruneAt(after(7.1));
  expect(await detailsOf(ended)).toEqual([0, 0, 1]);
  const left = await program.app.database.publication.findFirst({ where: { deliveryId: ended } });
  expect(left?.eventStatus).toBe('DELIVERED');
  for (const id of [unpublished, stillRead, onItsWay]) expect(await detailsOf(id)).toEqual([1, 1, 3]);
  expect(await program.app.database.delivery.count({ where: { shopDomain: SHOP } })).toBe(4);
});

it('receipts and audit entries are deleted in batches, except receipts whose job waits', async () => {
  const { webhookReceipt, auditEntry } = program.app.database;
  const receipt = { shop: SHOP, topic: 'fulfillments/create', receivedAt: START };
  await webhookReceipt.createMany({
    data: Array.from({ length: 1_201 }, (_, at) => ({
      ...receipt,
      webhookId: randomUUID(),
      outcome: at === 0 ? null : 'handled',
    })),
  });
  await auditEntry.create({ data: { at: START, shop: SHOP, action: 'customers/redact' } });
  await pruneAt(after(2.9));
  expect(await webhookReceipt.count({ where: { shop: SHOP } })).toBe(1_201);
  await pruneAt(after(3.1));
  expect(await webhookReceipt.count({ where: { shop: SHOP } })).toBe(1);
  expect(await auditEntry.count({ where: { shop: SHOP } })).toBe(1);
  await pruneAt(after(30.1));
  expect(await auditEntry.count({ where: { shop: SHOP } })).toBe(0);
});

it('a counted day is deleted with its fulfillments in batches; the open one stays', async () => {
  const { dailyCount, countedFulfillment } = program.app.database;
  await dailyCount.createMany({
    data: [
      { shopDomain: SHOP, day: '2026-03-01', countedAt: START },
      { shopDomain: SHOP, day: '2026-03-02' },
    ],
  });
  const fulfillmentId = () => `gid://shopify/Fulfillment/${randomUUID()}`;
  await countedFulfillment.createMany({
    data: Array.from({ length: 1_201 }, (_, at) => ({
      shopDomain: SHOP,
      day: at === 0 ? '2026-03-02' : '2026-03-01',
      orderId: 'o',
      result: 'known',
      fulfillmentId: fulfillmentId(),
    })),
  });
  await pruneAt(after(1.9));
  expect(await dailyCount.count({ where: { shopDomain: SHOP } })).toBe(2);
  await pruneAt(after(2.1));
  expect(await dailyCount.findMany({ where: { shopDomain: SHOP } })).toMatchObject([{ day: '2026-03-02' }]);
  expect(await countedFulfillment.count({ where: { shopDomain: SHOP } })).toBe(1);
});

it("a receipt cannot be deleted before Shopify's retries end", () => {
  expect(() => readEnvironment(testVariables({ KEEP_RECEIPTS_DAYS: '1' }))).toThrow(
    'KEEP_RECEIPTS_DAYS must be 3 days at least',
  );
});
