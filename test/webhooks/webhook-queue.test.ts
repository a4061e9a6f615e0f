import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';
import { startSqsServer, type SqsServer } from './sqs-server.ts';

const SHOP = 'tienda-lima.myshopify.com';

let queue: SqsServer;
let program: TestHandoff;
const lines: string[] = [];

beforeAll(async () => {
  queue = await startSqsServer();
  for (const [name, value] of Object.entries(queue.credentials)) vi.stubEnv(name, value);
  program = await startTestHandoff({
    work: true,
    variables: { WEBHOOK_QUEUE_URL: queue.queueUrl },
    log: (line) => void lines.push(line),
  });
});

afterAll(async () => {
  await program.stop();
  await queue.stop();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  lines.length = 0;
});

/** An event as EventBridge puts it into the queue. */
function event({
  webhookId = randomUUID(),
  id = '1',
  metadata = {},
  source = 'aws.partner/shopify.com/1/handoff',
} = {}) {
  const given = {
    'Content-Type': 'application/json',
    'X-Shopify-Topic': 'fulfillments/create',
    'X-Shopify-Shop-Domain': SHOP,
    'X-Shopify-API-Version': '2026-07',
    'X-Shopify-Webhook-Id': webhookId,
    'X-Shopify-Event-Id': randomUUID(),
    'X-Shopify-Triggered-At': '2026-11-20T15:00:00Z',
    ...metadata,
  };
  const payload = `{"admin_graphql_api_id":"gid://shopify/Fulfillment/${id}","order_id":${id},"status":"success","name":"#1001.1"}`;
  return `{"version":"0","id":"${randomUUID()}","detail-type":"shopifyWebhook","source":"${source}","account":"123456789012",
    "time":"2026-11-20T15:00:01Z","region":"sa-east-1","resources":[],
    "detail":{"payload":${payload},"metadata":${JSON.stringify(given)}}}`;
}

const receiptOf = (webhookId: string) => program.app.database.webhookReceipt.findFirst({ where: { webhookId } });
const empty = () => until('an empty queue', () => queue.left() === 0);

describe('webhooks from a queue', () => {
  it('are recorded like those by HTTP, and are removed', async () => {
    const webhookId = randomUUID();
    queue.send(event({ webhookId, id: '9223372036854775807' }));
    await empty();
    expect(await receiptOf(webhookId)).toMatchObject({
      shop: SHOP,
      topic: 'fulfillments/create',
      subjectId: 'gid://shopify/Fulfillment/9223372036854775807',
      orderId: 'gid://shopify/Order/9223372036854775807',
      subjectName: '#1001.1',
      status: 'success',
      triggeredAt: new Date('2026-11-20T15:00:00Z'),
    });
    await until('the delivery', () => program.app.database.delivery.findFirst({ where: { correlationId: webhookId } }));
  });

  it('may come twice: what was not removed in time changes nothing', async () => {
    const webhookId = randomUUID();
    queue.failRemovals(1);
    queue.send(event({ webhookId }));
    await until('the receipt', () => receiptOf(webhookId));
    await until('the failure', () => lines.some((line) => line.includes('were not removed')));
    expect(queue.left()).toBe(1);
    queue.expireVisibility();
    await empty();
    expect(await program.app.database.webhookReceipt.count({ where: { webhookId } })).toBe(1);
  });

  it('are not lost in large numbers', async () => {
    const ids = Array.from({ length: 300 }, () => randomUUID());
    for (const webhookId of ids) queue.send(event({ webhookId }));
    await empty();
    expect(await program.app.database.webhookReceipt.count({ where: { webhookId: { in: ids } } })).toBe(ids.length);
  });
});

describe('a message is removed only after its receipt is committed', () => {
  afterEach(async () => {
    await program.app.database.$executeRaw`DROP TRIGGER IF EXISTS refuse ON "WebhookReceipt"`;
  });

  it('and comes again when the database has refused it', async () => {
    await program.app.database.$executeRaw`
      CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`;
    await program.app.database.$executeRaw`
      CREATE TRIGGER refuse BEFORE INSERT ON "WebhookReceipt" FOR EACH ROW EXECUTE FUNCTION refuse()`;
    const webhookId = randomUUID();
    queue.send(event({ webhookId }));
    await until('the refusal', () => lines.some((line) => line.includes('webhook not recorded')));
    expect(queue.left()).toBe(1);
    await program.app.database.$executeRaw`DROP TRIGGER refuse ON "WebhookReceipt"`;
    queue.expireVisibility();
    await empty();
    expect(await receiptOf(webhookId)).not.toBeNull();
  });
});

describe('a message that is not a webhook stays for the dead-letter queue, and is counted', () => {
  it.each([
    ['no JSON', 'hello', "the message is no event of Shopify's"],
    ["somebody else's event", event({ source: 'my.own.source' }), "the message is no event of Shopify's"],
    ['without a topic', event({ metadata: { 'X-Shopify-Topic': null } }), 'missing or malformed: x-shopify-topic'],
    ['of no shop', event({ metadata: { 'X-Shopify-Shop-Domain': 'x.example' } }), 'malformed: x-shopify-shop-domain'],
  ])('%s', async (_what, body, reason) => {
    const before = queue.given();
    queue.send(body);
    await until('the complaint', () => lines.some((line) => line.includes(reason)));
    expect(queue.given()).toBe(before + 1);
    expect(queue.left()).toBeGreaterThan(0);
    const text = await (await fetch(`${program.url}/metrics`)).text();
    expect(text).toMatch(/handoff_webhooks_total\{topic="other",outcome="failed"\} [1-9]/);
  });
});
