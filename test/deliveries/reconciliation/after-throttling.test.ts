import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../../app/app-context.ts';
import { backfillDue } from '../../../app/deliveries/reconciliation/backfill.ts';
import { countDue } from '../../../app/deliveries/reconciliation/count-day.ts';
import { createReconciler } from '../../../app/deliveries/reconciliation/reconcile.ts';
import { ShopifyError, type ShopifyFailure } from '../../../app/shopify/admin-api/shopify-error.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const NOW = new Date('2026-03-02T16:00:00Z');
const SHOP = 'throttled-page.myshopify.com';
const REST_MS = 7_000;

let program: TestHandoff;
let app: AppContext;
let failure: ShopifyFailure;

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => NOW });
  const refuse = () => Promise.reject(new ShopifyError(failure, 'refused', REST_MS));
  app = { ...program.app, adminApi: { request: refuse } };
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  await app.database.shop.deleteMany();
  const installedAt = new Date('2026-02-20T16:00:00Z');
  const shop = { domain: SHOP, installedAt, reconciledUntil: installedAt, reconcileAt: NOW };
  await app.database.shop.create({ data: shop });
  const days = { from: installedAt, before: NOW, startedAt: NOW };
  await app.database.backfill.create({ data: { shopDomain: SHOP, ...days, dueAt: NOW } });
  await app.database.dailyCount.create({ data: { shopDomain: SHOP, day: '2026-03-01', dueAt: NOW } });
});

const OTHER_SHOP = 'beside.myshopify.com';

it('a shop whose time zone Node does not know is counted in UTC, and stops no other', async () => {
  await app.database.dailyCount.deleteMany();
  await app.database.shop.updateMany({ data: { timeZone: 'Mars/Olympus' } });
  await app.database.shop.create({ data: { domain: OTHER_SHOP, installedAt: NOW, timeZone: 'America/Lima' } });
  failure = 'unreachable';
  await countDue(app);
  const counts = await app.database.dailyCount.findMany({ orderBy: { shopDomain: 'asc' } });
  expect(counts).toMatchObject([
    { shopDomain: OTHER_SHOP, day: '2026-03-02', dueAt: new Date('2026-03-03T06:00:00Z') },
    { shopDomain: SHOP, day: '2026-02-23' },
  ]);
});

it.each([
  ['a count', countDue],
  ['a backfill', backfillDue],
])('%s that fails in an unexpected way stops no other shop', async (_, readDue) => {
  const installedAt = new Date('2026-02-20T16:00:00Z');
  await app.database.shop.create({ data: { domain: OTHER_SHOP, installedAt } });
  await app.database.dailyCount.create({ data: { shopDomain: OTHER_SHOP, day: '2026-03-01', dueAt: NOW } });
  const days = { from: installedAt, before: NOW, startedAt: NOW, dueAt: NOW };
  await app.database.backfill.create({ data: { shopDomain: OTHER_SHOP, ...days } });
  const asked: string[] = [];
  const fail = (shop: string) => {
    asked.push(shop);
    return Promise.reject(new Error('a fault of ours'));
  };
  await readDue({ ...app, adminApi: { request: fail } });
  expect(asked.sort()).toEqual([OTHER_SHOP, SHOP]);
});

/** What reads orders page by page, and when each reads the next page. */
const READERS = {
  'the reconciliation': {
    read: async () => {
      const { round, drain } = createReconciler(app, () => 1);
      await round();
      await drain();
    },
    leaseMs: () => app.pace.reconciliation.everyMs,
    dueAt: async () => (await app.database.shop.findFirstOrThrow()).reconcileAt,
  },
  'a backfill': {
    read: () => backfillDue(app),
    leaseMs: () => app.pace.backfill.leaseMs,
    dueAt: async () => (await app.database.backfill.findFirstOrThrow()).dueAt,
  },
  'the count of a day': {
    read: () => countDue(app),
    leaseMs: () => app.pace.dailyCount.leaseMs,
    dueAt: async () => (await app.database.dailyCount.findFirstOrThrow()).dueAt,
  },
};

it.each(Object.entries(READERS))('%s reads its page again when the shop has rested', async (_, { read, dueAt }) => {
  failure = 'throttled';
  await read();
  expect(await dueAt()).toEqual(new Date(NOW.getTime() + REST_MS));
});

it.each(Object.entries(READERS))(
  '%s reads its page again when its lease has expired, after another failure',
  async (_, { read, dueAt, leaseMs }) => {
    failure = 'unreachable';
    await read();
    expect(await dueAt()).toEqual(new Date(NOW.getTime() + leaseMs()));
  },
);
