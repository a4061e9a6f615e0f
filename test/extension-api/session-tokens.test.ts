import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { mintIdToken } from '../../sandbox/shopify/access/id-token.ts';
import { SHOP, TEST_SHOP } from '../set-up/world/demo-order.ts';
import { TEST_API_KEY, TEST_API_SECRET } from '../set-up/environment.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { callAsExtension, numberOf, type Call } from './extension-caller.ts';
import { fulfilledOrder } from './fulfilled-order.ts';

const OTHER_SHOP = 'otra-tienda.myshopify.com';
const APP = { apiKey: TEST_API_KEY, apiSecret: TEST_API_SECRET };

let world: OfflineWorld;
let program: Program;
let early: FulfillmentRecord;
let waiting: FulfillmentRecord;
let deliveryId: string;

beforeAll(async () => {
  world = await startOfflineWorld();
  const { shopify } = world;
  early = fulfilledOrder(world);
  program = await world.start();
  await world.setUpShop(program, { gracePeriodMinutes: 60 });
  shopify.addShop({ ...TEST_SHOP, domain: OTHER_SHOP });
  shopify.installApp(OTHER_SHOP);
  waiting = fulfilledOrder(world);
  const delivery = await until('the waiting delivery', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: waiting.id } }),
  );
  deliveryId = delivery.id;
});

afterAll(() => world.stop());

/** A token that is signed as it should be, and says something else than a staff member's. */
function tokenWith(claims: Readonly<Record<string, string | undefined>>): string {
  const [header = '', payload = ''] = world.shopify.idToken(SHOP).split('.');
  const own: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = { ...z.record(z.string(), z.unknown()).parse(own), ...claims };
  const signed = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', TEST_API_SECRET).update(signed).digest('base64url')}`;
}

/** Every call of the API about what is of `SHOP`; those that act are put so that they would act. */
const calls = (): [string, Omit<Call, 'token'>][] => [
  [`/api/orders/${numberOf(waiting.orderId)}/deliveries`, {}],
  [`/api/orders/${numberOf(waiting.orderId)}/deliveries?known`, {}],
  [`/api/orders/${numberOf(early.orderId)}/preview`, {}],
  [`/api/orders/hand-over`, { method: 'POST', body: { orderIds: [early.orderId] } }],
  [`/api/fulfillments/${numberOf(early.id)}/hand-over`, { method: 'POST', body: {} }],
  ...['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem'].map((action): [string, Omit<Call, 'token'>] => [
    `/api/deliveries/${deliveryId}/${action}`,
    { method: 'POST', body: {} },
  ]),
];

async function statuses(token: string | null): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const [path, call] of calls()) {
    const answer = await callAsExtension(program, path, { ...call, token });
    expect(answer.headers.get('Access-Control-Allow-Origin'), path).toBe('*');
    answers[path] = answer.status;
  }
  return answers;
}

const all = (status: number) => Object.fromEntries(calls().map(([path]) => [path, status]));

async function expectNothingDone(): Promise<void> {
  expect(await world.database.delivery.findMany({ where: { shopDomain: SHOP } })).toMatchObject([
    { id: deliveryId, phase: 'waiting' },
  ]);
  expect(world.operator.requests().filter(({ method }) => method === 'POST')).toEqual([]);
}

