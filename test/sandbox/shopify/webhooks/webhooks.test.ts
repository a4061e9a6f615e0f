import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { includedFields } from '../../../../sandbox/shopify/webhooks/included-fields.ts';
import { startApp, type ReceivedWebhook } from '../app-under-test.ts';
import { API_SECRET, askData, orderDraft, SHOP, shop, startSandbox } from '../sandbox-under-test.ts';

const topicsOf = (received: readonly ReceivedWebhook[]) => received.map(({ headers }) => headers['x-shopify-topic']);
const parse = ({ body }: ReceivedWebhook): unknown => JSON.parse(body);

test('tells the app of a new fulfillment, signed, with the fields it asked for', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const { id } = sandbox.fulfill(SHOP, order.id, { lineItems: [{ id: 0, quantity: 2 }] });
  await app.has(2);
  const created = app.received.find(({ path }) => path === '/hooks/fulfillments');
  const updated = app.received.find(({ path }) => path === '/hooks');
  if (!created || !updated) throw new Error('one webhook went to neither address');
  expect(created.headers).toMatchObject({
    'content-type': 'application/json',
    'x-shopify-topic': 'fulfillments/create',
    'x-shopify-shop-domain': SHOP,
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-event-id': updated.headers['x-shopify-event-id'],
    'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    'x-shopify-order-id': order.id.split('/').at(-1),
    'x-shopify-name': 'fulfillments',
    'x-shopify-hmac-sha256': createHmac('sha256', API_SECRET).update(created.body).digest('base64'),
  });
  expect(updated.headers['x-shopify-webhook-id']).not.toBe(created.headers['x-shopify-webhook-id']);
  expect(parse(created)).toEqual({
    id: Number(id.split('/').at(-1)),
    order_id: Number(order.id.split('/').at(-1)),
    status: 'success',
    line_items: [{ quantity: 2 }],
  });
});

test('speaks REST: snake case, lower-case enums, numeric ids beside the gid, times with the offset of the shop', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const fulfillment = sandbox.fulfill(SHOP, order.id, { tracking: [{ company: 'X', number: '1', url: null }] });
  await sandbox.webhooks.settled();
  const [, updated] = app.received.toSorted((a, b) => b.path.length - a.path.length);
  if (!updated) throw new Error('no orders/updated');
  expect(parse(updated)).toMatchObject({
    id: Number(order.id.split('/').at(-1)),
    admin_graphql_api_id: order.id,
    created_at: expect.stringMatching(/-05:00$/),
    financial_status: 'paid',
    fulfillment_status: 'fulfilled',
    total_price: '572610.00',
    shipping_address: { first_name: 'Nora', phone: '300 111 2233', country_code: 'CO' },
    line_items: [
      { title: 'Botas', quantity: 3, fulfillable_quantity: 0, fulfillment_status: 'fulfilled', grams: 1200 },
      {},
    ],
    fulfillments: [
      {
        admin_graphql_api_id: fulfillment.id,
        name: '#1001.1',
        status: 'success',
        tracking_number: '1',
        tracking_urls: [],
        shipment_status: null,
        destination: { name: 'Nora Peña' },
      },
    ],
  });
});

test('every change has its topics', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const heard = async (act: () => unknown) => {
    const before = app.received.length;
    await act();
    await sandbox.webhooks.settled();
    return topicsOf(app.received.slice(before)).toSorted();
  };
  expect(await heard(() => sandbox.fulfill(SHOP, order.id))).toEqual(['fulfillments/create', 'orders/updated']);
  const [id = ''] = [...(sandbox.store.get(SHOP)?.fulfillments.keys() ?? [])];
  const event = `mutation { fulfillmentEventCreate(fulfillmentEvent: { fulfillmentId: "${id}", status: IN_TRANSIT }) { userErrors { message } } }`;
  expect(await heard(() => askData(sandbox, event))).toEqual([
    'fulfillment_events/create',
    'fulfillments/update',
    'orders/updated',
  ]);
  expect(await heard(() => sandbox.cancelFulfillment(SHOP, id))).toEqual(['fulfillments/update', 'orders/updated']);
  expect(parse(app.received.findLast(({ path }) => path === '/hooks/fulfillments') ?? never())).toMatchObject({
    status: 'cancelled',
  });
  expect(await heard(() => sandbox.changeOrder(SHOP, order.id, { note: 'n' }))).toEqual(['orders/updated']);
  const [line] = order.lineItems;
  expect(await heard(() => sandbox.changeOrder(SHOP, order.id, { quantities: { [line?.id ?? '']: 1 } }))).toEqual([
    'orders/edited',
    'orders/updated',
  ]);
  expect(await heard(() => sandbox.grantScopes(SHOP, ['read_orders']))).toEqual(['app/scopes_update']);
  expect(await heard(() => sandbox.uninstallApp(SHOP))).toEqual(['app/uninstalled']);
  expect(parse(app.received.at(-1) ?? never())).toMatchObject({ myshopify_domain: SHOP });
  expect(await heard(() => sandbox.changeOrder(SHOP, order.id, { note: 'nobody hears' }))).toEqual([]);
});

function never(): never {
  throw new Error('no webhook');
}

test('repeats with the same id and the original body until it is accepted', async () => {
  const app = await startApp([500, 302, 200]);
  const sandbox = await startSandbox({ appUrl: app.url, webhookRetryDelays: [1, 1, 1, 1] });
  const order = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.changeOrder(SHOP, order.id, { note: 'first' });
  order.note = 'changed since';
  await app.has(3);
  await sandbox.webhooks.settled();
  expect(new Set(app.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
  expect(new Set(app.received.map(({ body }) => body)).size).toBe(1);
  const [delivery] = sandbox.webhooks.log;
  expect(delivery).toMatchObject({ topic: 'orders/updated', state: 'delivered' });
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 200]);
});

