import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { namesIn, SETTINGS_GROUPS, type SettingsGroup } from '../../app/domain/settings/settings-groups.ts';
import { numberOf } from '../extension-api/extension-caller.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

/** What looks like a robot is sent away before anything is checked. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** What nobody types by mistake, and what a database, a calendar or a number cannot take. */
const ODD_TEXTS = ['', 'a\0b', '\uD83D', '__proto__', '1e30', '0000-01-01', '9999-12-31'];
/** Requests that are under way at once. */
const AT_ONCE = 8;

interface Ask {
  readonly path: string;
  /** A query, unless the method is POST: then a form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly method?: 'POST';
  readonly json?: unknown;
}

let world: OfflineWorld;
let program: Program;
let waiting: FulfillmentRecord;
let deliveryId: string;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { gracePeriodMinutes: 60 });
  waiting = fulfilledOrder(world);
  const delivery = await until('the waiting delivery', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: waiting.id } }),
  );
  deliveryId = delivery.id;
});

afterAll(() => world.stop());

const listQuery = {
  tab: 'all',
  q: '1001',
  state: 'accepted',
  service: 'Nextday',
  pickup: '101',
  flag: 'late',
  from: '2026-01-01',
  to: '2026-12-31',
  sort: 'newest',
  view: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
};
const cursor = '1700000000000_6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** Requests whose every field is replaced by each odd text, one at a time, in groups that a test can get through. */
const ASKS: Readonly<Record<string, () => readonly Ask[]>> = {
  'the list of deliveries': (): Ask[] => [
    { path: '/app/deliveries', fields: { ...listQuery, locale: 'es' } },
    { path: '/app/deliveries', fields: { tab: 'all', after: cursor } },
    { path: '/app/deliveries', fields: { tab: 'all', before: cursor } },
    { path: '/app/deliveries', fields: { tab: 'all', sort: 'order-up', skip: '10' } },
    { path: '/app/deliveries/csv', fields: { ...listQuery, codes: '' } },
  ],
  'past orders, the warehouse and what is printed': (): Ask[] => [
    { path: '/app/backfill', fields: { from: '2026-01-01', to: '2026-12-31', after: 'x' } },
    { path: '/app/warehouse', fields: { step: 'sheet', waiting: '', pickup: '101', day: '2026-05-05', after: cursor } },
    { path: '/app/warehouse', fields: { step: 'scan', waiting: '', pickup: '101', day: '2026-05-05', after: cursor } },
    { path: '/app/warehouse', fields: { step: 'scan', deliveries: deliveryId } },
    { path: '/app/warehouse/print', fields: { document: 'labels', deliveries: deliveryId } },
    { path: '/print/labels', fields: { waiting: '', pickup: '101', day: '2026-05-05', after: cursor, format: 'a4' } },
    { path: '/print/sheet', fields: { orders: numberOf(waiting.orderId), locale: 'es' } },
    { path: '/api/orders/hand-over', fields: { orders: numberOf(waiting.orderId) } },
  ],
  'an action': (): Ask[] => [
    { path: '/app/deliveries?index', method: 'POST', fields: { action: 'stop', id: deliveryId } },
    { path: '/app/deliveries?index', method: 'POST', fields: { deliveryId } },
    { path: '/app/deliveries?index', method: 'POST', fields: { deliveryId, action: 'refresh' } },
    { path: '/app/deliveries?index', method: 'POST', fields: { held: 'no' } },
    { path: '/app/deliveries?index', method: 'POST', fields: { view: 'create', name: 'Mine', query: 'tab=all' } },
    { path: '/app/deliveries?index', method: 'POST', fields: { view: 'rename', id: deliveryId, name: 'Mine' } },
    { path: '/app/review', method: 'POST', fields: { intent: 'retry', code: 'x', district: 'x' } },
    { path: '/app/review', method: 'POST', fields: { intent: 'release', code: 'x', district: 'x' } },
    {
      path: '/app/review',
      method: 'POST',
      fields: { intent: 'use', key: 'x', written: 'x', district: 'y', version: '1' },
    },
    { path: '/app/review', method: 'POST', fields: { intent: 'forget', written: 'x' } },
    { path: '/app/backfill', method: 'POST', fields: { from: '2020-01-01', to: '2020-01-02' } },
  ],
};

/** Where an odd value stands inside JSON: as a whole, in lists, as a key and as a value. */
const ODD_JSON: readonly unknown[] = [
  ...ODD_TEXTS,
  ...[null, true, -1, 1e308, [], {}, [null], ['a\0b'], { a: 'a\0b' }, { 'a\0b': 'a' }, [[]], [{}]],
  JSON.parse('{"__proto__":"x","constructor":{"a":1}}'),
];

/** Requests that are sent as they are. */
const WHOLE_ASKS: Readonly<Record<string, () => readonly Ask[]>> = {
  ...Object.fromEntries(
    (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).map((group) => [
      `the settings of ${group}`,
      () =>
        namesIn(group).flatMap((name) =>
          ODD_JSON.map((value): Ask => ({
            path: `/app/settings/${group}.data`,
            json: { version: 1, part: { [name]: value } },
          })),
        ),
    ]),
  ),
  'the basic settings, from the main page and from the set-up': () => {
    const paths = ['/app/settings.data', '/app.data?index'];
    const address = { kind: 'address', id: '1', name: 'a', address: 'b', district: 'c' };
    const basics = (value: unknown) => [
      ...['pickup.default', 'service.default', 'service.methods'].map((name) => ({
        version: 1,
        part: { [name]: value },
      })),
      ...Object.keys(address).map((field) => ({
        version: 1,
        part: { 'pickup.default': { ...address, [field]: value } },
      })),
      { version: 1, part: { 'pickup.default': { kind: 'branch', id: value } } },
      // no version, so that nothing is saved of what the other cases need
      ...['account', 'handOverOn', 'language', 'nothing'].map((name) => ({ part: { [name]: value } })),
      { isTest: true, part: { account: { environment: value, token: value } } },
      { version: value, part: value },
      value,
    ];
    return paths.flatMap((path) => ODD_JSON.flatMap((value) => basics(value).map((json): Ask => ({ path, json }))));
  },
  'a search, the desk and what a camera reads': () =>
    ODD_JSON.flatMap((value): Ask[] => [
      { path: '/app/deliveries/search', json: { text: value } },
      { path: '/app/deliveries/search', json: { text: `1${String(value)}` } },
      { path: '/app/review/orders', json: { rows: [{ orderId: waiting.orderId, code: value }] } },
      {
        path: '/app/review/orders',
        json: { orderId: waiting.orderId, deliveryId: null, code: null, field: 'phone', value },
      },
      {
        path: '/app/warehouse/scans?step=scan&waiting=',
        method: 'POST',
        fields: { scans: JSON.stringify({ boxes: [], asked: value, number: null, sign: null, reset: false }) },
      },
    ]),
  'the deliveries behind a figure and a saved search': () =>
    ODD_TEXTS.flatMap((text): Ask[] => {
      const figure = { from: '2026-01-01', to: '2026-02-01', district: text, pickup: text };
      const counted = new URLSearchParams(figure).toString();
      return [
        { path: '/app/deliveries', fields: { tab: 'all', counted } },
        { path: '/app/deliveries/csv', fields: { tab: 'all', counted } },
        { path: '/app/scorecard', fields: { by: text, district: text, pickup: text } },
        { path: '/app/scorecard/csv', fields: { period: text, account: text, weekday: text } },
        {
          path: '/app/deliveries?index',
          method: 'POST',
          fields: { view: 'create', name: 'Odd', query: new URLSearchParams({ q: text, counted }).toString() },
        },
        { path: '/app/deliveries', fields: { tab: 'all', q: `${'1'.repeat(99)}\u{1F4E6}${text}` } },
      ];
    }),
  'a dry run and an action': () =>
    ODD_JSON.flatMap((value): Ask[] => [
      { path: '/app/dry-run', json: { orderId: value, version: 1, part: {} } },
      { path: '/app/dry-run', json: value },
      { path: '/api/orders/hand-over', json: { orderIds: value } },
      { path: '/api/orders/hand-over', json: { orderIds: [value] } },
      { path: `/api/fulfillments/${numberOf(waiting.id)}/hand-over`, json: { sendAnyway: value } },
    ]),
};

async function send({ path, fields = {}, method, json }: Ask): Promise<Response> {
  await world.database.actionBudget.deleteMany();
  const headers = { Authorization: `Bearer ${world.shopify.idToken(SHOP)}`, 'User-Agent': BROWSER };
  if (json !== undefined) {
    return fetch(`${program.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
      redirect: 'manual',
    });
  }
  if (method === 'POST') {
    return fetch(`${program.url}${path}`, { method, headers, body: new URLSearchParams(fields), redirect: 'manual' });
  }
  return fetch(`${program.url}${path}?${new URLSearchParams(fields)}`, { headers, redirect: 'manual' });
}

/** A connection that is closed without an answer is a failure too. */
async function statusOf(ask: Ask): Promise<number | string> {
  try {
    const answer = await send(ask);
    await answer.text();
    return answer.status;
  } catch (error) {
    return String(error);
  }
}

const FAILED = /"level":(50|60)/;

async function failuresOf(asks: readonly Ask[]): Promise<string[]> {
  const failures: string[] = [];
  const seen = program.lines.length;
  const atOnce = pLimit(AT_ONCE);
  await atOnce.map(asks, async (ask) => {
    const status = await statusOf(ask);
    if (typeof status !== 'number' || status >= 500)
      failures.push(`${status} ${ask.path} ${JSON.stringify(ask.fields ?? ask.json)}`);
  });
  return [...failures, ...program.lines.slice(seen).filter((line) => FAILED.test(line))];
}

it.each(Object.entries(ASKS))('every field of %s may contain anything', async (_what, asksOf) => {
  const asks = asksOf().flatMap((ask) =>
    Object.keys(ask.fields ?? {}).flatMap((name) =>
      ODD_TEXTS.map((text) => ({ ...ask, fields: { ...ask.fields, [name]: text } })),
    ),
  );
  expect(await failuresOf(asks)).toEqual([]);
});

it.each(Object.entries(WHOLE_ASKS))('every value within another may be anything, in %s', async (_what, asksOf) => {
  expect(await failuresOf(asksOf())).toEqual([]);
});
