import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app/app-context.ts';
import { handleWebhooks } from '../../app/webhooks/handle-webhooks.ts';
import { ingest } from '../../app/webhooks/ingest.ts';
import type { Webhook } from '../../app/shopify/webhooks.ts';
import { openDatabase } from '../../app/persistence/database.ts';
import { takeDueReceipts } from '../../app/persistence/webhook-inbox.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const SHOP = 'tienda-lote.myshopify.com';
const HOUR_MS = 3_600_000;

let program: TestHandoff;
const now = new Date('2026-11-21T15:00:00Z');

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => now });
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  await program.app.database.webhookReceipt.deleteMany();
  await program.app.database.delivery.deleteMany();
});

let lastId = 0;

function webhookOf(topic: string, fulfillment: number, change: Partial<Webhook> = {}): Webhook {
  return {
    shop: SHOP,
    topic,
    webhookId: randomUUID(),
    eventId: null,
    triggeredAt: now,
    body: {
      subjectId: `gid://shopify/Fulfillment/${fulfillment}`,
      orderId: 'gid://shopify/Order/1',
      status: 'success',
      name: `#${fulfillment}.1`,
      orderIds: [],
    },
    ...change,
  };
}

const takeIn = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => ingest(program.app, webhookOf('fulfillments/create', (lastId += 1)))),
  );
const open = () => program.app.database.webhookReceipt.count({ where: { dueAt: { not: null } } });
const deliveries = () => program.app.database.delivery.count();
const receiptOf = (webhookId: string) => program.app.database.webhookReceipt.findFirst({ where: { webhookId } });

it('names a delivery as the webhook names its fulfillment', async () => {
  await takeIn(1);
  await handleWebhooks(program.app);
  expect(await program.app.database.delivery.findFirst()).toMatchObject({
    fulfillmentName: `#${lastId}.1`,
    orderName: `#${lastId}`,
  });
});

it('handles what arrived in batches, each receipt once', async () => {
  await takeIn(250);
  expect(await handleWebhooks(program.app)).toBe(true);
  expect([await deliveries(), await open()]).toEqual([200, 50]);
  expect(await handleWebhooks(program.app)).toBe(false);
  expect([await deliveries(), await open()]).toEqual([250, 0]);
  const outcomes = await program.app.database.webhookReceipt.groupBy({ by: ['outcome'], _count: true });
  expect(outcomes).toEqual([{ outcome: 'handled', _count: 250 }]);
});

it('concurrent drains share the receipts', async () => {
  await takeIn(600);
  const drain = async () => {
    while (await handleWebhooks(program.app));
  };
  await Promise.all([drain(), drain(), drain(), drain()]);
  expect([await deliveries(), await open()]).toEqual([600, 0]);
  expect(await program.app.database.webhookReceipt.count({ where: { outcome: 'handled' } })).toBe(600);
});

it('receipts that a process has claimed are handled by the next one when it is killed', async () => {
  await takeIn(20);
  const { database } = program.app;
  const doomed = openDatabase(program.databaseUrl, TEST_PACE.database, { connections: 1 });
  const killed = doomed.$transaction(async (transaction) => {
    expect(await takeDueReceipts(transaction, { limit: 200 })).toHaveLength(20);
    expect(await handleWebhooks(program.app)).toBe(false);
    expect([await deliveries(), await open()]).toEqual([0, 20]);
    const [backend] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await transaction.shop.createMany({ data: { domain: 'half-done.myshopify.com' } });
    await database.$queryRaw`SELECT pg_terminate_backend(${backend?.pid}::int, 5000)`;
    await transaction.$queryRaw`SELECT 1`;
  });
  await expect(killed).rejects.toThrow();
  await handleWebhooks(program.app);
  expect([await deliveries(), await open()]).toEqual([20, 0]);
  expect(await database.shop.count({ where: { domain: 'half-done.myshopify.com' } })).toBe(0);
});