test('gives up after the last repeat', async () => {
  const app = await startApp([500, 500, 500]);
  const sandbox = await startSandbox({ appUrl: app.url, webhookRetryDelays: [1, 1] });
  sandbox.changeOrder(SHOP, sandbox.enterOrder(SHOP, orderDraft).id, { note: 'x' });
  await app.has(3);
  await sandbox.webhooks.settled();
  expect(sandbox.webhooks.log).toMatchObject([{ state: 'failed', attempts: [{}, {}, {}] }]);
});

test('counts a refused connection as a failure', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  closed.close();
  await once(closed, 'close');
  const port = typeof address === 'object' ? address?.port : 0;
  const sandbox = await startSandbox({ appUrl: `http://127.0.0.1:${port}`, webhookRetryDelays: [] });
  sandbox.changeOrder(SHOP, sandbox.enterOrder(SHOP, orderDraft).id, { note: 'x' });
  await sandbox.webhooks.settled();
  expect(sandbox.webhooks.log).toMatchObject([
    { state: 'failed', attempts: [{ status: null, error: expect.stringContaining('ECONNREFUSED') }] },
  ]);
});

test('waits five seconds for an answer', async () => {
  const app = await startApp([null]);
  const webhookLimits = { connectMs: 30_000, answerMs: 5_000 };
  const sandbox = await startSandbox({ appUrl: app.url, webhookRetryDelays: [], webhookLimits });
  sandbox.changeOrder(SHOP, sandbox.enterOrder(SHOP, orderDraft).id, { note: 'x' });
  await sandbox.webhooks.settled();
  const [attempt] = sandbox.webhooks.log[0]?.attempts ?? [];
  expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('no answer within 5 s') });
  expect(attempt?.durationMs).toBeGreaterThan(4900);
});

test('loses, doubles, holds back and turns around, on request', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  const change = (note: string) => sandbox.changeOrder(SHOP, id, { note });
  const notes = () => app.received.map((each) => z.looseObject({ note: z.string() }).parse(parse(each)).note);

  sandbox.setWebhookPolicy({ drop: 1, duplicate: 1 });
  change('lost');
  change('twice');
  change('once');
  await sandbox.webhooks.settled();
  expect(notes().toSorted()).toEqual(['once', 'twice', 'twice']);
  expect(sandbox.webhooks.log.map(({ state }) => state)).toEqual(['dropped', 'delivered', 'delivered']);

  sandbox.setWebhookPolicy({ hold: true });
  change('first');
  change('second');
  expect(app.received).toHaveLength(3);
  sandbox.webhooks.release({ reverse: true });
  await sandbox.webhooks.settled();
  expect(notes().slice(3).toSorted()).toEqual(['first', 'second']);
  const starts = sandbox.webhooks.log.slice(3).map(({ state, attempts }) => [state, attempts.length]);
  expect(starts).toEqual([
    ['delivered', 1],
    ['delivered', 1],
  ]);
});

test('sends any webhook on request: several copies, a wrong signature, once more', async () => {
  const app = await startApp([200, 200, 401, 401]);
  const sandbox = await startSandbox({ appUrl: app.url });
  const body = { shop_domain: SHOP, orders_to_redact: [1] };
  const copies = await sandbox.sendWebhook(SHOP, 'customers/redact', body, { copies: 2 });
  expect(copies).toMatchObject({ state: 'delivered', uri: `${app.url}/hooks/compliance` });
  const forged = await sandbox.sendWebhook(SHOP, 'customers/redact', body, { badHmac: true });
  expect(forged.state).toBe('failed');
  await sandbox.sendWebhook(SHOP, 'customers/redact', body, { withoutHmac: true });
  await sandbox.webhooks.repeat(copies.webhookId);
  const ids = app.received.map(({ headers }) => headers['x-shopify-webhook-id']);
  expect([ids[1], ids[4]]).toEqual([ids[0], ids[0]]);
  const signatures = app.received.map(({ headers }) => headers['x-shopify-hmac-sha256']);
  expect(signatures[2]).not.toBe(signatures[0]);
  expect(signatures[3]).toBeUndefined();
});

test('leaves customer data out when it is withheld', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.withhold(SHOP, 'fields');
  sandbox.changeOrder(SHOP, id, { note: 'x' });
  await app.has(1);
  const [received] = app.received;
  expect(received?.body).not.toMatch(/Nora|nora@example|Cra 15|300\D?111\D?2233/);
  expect(received?.body).toContain('Bogotá');
});

test('says nothing of what was there before the app', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({
    appUrl: app.url,
    shops: [{ ...shop, installed: false, orders: [{ draft: orderDraft }] }],
  });
  sandbox.installApp(SHOP);
  await sandbox.webhooks.settled();
  expect(sandbox.webhooks.log).toEqual([]);
});

test.each([
  [null, { a: 1, b: { c: 2, d: 3 } }],
  [['a'], { a: 1 }],
  [['a', 'missing'], { a: 1 }],
  [['b.c'], { b: { c: 2 } }],
  [['b', 'b.c'], { b: { c: 2, d: 3 } }],
])('include_fields %j', (fields, expected) => {
  expect(includedFields({ a: 1, b: { c: 2, d: 3 } }, fields)).toEqual(expected);
});