describe('a request of an extension', () => {
  it('needs a session token', async () => {
    expect(await statuses(null)).toEqual(all(401));
    await expectNothingDone();
  });

  it('is refused with a token that somebody else signed', async () => {
    const forged = mintIdToken({ clock: world.clock, ...APP, apiSecret: 'not the secret' }, SHOP);
    expect(await statuses(forged)).toEqual(all(401));
    await expectNothingDone();
  });

  it('is refused with a token of another app', async () => {
    const foreign = mintIdToken({ clock: world.clock, ...APP, apiKey: 'another-app' }, SHOP);
    expect(await statuses(foreign)).toEqual(all(401));
    await expectNothingDone();
  });

  it('is refused with a token that names no shop', async () => {
    const nameless = mintIdToken({ clock: world.clock, ...APP }, 'no shop at all');
    expect(await statuses(nameless)).toEqual(all(401));
    await expectNothingDone();
  });

  it.each([
    ['a buyer', { iss: undefined, dest: SHOP, sub: 'gid://shopify/Customer/1' }],
    ['a buyer, with a scheme before the shop', { iss: undefined, sub: 'gid://shopify/Customer/1' }],
    ['a buyer who is not signed in', { iss: undefined, sub: undefined }],
    ['nobody of the staff', { sub: 'gid://shopify/Customer/1' }],
    ['the admin of another shop', { iss: `https://${OTHER_SHOP}/admin` }],
    ['the admin of no shop', { iss: 'https://evil.example/admin', dest: 'https://evil.example' }],
    ['the admin, under another path', { dest: `https://${SHOP}/x` }],
  ])('is refused with a token of %s', async (_of, claims) => {
    expect(await statuses(tokenWith(claims))).toEqual(all(401));
    await expectNothingDone();
  });

  it('is refused a page with a token of a buyer, in the address as well', async () => {
    const host = Buffer.from(`admin.shopify.com/store/${SHOP.split('.')[0] ?? ''}`).toString('base64');
    const pageWith = (token: string) => {
      const query = new URLSearchParams({ shop: SHOP, host, embedded: '1', id_token: token });
      const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' };
      return fetch(`${program.url}/app?${query.toString()}`, { headers, redirect: 'manual' });
    };
    expect((await pageWith(tokenWith({}))).status).toBe(200);
    expect((await pageWith(tokenWith({ iss: undefined, sub: 'gid://shopify/Customer/1' }))).status).toBe(401);
  });

  it('is refused with a token that has ended, and says that a fresh one would do', async () => {
    const expired = mintIdToken(
      { clock: { now: () => new Date(world.clock.now().getTime() - 5 * 60_000) }, ...APP },
      SHOP,
    );
    expect(await statuses(expired)).toEqual(all(401));
    const [path] = calls()[0] ?? ['', {}];
    const answer = await callAsExtension(program, path, { token: expired });
    expect(answer.headers.get('X-Shopify-Retry-Invalid-Session-Request')).toBe('1');
    await expectNothingDone();
  });

  it('finds nothing of another shop', async () => {
    expect(await statuses(world.shopify.idToken(OTHER_SHOP))).toEqual({
      ...all(404),
      // what is known of an order, and Shopify is not asked: of another shop's nothing is
      [`/api/orders/${numberOf(waiting.orderId)}/deliveries?known`]: 200,
    });
    const path = `/api/orders/${numberOf(waiting.orderId)}/deliveries?known`;
    const answer = await callAsExtension(program, path, { token: world.shopify.idToken(OTHER_SHOP) });
    expect(await answer.json()).toMatchObject({ deliveries: [], undelivered: null });
    await expectNothingDone();
  });

  it('may send a preflight request, as browsers do across origins', async () => {
    for (const [path] of calls()) {
      const answer = await callAsExtension(program, path, { method: 'OPTIONS', token: null });
      expect(answer.status, path).toBe(204);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization/);
    }
  });

  it.each([
    ['/api/orders/1x/deliveries', {}],
    ['/api/orders/..%2f1/preview', {}],
    ['/api/orders/hand-over?orders=', {}],
    ['/api/orders/hand-over', { method: 'POST', body: { orderIds: [] } }],
    ['/api/orders/hand-over', { method: 'POST', body: { orderIds: ['gid://shopify/Shop/1'] } }],
    ['/api/orders/hand-over', { method: 'POST', body: { orderIds: Array(21).fill('gid://shopify/Order/1') } }],
    ['/api/orders/hand-over', { method: 'POST', body: '{' }],
    ['/api/fulfillments/1/hand-over', { method: 'POST', body: { sendAnyway: 'yes' } }],
    ['/api/deliveries/1/stop', { method: 'POST' }],
    ['/api/deliveries/0b0d7385-19bd-48bf-908d-bd9960bf0b09/delete', { method: 'POST' }],
  ] as [string, Omit<Call, 'token'>][])('is refused when it is invalid: %s', async (path, call) => {
    const answer = await callAsExtension(program, path, { ...call, token: world.shopify.idToken(SHOP) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'bad-request' });
  });

  it('changes nothing by GET', async () => {
    for (const [path, { method }] of calls().filter(([, call]) => call.method === 'POST')) {
      const answer = await callAsExtension(program, path, { token: world.shopify.idToken(SHOP) });
      expect([400, 405], `${method} ${path}`).toContain(answer.status);
    }
    await expectNothingDone();
  });

  it('is throttled when the shop has acted too often in a minute, and another shop is not', async () => {
    const spent = { points: 1_000, expire: world.clock.now().getTime() + 3_600_000 };
    await world.database.actionBudget.upsert({
      where: { key: SHOP },
      create: { key: SHOP, ...spent },
      update: spent,
    });
    const post: Omit<Call, 'token'> = { method: 'POST', body: {} };
    const path = `/api/fulfillments/${numberOf(early.id)}/hand-over`;
    const answer = await callAsExtension(program, path, { ...post, token: world.shopify.idToken(SHOP) });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const other = await callAsExtension(program, path, { ...post, token: world.shopify.idToken(OTHER_SHOP) });
    expect(other.status).toBe(404);
    await expectNothingDone();
    await world.database.actionBudget.deleteMany();
  });
});
