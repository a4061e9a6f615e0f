import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { callAsExtension, numberOf } from '../extension-api/extension-caller.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { SHOP, TEST_SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

const OTHER_SHOP = 'tienda-ajena.myshopify.com';
/** What looks like a robot is sent away before anything is checked. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const ROUTES = path.resolve(import.meta.dirname, '../../app/routes');

let world: OfflineWorld;
let program: Program;
let early: FulfillmentRecord;
let waiting: FulfillmentRecord;
let deliveryId: string;
let viewId: string;

beforeAll(async () => {
  world = await startOfflineWorld();
  early = fulfilledOrder(world);
  program = await world.start();
  await world.setUpShop(program, { gracePeriodMinutes: 60 });
  world.shopify.addShop({ ...TEST_SHOP, domain: OTHER_SHOP });
  world.shopify.installApp(OTHER_SHOP);
  waiting = fulfilledOrder(world);
  const delivery = await until('the waiting delivery', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: waiting.id } }),
  );
  deliveryId = delivery.id;
  const view = await world.database.savedView.create({
    data: { shopDomain: SHOP, name: 'Marked-late', query: 'tab=all&flag=late' },
  });
  viewId = view.id;
});

afterAll(() => world.stop());

interface Ask {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent by a page. */
  readonly form?: Readonly<Record<string, string>>;
  /** 404 where nothing is said; a page shows itself without what is another shop's. */
  readonly status?: number;
}

const REVIEW_FORMS: readonly Readonly<Record<string, string>>[] = [
  { intent: 'retry', code: '', district: '' },
  { intent: 'use', key: 'x', written: 'x', district: 'y', version: '1' },
  { intent: 'forget', written: 'x' },
  { intent: 'release', code: 'district-not-served', district: 'x' },
];

const VIEW_FORMS = (): readonly Readonly<Record<string, string>>[] => [
  { view: 'rename', id: viewId, name: 'Taken' },
  { view: 'replace', id: viewId, query: 'tab=all' },
  { view: 'remove', id: viewId },
];

const wholeDryRun = ({ orderId }: FulfillmentRecord) => ({ orderId, version: 1, part: {} });

/**
 * For each file of app/routes what somebody of another shop may ask with the ids of this one, by the files' names. A
 * route that shows and does nothing of any shop has no case to try.
 */
