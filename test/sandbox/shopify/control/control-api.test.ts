import { expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../../../../sandbox/clock.ts';
import type { SandboxShopify } from '../../../../sandbox/shopify/server.ts';
import { startApp } from '../app-under-test.ts';
import { ask, askRaw, orderDraft, SHOP, shop, startSandbox } from '../sandbox-under-test.ts';

const numberOf = (record: unknown) => z.object({ id: z.string() }).parse(record).id.split('/').at(-1);

/** Another process: all it has is HTTP. */
function controlsOf(sandbox: SandboxShopify) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}/_sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    return { status: answer.status, body: z.unknown().parse(await answer.json()) };
  };
}

test('takes an order through its life', async () => {
  const sandbox = await startSandbox();
  const control = controlsOf(sandbox);
  const entered = await control('POST', '/shops/zapateria/orders', orderDraft);
  expect(entered).toMatchObject({ status: 200, body: { name: '#1001', displayFulfillmentStatus: 'UNFULFILLED' } });
  const order = numberOf(entered.body);
  const fulfilled = await control('POST', `/shops/zapateria/orders/${order}/fulfillments`, {
    lineItems: [{ id: 0, quantity: 1 }],
  });
  expect(fulfilled.body).toMatchObject({ name: '#1001.1', displayStatus: 'FULFILLED', lineItems: [{ quantity: 1 }] });
  const fulfillment = numberOf(fulfilled.body);
  await control('POST', `/shops/zapateria/fulfillments/${fulfillment}/events`, { status: 'DELIVERED' });
  expect((await control('GET', `/shops/zapateria/fulfillments/${fulfillment}`)).body).toMatchObject({
    displayStatus: 'DELIVERED',
    events: [{ status: 'DELIVERED' }],
  });
  await control('POST', `/shops/zapateria/fulfillments/${fulfillment}/cancel`);
  await control('PATCH', `/shops/zapateria/orders/${order}`, { shippingAddress: { city: 'Soacha' }, tags: ['b', 'a'] });
  expect((await control('GET', `/shops/${SHOP}/orders/${order}`)).body).toMatchObject({
    displayFulfillmentStatus: 'UNFULFILLED',
    tags: ['a', 'b'],
    shippingAddress: { city: 'Soacha', address1: 'Cra 15 # 93-60' },
    fulfillmentOrders: [{ destination: { city: 'Soacha' } }],
    fulfillments: [{ status: 'CANCELLED' }],
    metafields: [],
  });
});

test('opens shops, installs and uninstalls', async () => {
  const sandbox = await startSandbox();
  const control = controlsOf(sandbox);
  await control('POST', '/shops', { ...shop, domain: 'nueva.myshopify.com', installed: false });
  expect((await control('GET', '/shops')).body).toEqual([
    { domain: SHOP, name: 'Zapatería', installed: true, orders: 0 },
    { domain: 'nueva.myshopify.com', name: 'Zapatería', installed: false, orders: 0 },
  ]);
  await control('POST', '/shops/nueva/install');
  expect((await control('GET', '/shops/nueva')).body).toMatchObject({
    installation: { scopes: expect.arrayContaining(['read_orders']) },
    locations: [{ name: 'Bodega' }, {}, {}],
  });
  await control('POST', '/shops/nueva/uninstall');
  expect((await control('GET', '/shops/nueva')).body).toMatchObject({ installation: null });
});

