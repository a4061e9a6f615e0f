import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';
import { postWebhook } from '../set-up/webhook.ts';

let program: TestHandoff;

beforeAll(async () => {
  program = await startTestHandoff({ work: true });
});

afterAll(async () => {
  await program.stop();
});

const fulfillment = (id: number) => ({
  id,
  admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
  order_id: id + 1,
  status: 'success',
  updated_at: '2026-11-21T10:00:00-05:00',
});
const receiptOf = (webhookId: string) => program.app.database.webhookReceipt.findFirst({ where: { webhookId } });
const handledReceiptOf = (webhookId: string) =>
  until(`the receipt of ${webhookId} with its outcome`, async () => {
    const receipt = await receiptOf(webhookId);
    return receipt?.outcome ? receipt : null;
  });

describe('POST /webhooks', () => {
  it('answers 200 and makes a delivery that waits for the set-up', async () => {
    const webhookId = randomUUID();
    const answer = await postWebhook(program.url, { topic: 'fulfillments/create', webhookId, body: fulfillment(7001) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String('taken-in'.length));
    expect(await handledReceiptOf(webhookId)).toMatchObject({ outcome: 'handled', reason: null });
    const delivery = await until('the held delivery', () =>
      program.app.database.delivery.findFirst({
        where: { fulfillmentId: 'gid://shopify/Fulfillment/7001', heldFor: 'set-up' },
      }),
    );
    expect(delivery).toMatchObject({ phase: 'waiting', orderId: 'gid://shopify/Order/7002' });
  });

  it('records a repeated webhook once', async () => {
    const webhookId = randomUUID();
    const post = () => postWebhook(program.url, { topic: 'fulfillments/create', webhookId, body: fulfillment(7101) });
    const answers = await Promise.all([post(), post(), post(), post()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await Promise.all(answers.map((answer) => answer.text()))).sort()).toEqual([
      ...['repeated', 'repeated', 'repeated', 'taken-in'],
    ]);
    expect(await program.app.database.webhookReceipt.count({ where: { webhookId } })).toBe(1);
  });

  it('creates one delivery for a fulfillment that two webhooks report', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const webhookId of ids) {
      await postWebhook(program.url, { topic: 'fulfillments/create', webhookId, body: fulfillment(7201) });
    }
    const receipts = await Promise.all(ids.map(handledReceiptOf));
    expect(receipts.map(({ outcome }) => outcome).sort()).toEqual(['handled', 'skipped']);
    const where = { fulfillmentId: 'gid://shopify/Fulfillment/7201' };
    expect(await program.app.database.delivery.count({ where })).toBe(1);
  });

  it('skips a webhook that can never be handled, with the reason', async () => {
    for (const [topic, body, reason] of [
      ['fulfillments/create', '{"cut":', 'the body cannot be read'],
      ['fulfillments/create', {}, 'the body names no fulfillment'],
      ['fulfillments/create', { admin_graphql_api_id: 'gid://shopify/Fulfillment/1' }, 'the body names no order'],
      ['fulfillments/update', fulfillment(7301), 'nothing in it changes a delivery'],
      ['orders/create', { id: 'gid' }, 'the body names no order'],
      ['orders/paid', { id: 1 }, 'the topic is not handled'],
    ] as const) {
      const webhookId = randomUUID();
      expect((await postWebhook(program.url, { topic, webhookId, body })).status).toBe(200);
      expect(await handledReceiptOf(webhookId)).toMatchObject({ outcome: 'skipped', reason });
    }
  });

  it('refuses a signature that is wrong or missing with 401, and stores nothing', async () => {
    for (const signature of ['AAAA', null, '']) {
      const webhookId = randomUUID();
      const headers = { 'X-Shopify-Hmac-Sha256': signature };
      const given = { topic: 'fulfillments/create', webhookId, body: fulfillment(7401), headers };
      expect((await postWebhook(program.url, given)).status).toBe(401);
      expect(await receiptOf(webhookId)).toBeNull();
    }
  });

  it('refuses a body over 1 MiB with 413, announced or not', async () => {
    const body = JSON.stringify({ id: 1, padding: 'x'.repeat(1_100_000) });
    expect((await postWebhook(program.url, { topic: 'fulfillments/create', body })).status).toBe(413);
    const chunked = await fetch(`${program.url}/webhooks`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
  });

  it('takes a body of just under 1 MiB', async () => {
    const body = JSON.stringify({ ...fulfillment(7501), padding: 'x'.repeat(1_000_000) });
    expect((await postWebhook(program.url, { topic: 'fulfillments/create', body })).status).toBe(200);
  });

  it('says which of its headers is missing with 400', async () => {
    const answer = await postWebhook(program.url, {
      topic: 'fulfillments/create',
      body: fulfillment(7601),
      headers: { 'X-Shopify-Webhook-Id': null },
    });
    expect([answer.status, await answer.text()]).toEqual([400, 'missing or malformed: x-shopify-webhook-id']);
  });

  it('answers 405 to another method', async () => {
    expect((await fetch(`${program.url}/webhooks`)).status).toBe(405);
  });

  it('answers 500 and stores nothing while the database is down, so that Shopify sends it again', async () => {
    const away = await startTestHandoff({ work: false });
    try {
      await away.app.database.$executeRaw`ALTER TABLE "WebhookReceipt" RENAME TO "Away"`;
      const answer = await postWebhook(away.url, { topic: 'fulfillments/create', body: fulfillment(7701) });
      expect(answer.status).toBe(500);
    } finally {
      await away.stop();
    }
  });
});

describe('health', () => {
  it('is alive and ready', async () => {
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });
});

/** Real bodies that stand outside the project; where the folder is absent there is nothing to try. */
const PAYLOADS = path.resolve(import.meta.dirname, '../../../shared/payloads');
const TOPICS: readonly [RegExp, string][] = [
  [/fulfillment_events-create/, 'fulfillment_events/create'],
  [/fulfillment_order/, 'fulfillment_orders/moved'],
  [/fulfillment/, 'fulfillments/create'],
  [/order/, 'orders/fulfilled'],
  [/app-uninstalled/, 'app/uninstalled'],
  [/data_request/, 'customers/data_request'],
  [/customers-redact/, 'customers/redact'],
  [/shop-redact/, 'shop/redact'],
  [/locations-create/, 'locations/create'],
];
const payloads = existsSync(PAYLOADS) ? readdirSync(PAYLOADS).filter((file) => file.endsWith('.json')) : [];

describe.skipIf(payloads.length === 0)('bodies of real webhooks', () => {
  it.each(payloads)('%s is answered 200, and handled or skipped with a reason', async (file) => {
    const topic = TOPICS.find(([pattern]) => pattern.test(file))?.[1] ?? 'unknown/topic';
    const webhookId = randomUUID();
    const body = readFileSync(path.join(PAYLOADS, file), 'utf8');
    const shop = 'real-bodies.myshopify.com';
    expect((await postWebhook(program.url, { topic, shop, webhookId, body })).status).toBe(200);
    const receipt = await until(`the outcome of ${file}`, async () => {
      const found = await receiptOf(webhookId);
      if (found?.outcome) return found;
      return found === null && topic === 'shop/redact' ? 'redacted' : null;
    });
    if (receipt !== 'redacted' && receipt.outcome === 'skipped') expect(receipt.reason).toBeTruthy();
  });
});