const CASES: Readonly<Record<string, () => readonly Ask[]>> = {
  '$.ts': () => [{ path: '/nowhere' }],
  '_index.tsx': () => [],
  'auth.$.tsx': () => [],
  'auth.login.tsx': () => [],
  'auth.session-token.tsx': () => [],
  'help._index.tsx': () => [],
  'help.$topic.tsx': () => [],
  'app.tsx': () => [],
  'app.$.tsx': () => [{ path: '/app/nowhere' }],
  'app._index.tsx': () => [
    { path: '/app', status: 200 },
    {
      path: '/app.data?index',
      method: 'POST',
      body: { isTest: true, part: { account: { environment: 'production', token: '' } } },
      status: 200,
    },
  ],
  'app.deliveries._index.tsx': () => [
    { path: '/app/deliveries?tab=all', status: 200 },
    { path: `/app/deliveries?tab=all&shop=${SHOP}`, status: 200 },
    { path: '/app/deliveries?index', method: 'POST', form: { deliveryId }, status: 400 },
    ...['send-now', 'stop', 'send-again'].map((action): Ask => ({
      path: '/app/deliveries?index',
      method: 'POST',
      form: { action, deliveryId },
      status: 200,
    })),
    ...['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem'].map((action): Ask => ({
      path: '/app/deliveries?index',
      method: 'POST',
      form: { action, id: deliveryId },
      status: 200,
    })),
    ...VIEW_FORMS().map((form): Ask => ({ path: '/app/deliveries?index', method: 'POST', form, status: 200 })),
    ...['released', 'skipped'].map((held): Ask => ({
      path: '/app/deliveries?index',
      method: 'POST',
      form: { held, count: '0' },
      status: 200,
    })),
  ],
  'app.deliveries_.csv.ts': () => [{ path: '/app/deliveries/csv', status: 200 }],
  'app.deliveries_.search.ts': () => [
    { path: '/app/deliveries/search', method: 'POST', body: { text: waiting.name }, status: 200 },
  ],
  'app.scorecard.tsx': () => [{ path: '/app/scorecard?period=365', status: 200 }],
  'app.scorecard_.csv.ts': () => [{ path: '/app/scorecard/csv?period=365', status: 200 }],
  'app.deliveries.$delivery.tsx': () => [
    { path: `/app/deliveries/${deliveryId}` },
    ...['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem', 'send-again'].map((action): Ask => ({
      path: `/app/deliveries/${deliveryId}`,
      method: 'POST',
      form: { action },
    })),
    { path: `/app/deliveries/${deliveryId}`, method: 'POST', form: { reading: 'undo' } },
    { path: `/app/deliveries/${deliveryId}`, method: 'POST', form: { reading: 'redo', written: 'x' } },
  ],
  'app.deliveries.$delivery_.preview.ts': () => [{ path: `/app/deliveries/${deliveryId}/preview` }],
  'app.deliveries.$delivery_.record.ts': () => [{ path: `/app/deliveries/${deliveryId}/record` }],
  'app.warehouse.tsx': () => [
    { path: '/app/warehouse', status: 200 },
    { path: '/app/warehouse?step=labels&waiting', status: 200 },
    { path: '/app/warehouse?step=labels' },
    { path: '/app/warehouse?step=scan&waiting', status: 200 },
    { path: `/app/warehouse?step=scan&deliveries=${deliveryId}` },
  ],
  'app.warehouse_.print.ts': () => [{ path: '/app/warehouse/print?waiting', status: 200 }],
  'app.warehouse_.scan.ts': () => [{ path: `/app/warehouse/scan?deliveries=${deliveryId}` }],
  'app.warehouse_.scans.ts': () => [
    { path: '/app/warehouse/scans?waiting', method: 'POST', form: { scans: 'nothing we send' }, status: 400 },
  ],
  'print.$document.ts': () => [
    ...['labels', 'sheet', 'pick-list'].flatMap((document): Ask[] => [
      { path: `/print/${document}?deliveries=${deliveryId}` },
      { path: `/print/${document}?orders=${numberOf(early.orderId)},${numberOf(waiting.orderId)}` },
      { path: `/print/${document}?waiting`, status: document === 'sheet' ? 200 : 404 }, // an empty sheet is a record too
    ]),
  ],
  'app.help._index.tsx': () => [{ path: '/app/help', status: 200 }],
  'app.help.$topic.tsx': () => [{ path: '/app/help/review', status: 200 }, { path: '/app/help/nowhere' }],
  'app.review.tsx': () => [
    { path: '/app/review', status: 200 },
    { path: '/app/review', method: 'POST', form: { intent: 'nothing we send' }, status: 400 },
    ...REVIEW_FORMS.map((form): Ask => ({ path: '/app/review', method: 'POST', form, status: 200 })),
  ],
  'app.review_.orders.ts': () => {
    const path = '/app/review/orders';
    const { orderId } = waiting;
    const correction = { orderId, deliveryId, code: null, field: 'phone', value: '987654321' };
    return [
      { path, method: 'POST', body: { rows: [{ orderId, code: null }] }, status: 200 },
      { path, method: 'POST', body: correction, status: 200 },
    ];
  },
  'app.backfill.tsx': () => [
    { path: '/app/backfill?from=2026-01-01&to=2030-01-01', status: 200 },
    { path: '/app/backfill', method: 'POST', form: { intent: 'stop' }, status: 200 },
  ],
  'app.choices.ts': () => [{ path: '/app/choices', status: 200 }],
  'app.dry-run.ts': () => [
    { path: '/app/dry-run', status: 200 },
    ...[early, waiting].map((fulfillment): Ask => ({
      path: '/app/dry-run',
      method: 'POST',
      body: wholeDryRun(fulfillment),
      status: 200,
    })),
  ],
  'app.settings_.$group.tsx': () => [
    { path: '/app/settings/rules', status: 200 },
    { path: '/app/settings/mapping.data', method: 'POST', body: { version: 1, part: {} }, status: 200 },
    { path: '/app/settings/nowhere' },
  ],
  'app.settings.tsx': (): Ask[] => [
    { path: '/app/settings', status: 200 },
    {
      path: '/app/settings.data',
      method: 'POST',
      body: { isTest: true, part: { account: { environment: 'production', token: '' } } },
      status: 200,
    },
    { path: '/app/settings.data', method: 'POST', body: { version: 1, part: { account: null } }, status: 200 },
  ],
  'api.deliveries.$delivery.$action.ts': () =>
    ['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem'].map((action) => ({
      path: `/api/deliveries/${deliveryId}/${action}`,
      method: 'POST',
      body: {},
    })),
  'api.fulfillments.$fulfillment.hand-over.ts': () => [
    { path: `/api/fulfillments/${numberOf(early.id)}/hand-over`, method: 'POST', body: {} },
  ],
  'api.orders.$order.deliveries.ts': () => [
    { path: `/api/orders/${numberOf(waiting.orderId)}/deliveries` },
    { path: `/api/orders/${numberOf(waiting.orderId)}/deliveries?known`, status: 200 },
  ],
  'api.orders.$order.release-hold.ts': () => [
    { path: `/api/orders/${numberOf(waiting.orderId)}/release-hold`, method: 'POST', body: {} },
  ],
  'api.orders.$order.preview.ts': () => [{ path: `/api/orders/${numberOf(early.orderId)}/preview` }],
  'api.orders.hand-over.ts': () => [
    { path: `/api/orders/hand-over?orders=${numberOf(waiting.orderId)}`, status: 200 },
    { path: '/api/orders/hand-over', method: 'POST', body: { orderIds: [early.orderId, waiting.orderId] } },
  ],
};

