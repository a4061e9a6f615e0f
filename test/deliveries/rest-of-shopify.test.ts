import { afterAll, beforeAll, expect, it } from 'vitest';
import { createComparer } from '../../app/deliveries/reconciliation/notice-edits.ts';
import { queueComparisons } from '../../app/deliveries/reconciliation/comparisons.ts';
import { queuePublications } from '../../app/deliveries/write-back/order-outbox.ts';
import { createPublisher } from '../../app/deliveries/write-back/publish.ts';
import { createReconciler } from '../../app/deliveries/reconciliation/reconcile.ts';
import type { AppContext } from '../../app/app-context.ts';
import { ShopifyError } from '../../app/shopify/admin-api/shopify-error.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const SHOP = 'rests.myshopify.com';
const REST_MS = 42_000;
/** The clock of the database, and the rounding of its columns. */
const CLOCKS_MS = 1_000;

let program: TestHandoff;
let world: AppContext;

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => NOW });
  const adminApi = { request: () => Promise.reject(new ShopifyError('throttled', 'used up', REST_MS)) };
  world = { ...program.app, adminApi };
  await world.database.shop.create({ data: { domain: SHOP, installedAt: NOW, reconcileAt: NOW } });
});

afterAll(async () => {
  await program.stop();
});

it('publications resume when the budget is restored', async () => {
  const delivery = await world.database.delivery.create({
    data: {
      shopDomain: SHOP,
      orderId: 'gid://shopify/Order/1',
      fulfillmentId: 'gid://shopify/Fulfillment/1',
      phase: 'in-delivery',
      orderNumber: 'R-1',
    },
  });
  await queuePublications(world.database, [{ delivery, publications: [{ kind: 'tracking' }] }]);
  const publisher = createPublisher(world);
  const begun = Date.now();
  await publisher.round();
  await publisher.drain();
  const { dueAt, tries, claimToken } = await world.database.orderOutbox.findFirstOrThrow();
  expect({ tries, claimToken }).toEqual({ tries: 0, claimToken: null });
  expect(dueAt.getTime() - REST_MS).toBeGreaterThanOrEqual(begun - CLOCKS_MS);
  expect(dueAt.getTime() - REST_MS).toBeLessThanOrEqual(Date.now() + CLOCKS_MS);
  expect(await world.database.publication.count({ where: { settledAt: null } })).toBe(1);
});

it('the comparison of an order with what was handed over resumes as well', async () => {
  const order = { shop: SHOP, orderId: 'gid://shopify/Order/2' };
  await world.database.delivery.create({
    data: {
      shopDomain: SHOP,
      orderId: order.orderId,
      fulfillmentId: 'gid://shopify/Fulfillment/2',
      phase: 'in-delivery',
      orderNumber: 'R-2',
      handedOverAt: NOW,
      handedOverWith: { fields: {}, lines: {} },
    },
  });
  await queueComparisons(world.database, [order], 0);
  const comparer = createComparer(world);
  const begun = Date.now();
  await comparer.round();
  await comparer.drain();
  const { dueAt, tries, claimToken } = await world.database.orderComparison.findFirstOrThrow();
  expect({ tries, claimToken }).toEqual({ tries: 0, claimToken: null });
  expect(dueAt.getTime() - REST_MS).toBeGreaterThanOrEqual(begun - CLOCKS_MS);
  expect(dueAt.getTime() - REST_MS).toBeLessThanOrEqual(Date.now() + CLOCKS_MS);
});

it('a page of the reconciliation is read again when the budget is there, not a lease later', async () => {
  const { round, drain } = createReconciler(world, () => 1);
  await round();
  await drain();
  const { reconcileAt } = await world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  expect(reconcileAt).toEqual(new Date(NOW.getTime() + REST_MS));
});
