import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../../app/app-context.ts';
import { createReconciler } from '../../../app/deliveries/reconciliation/reconcile.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const INSTALLED = new Date('2026-03-02T15:00:00Z');
const NOW = new Date('2026-03-02T16:00:00Z');
const SHOP = 'one-page.myshopify.com';
const OTHER_SHOP = 'other-page.myshopify.com';

let program: TestHandoff;
/** What Shopify answers, and what happens meanwhile. */
let page: () => unknown;
let reconcile: () => Promise<void>;
let database: AppContext['database'];

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => NOW });
  const adminApi: AppContext['adminApi'] = { request: async (_shop, { data }) => data.parse(await page()) };
  const { round, drain } = createReconciler({ ...program.app, adminApi }, () => 1);
  reconcile = async () => {
    await round();
    await drain();
  };
  ({ database } = program.app);
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  await database.delivery.deleteMany();
  await database.shop.deleteMany();
  for (const domain of [SHOP, OTHER_SHOP]) {
    await database.shop.create({
      data: { domain, installedAt: INSTALLED, reconciledUntil: INSTALLED, reconcileAt: domain === SHOP ? NOW : null },
    });
  }
});

const orderGid = (name: string) => `gid://shopify/Order/${name}`;
const fulfillmentGid = (name: string) => `gid://shopify/Fulfillment/${name}`;

/** An order with one fulfillment, as a page lists it. */
const order = (name: string, status = 'SUCCESS', updatedAt = '2026-03-02T15:30:00Z') => ({
  id: orderGid(name),
  createdAt: '2026-03-02T15:10:00Z',
  updatedAt,
  cancelledAt: null,
  displayFulfillmentStatus: status === 'SUCCESS' ? 'FULFILLED' : 'UNFULFILLED',
  fulfillments: [{ id: fulfillmentGid(name), name: `#${name}.1`, createdAt: '2026-03-02T15:20:00Z', status }],
});
const pageOf = (...nodes: readonly ReturnType<typeof order>[]) => ({
  orders: { pageInfo: { hasNextPage: false, endCursor: null }, nodes },
});

const WITH_OPERATOR = {
  phase: 'in-delivery',
  handedOverAt: new Date('2026-03-02T15:25:00Z'),
  handedOverWith: { fields: {}, lines: {} },
};
const addDelivery = (name: string, data: object, shopDomain = SHOP) =>
  database.delivery.create({
    data: { shopDomain, orderId: orderGid(name), fulfillmentId: fulfillmentGid(name), ...data },
  });

async function phases(shopDomain = SHOP) {
  const rows = await database.delivery.findMany({ where: { shopDomain }, orderBy: { fulfillmentId: 'asc' } });
  return rows.map(({ fulfillmentId, phase, cancelRequestedAt }) => {
    const name = fulfillmentId.slice(fulfillmentGid('').length);
    return `${name} ${phase}${cancelRequestedAt ? ', cancel requested' : ''}`;
  });
}

it('does for each order of a page what it needs, and leaves the same ids of another shop alone', async () => {
  for (const shop of [SHOP, OTHER_SHOP]) {
    await addDelivery('cancelled-1', {}, shop);
    await addDelivery('cancelled-2', {}, shop);
    await addDelivery('cancelled-3', WITH_OPERATOR, shop);
    await addDelivery('cancelled-4', WITH_OPERATOR, shop);
    await addDelivery('edited-1', WITH_OPERATOR, shop);
    await addDelivery('edited-2', WITH_OPERATOR, shop);
    await addDelivery('ended', { ...WITH_OPERATOR, phase: 'delivered', endedAt: NOW }, shop);
    await addDelivery('pending', { phase: 'skipped', skipReason: { code: 'fulfillment-not-successful' } }, shop);
    await addDelivery('skipped', { phase: 'skipped', skipReason: { code: 'country' } }, shop);
    const writtenByUs = { startedAt: new Date('2026-03-02T15:29:00Z'), settledAt: new Date('2026-03-02T15:29:01Z') };
    await addDelivery(
      'written',
      { ...WITH_OPERATOR, publications: { create: [{ kind: 'tracking', outcome: 'published', ...writtenByUs }] } },
      shop,
    );
  }
  const before = await phases(OTHER_SHOP);
  page = () =>
    pageOf(
      ...['cancelled-1', 'cancelled-2', 'cancelled-3', 'cancelled-4', 'cancelled-unknown'].map((name) =>
        order(name, 'CANCELLED'),
      ),
      ...['edited-1', 'edited-2', 'ended', 'missed-1', 'missed-2', 'pending', 'skipped'].map((name) => order(name)),
      order('written', 'SUCCESS', '2026-03-02T15:29:01Z'),
    );
  await reconcile();
  expect(await phases()).toEqual([
    'cancelled-1 cancelled',
    'cancelled-2 cancelled',
    'cancelled-3 in-delivery, cancel requested',
    'cancelled-4 in-delivery, cancel requested',
    'edited-1 in-delivery',
    'edited-2 in-delivery',
    'ended delivered',
    'missed-1 waiting',
    'missed-2 waiting',
    'pending waiting',
    'skipped skipped',
    'written in-delivery',
  ]);
  expect(await phases(OTHER_SHOP)).toEqual(before);
  const compared = await database.orderComparison.findMany({
    where: { shopDomain: SHOP },
    orderBy: { orderId: 'asc' },
  });
  expect(compared.map(({ orderId }) => orderId)).toEqual([orderGid('edited-1'), orderGid('edited-2')]);
});

it('continues after the page', async () => {
  page = () => ({ orders: { ...pageOf(order('1')).orders, pageInfo: { hasNextPage: true, endCursor: 'next' } } });
  await reconcile();
  const { reconciledUntil, reconcileCursor } = await database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  expect({ reconciledUntil, reconcileCursor }).toEqual({
    reconciledUntil: new Date('2026-03-02T15:30:00Z'),
    reconcileCursor: null,
  });
});

it('a page that ends in the second in which it began continues by its cursor', async () => {
  const first = order('1', 'SUCCESS', INSTALLED.toISOString());
  page = () => ({ orders: { ...pageOf(first).orders, pageInfo: { hasNextPage: true, endCursor: 'next' } } });
  await reconcile();
  const { reconciledUntil, reconcileCursor } = await database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  expect({ reconciledUntil, reconcileCursor }).toEqual({ reconciledUntil: INSTALLED, reconcileCursor: 'next' });
});

it('changes nothing when the shop was installed again while the page was read', async () => {
  const again = { installedAt: NOW, reconciledUntil: NOW, reconcileCursor: null, reconcileAt: NOW };
  page = async () => {
    await database.shop.update({ where: { domain: SHOP }, data: again });
    return pageOf(order('before-the-installation'));
  };
  await reconcile();
  expect(await phases()).toEqual([]);
  expect(await database.shop.findUniqueOrThrow({ where: { domain: SHOP } })).toMatchObject(again);
});