const files = globSync('*.{ts,tsx}', { cwd: ROUTES }).sort();

async function ask({ path: address, method = 'GET', body, form }: Ask, token: string): Promise<Response> {
  const isOfPage = method === 'POST' && address.startsWith('/app');
  if (!isOfPage) return callAsExtension(program, address, { token, method, ...(body === undefined ? {} : { body }) });
  return fetch(`${program.url}${address}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'User-Agent': BROWSER,
      ...(form ? {} : { 'Content-Type': 'application/json' }),
    },
    body: form ? new URLSearchParams(form) : JSON.stringify(body),
  });
}

const rowsNow = async () => ({
  deliveries: await world.database.delivery.findMany({ orderBy: { id: 'asc' } }),
  views: await world.database.savedView.findMany(),
});

/** Whatever is of the shop and of nobody else. */
const ownWords = () => [deliveryId, waiting.name, early.name, 'Marked-'];

describe('with the ids of another shop', () => {
  it('every route has its case here', () => {
    expect(Object.keys(CASES).sort()).toEqual(files);
  });

  it.each(files)('%s shows nothing and changes nothing', async (file) => {
    await world.database.actionBudget.deleteMany(); // what costs much would use up a minute's points
    const before = await rowsNow();
    for (const each of CASES[file]?.() ?? []) {
      const answer = await ask(each, world.shopify.idToken(OTHER_SHOP));
      const text = await answer.text();
      expect(answer.status, `${each.path} ${text.slice(0, 200)}`).toBe(each.status ?? 404);
      for (const word of ownWords()) expect(text, each.path).not.toContain(word);
    }
    expect(await rowsNow()).toEqual(before);
    expect(world.operator.requests()).toEqual([]);
  });

  it('the shop itself can see and use them', async () => {
    const own = world.shopify.idToken(SHOP);
    const page = await ask({ path: '/app/deliveries?tab=all' }, own);
    expect(await page.text()).toContain(deliveryId);
    const dryRun = await ask({ path: '/app/dry-run', method: 'POST', body: wholeDryRun(early) }, own);
    expect(await dryRun.text()).toContain('Marked-');
    const [known] = CASES['api.orders.$order.deliveries.ts']?.() ?? [];
    expect((await ask(known ?? { path: '' }, own)).status).toBe(200);
  });
});