test('sets faults, scopes, withholding, and empties the bucket', async () => {
  const sandbox = await startSandbox({ clock: manualClock(new Date()) }); // the bucket fills with time
  const control = controlsOf(sandbox);
  const query = '{ locations(first: 1) { nodes { id } } }';
  await control('PUT', '/shops/zapateria/faults', [{ kind: 'throttled' }]);
  expect((await ask(sandbox, query)).errors?.[0]?.extensions?.code).toBe('THROTTLED');
  await control('PUT', '/shops/zapateria/scopes', { scopes: ['read_orders'] });
  expect((await ask(sandbox, query)).errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  await control('PUT', '/shops/zapateria/withheld', { withhold: 'fields' });
  await control('POST', '/shops/zapateria/drain');
  expect((await control('GET', '/shops/zapateria')).body).toMatchObject({
    withheld: 'fields',
    faults: [],
    throttleStatus: { currentlyAvailable: expect.toSatisfy((points: number) => points < 100) },
  });
});

test('withholds contents, adds locations, settles fulfillments and tells of e-mails', async () => {
  const sandbox = await startSandbox();
  const control = controlsOf(sandbox);
  await control('PUT', '/shops/zapateria/withheld', { withhold: 'fields', contents: ['phone', 'name'] });
  expect((await control('GET', '/shops/zapateria')).body).toMatchObject({ withheldContents: ['phone', 'name'] });
  const added = await control('POST', '/shops/zapateria/locations', [{ name: 'Punto', copies: 2 }]);
  expect(added.body).toMatchObject([{ name: 'Punto 1' }, { name: 'Punto 2' }]);
  expect(await control('PUT', '/shops/zapateria/notifications', { events: true })).toMatchObject({ status: 200 });
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  const fulfilled = await control('POST', `/shops/zapateria/orders/${numberOf({ id })}/fulfillments`, {
    status: 'PENDING',
    notifyCustomer: true,
  });
  const path = `/shops/zapateria/fulfillments/${numberOf(fulfilled.body)}`;
  expect(fulfilled.body).toMatchObject({ status: 'PENDING', displayStatus: 'SUBMITTED' });
  expect((await control('POST', `${path}/settle`)).body).toMatchObject({ status: 'SUCCESS' });
  expect(await control('POST', `${path}/settle`, { status: 'FAILURE' })).toMatchObject({ status: 400 });
  await control('POST', `${path}/events`, { status: 'DELIVERED' });
  expect((await control('GET', '/shops/zapateria/emails')).body).toMatchObject([
    { kind: 'shipping-confirmation', to: 'nora@example.com' },
    { kind: 'delivered' },
  ]);
});

test('ends the access tokens of a shop', async () => {
  const sandbox = await startSandbox();
  const token = sandbox.accessToken(SHOP);
  await controlsOf(sandbox)('POST', '/shops/zapateria/revoke-access-tokens');
  expect((await askRaw(sandbox, { query: '{ shop { id } }' }, token)).status).toBe(401);
});

test('gives id tokens and access tokens', async () => {
  const sandbox = await startSandbox();
  const control = controlsOf(sandbox);
  const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;
  expect((await control('GET', '/shops/zapateria/id-token')).body).toEqual({ idToken: expect.stringMatching(jwt) });
  expect((await control('POST', '/shops/zapateria/access-token')).body).toEqual({
    accessToken: expect.stringMatching(/^shpat_/),
  });
});

test('shows and steers webhooks', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const control = controlsOf(sandbox);
  await control('PUT', '/webhooks/policy', { hold: true });
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.fulfill(SHOP, id);
  expect((await control('GET', '/webhooks?topic=fulfillments/create')).body).toMatchObject([
    { state: 'held', attempts: [] },
  ]);
  await control('POST', '/webhooks/release', { reverse: true });
  await app.has(2);
  const sent = await control('POST', '/webhooks', { shop: SHOP, topic: 'shop/redact', body: { a: 1 }, copies: 2 });
  expect(sent.body).toMatchObject({ topic: 'shop/redact', state: 'delivered', attempts: [{}, {}] });
  await control('POST', `/webhooks/${z.object({ webhookId: z.string() }).parse(sent.body).webhookId}/repeat`);
  expect(app.received).toHaveLength(5);
  expect((await control('GET', `/webhooks?shop=nobody.myshopify.com`)).body).toEqual([]);
});

test('forgets everything on reset', async () => {
  const sandbox = await startSandbox({ shops: [{ ...shop, orders: [{ draft: orderDraft }] }] });
  const control = controlsOf(sandbox);
  sandbox.enterOrder(SHOP, orderDraft);
  await control('POST', '/reset');
  expect((await control('GET', '/shops')).body).toMatchObject([{ orders: 1 }]);
  await control('POST', '/reset', { orders: false });
  expect((await control('GET', '/shops')).body).toMatchObject([{ orders: 0 }]);
});

test.each([
  ['POST', '/shops/zapateria/orders', { lineItems: [] }, 'lineItems'],
  ['POST', '/shops/zapateria/orders', { ...orderDraft, location: 'Luna' }, 'no location Luna'],
  ['POST', '/shops/zapateria/orders', { ...orderDraft, colour: 'red' }, 'colour'],
  ['GET', '/shops/nowhere/orders', undefined, 'no shop nowhere'],
  ['GET', '/shops/zapateria/orders/1', undefined, 'no order'],
  ['PUT', '/shops/zapateria/faults', [{ kind: 'meteor' }], 'kind'],
])('says what is wrong with %s %s', async (method, path, body, reason) => {
  const control = controlsOf(await startSandbox());
  const answer = await control(method, path, body);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
});