describe('one that fails', () => {
  const handleAll = async (app: AppContext) => {
    while (await handleWebhooks(app));
  };
  const later = { firstMs: HOUR_MS, limitMs: HOUR_MS };
  const patient = () => ({ ...program.app, pace: { ...program.app.pace, backOff: later } });

  /** What is left due, after a failure of the receipt `fails`, is that one alone, and it waits for its time. */
  async function expectOneLeft() {
    const { database } = program.app;
    const [failed, ...others] = await database.webhookReceipt.findMany({ where: { dueAt: { not: null } } });
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ webhookId: 'fails', tries: 1, outcome: null });
    await handleAll(patient());
    expect(await receiptOf('fails')).toMatchObject({ tries: 1 }); // not due yet
  }

  async function handleInTime() {
    await program.app.database.webhookReceipt.updateMany({
      where: { webhookId: 'fails' },
      data: { dueAt: new Date(0) },
    });
    await handleWebhooks(program.app);
    expect(await open()).toBe(0);
  }

  it('among those that are handled together is found by halves, postponed, and retried', async () => {
    await takeIn(20);
    const { database } = program.app;
    await ingest(program.app, webhookOf('fulfillments/create', 0, { webhookId: 'fails' }));
    await takeIn(20);
    await database.$executeRaw`ALTER TABLE "Delivery" ADD CONSTRAINT "refused" CHECK ("fulfillmentName" <> '#0.1')`;
    try {
      await handleWebhooks(patient());
      expect(await deliveries()).toBe(11); // half of the half that holds it
      await handleAll(patient());
      expect(await deliveries()).toBe(40);
      await expectOneLeft();
    } finally {
      await database.$executeRaw`ALTER TABLE "Delivery" DROP CONSTRAINT "refused"`;
    }
    await handleInTime();
    expect(await deliveries()).toBe(41);
  });

  it('of a topic of the shop holds up no other, is postponed, and retried', async () => {
    await takeIn(20);
    const { database } = program.app;
    await ingest(program.app, webhookOf('customers/redact', 1, { webhookId: 'fails' }));
    await ingest(program.app, webhookOf('customers/data_request', 1, { webhookId: 'asks' }));
    await takeIn(20);
    await database.$executeRaw`ALTER TABLE "Attempt" RENAME TO "Away"`;
    try {
      await handleWebhooks(patient());
      expect(await deliveries()).toBe(40);
      expect(await receiptOf('asks')).toMatchObject({ outcome: 'handled' });
      await expectOneLeft();
    } finally {
      await database.$executeRaw`ALTER TABLE "Away" RENAME TO "Attempt"`;
    }
    await handleInTime();
  });

  it('of a topic of the shop is left to the process that has taken it', async () => {
    await ingest(program.app, webhookOf('customers/data_request', 1, { webhookId: 'taken' }));
    const receipt = await receiptOf('taken');
    await program.app.database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM "WebhookReceipt" WHERE "id" = ${receipt?.id} FOR UPDATE`;
      expect(await handleWebhooks(program.app)).toBe(false);
      expect(await open()).toBe(1);
    });
    expect(await receiptOf('taken')).toMatchObject({ outcome: null, tries: 0 });
  });
});

it('a receipt that the database refuses fails alone', async () => {
  const unstorable = webhookOf('fulfillments/create', 1, { webhookId: 'nul \u0000' });
  const [refused, ...others] = await Promise.allSettled([
    ingest(program.app, unstorable),
    ...Array.from({ length: 40 }, () => ingest(program.app, webhookOf('fulfillments/create', (lastId += 1)))),
  ]);
  expect(refused.status).toBe('rejected');
  expect(others.map(({ status }) => status)).toEqual(Array(40).fill('fulfilled'));
  expect(await open()).toBe(40);
});

it('creation and cancellation in one batch: the delivery is cancelled', async () => {
  const fulfillment = (lastId += 1);
  const created = webhookOf('fulfillments/create', fulfillment);
  const cancelled = webhookOf('fulfillments/update', fulfillment);
  const body = cancelled.body && { ...cancelled.body, status: 'cancelled' };
  await ingest(program.app, { ...cancelled, body });
  await ingest(program.app, created);
  await handleWebhooks(program.app);
  expect(await program.app.database.delivery.findMany()).toMatchObject([{ phase: 'cancelled' }]);
});

it('cancellations of a batch: each delivery of its own shop, and each webhook has its own outcome', async () => {
  const { database } = program.app;
  const [waiting, handedOver, unknown] = [(lastId += 1), (lastId += 1), (lastId += 1)];
  const other = { shop: 'otra-tienda.myshopify.com' };
  for (const fulfillment of [waiting, handedOver]) {
    await ingest(program.app, webhookOf('fulfillments/create', fulfillment));
    await ingest(program.app, webhookOf('fulfillments/create', fulfillment, other)); // the ids of another shop
  }
  await handleWebhooks(program.app);
  await database.delivery.updateMany({
    where: { shopDomain: SHOP, fulfillmentName: `#${handedOver}.1` },
    data: { phase: 'in-delivery', handedOverAt: now },
  });
  const cancellations = [waiting, handedOver, unknown, waiting].map((fulfillment) => {
    const webhook = webhookOf('fulfillments/update', fulfillment);
    return { ...webhook, body: webhook.body && { ...webhook.body, status: 'cancelled' } };
  });
  for (const webhook of cancellations) await ingest(program.app, webhook);
  await handleWebhooks(program.app);
  const untouched = { phase: 'waiting', cancelRequestedAt: null, problems: [] };
  const rows = await database.delivery.findMany({ orderBy: [{ shopDomain: 'desc' }, { fulfillmentName: 'asc' }] });
  expect(rows).toMatchObject([
    { shopDomain: SHOP, phase: 'cancelled', endedAt: now },
    {
      shopDomain: SHOP,
      phase: 'in-delivery',
      cancelRequestedAt: now,
      problems: [{ code: 'cancelled-after-hand-over' }],
    },
    { shopDomain: other.shop, ...untouched },
    { shopDomain: other.shop, ...untouched },
  ]);
  const receipts = await Promise.all(cancellations.map(({ webhookId }) => receiptOf(webhookId)));
  const nothing = { outcome: 'skipped', reason: 'no delivery of this fulfillment is under way' };
  expect(receipts).toMatchObject([{ outcome: 'handled' }, { outcome: 'handled' }, nothing, nothing]);
});

it.each([6, -6])('a process whose clock is %i hours off delays none of its webhooks', async (hours) => {
  const off = await startTestHandoff({ work: false, now: () => new Date(Date.now() + hours * 3_600_000) });
  try {
    await ingest(off.app, webhookOf('fulfillments/create', 1));
    await handleWebhooks(off.app);
    expect(await off.app.database.webhookReceipt.count({ where: { outcome: 'handled' } })).toBe(1);
  } finally {
    await off.stop();
  }
});
