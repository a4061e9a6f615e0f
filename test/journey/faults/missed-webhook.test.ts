import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
  await program.sweeps.reconciliation.stop(); // taken by hand, when everything is as a test wants it
});

afterAll(async () => {
  await world.stop();
});

async function reconcile(): Promise<void> {
  await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: world.clock.now() } });
  await program.sweeps.reconciliation.step();
}
const fulfill = () =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id).id;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

it('fulfillments whose webhooks never came are handed over, page by page, and each once', async () => {
  const heard = fulfill();
  world.shopify.setWebhookPolicy({ drop: 12 });
  const missed = Array.from({ length: 12 }, fulfill);
  world.shopify.setWebhookPolicy({});
  await until('everything that was missed', async () => {
    await reconcile(); // page by page
    const where = { fulfillmentId: { in: [heard, ...missed] }, phase: 'in-delivery' };
    return (await world.database.delivery.count({ where })) === 13;
  });
  const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
  expect(numbers).toHaveLength(13);
  expect(new Set(numbers).size).toBe(13);
});

it('fulfillments from before the installation are left alone', async () => {
  world.shopify.setWebhookPolicy({ drop: 2 });
  const before = fulfill();
  const { createdAt } = world.shopify.store.get(SHOP)?.fulfillment(before) ?? {};
  const installedAt = new Date(Date.parse(createdAt ?? '') + 1_000);
  world.clock.advance(Math.max(0, installedAt.getTime() - world.clock.now().getTime()));
  await world.database.shop.update({ where: { domain: SHOP }, data: { installedAt } });
  const after = fulfill();
  await until('the delivery of what came after', async () => {
    await reconcile();
    return world.database.delivery.findFirst({ where: { fulfillmentId: after } });
  });
  expect(await world.database.delivery.count({ where: { fulfillmentId: before } })).toBe(0);
});

it('a cancellation whose webhook never came is handled as well', async () => {
  const fulfillmentId = fulfill();
  await until('its hand-over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } }),
  );
  world.shopify.setWebhookPolicy({ drop: 10 });
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  world.shopify.setWebhookPolicy({});
  const delivery = await until('the cancellation noticed', async () => {
    await reconcile();
    return world.database.delivery.findFirst({ where: { fulfillmentId, cancelRequestedAt: { not: null } } });
  });
  expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [{ code: 'cancelled-after-hand-over' }] });
});

it('a pending fulfillment whose success was not reported by a webhook is handed over', async () => {
  const order = world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES }));
  const { id: fulfillmentId } = world.shopify.fulfill(SHOP, order.id, { status: 'PENDING' });
  await until('it was judged too early', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'skipped' } }),
  );
  world.shopify.setWebhookPolicy({ drop: 10 });
  world.shopify.settleFulfillment(SHOP, fulfillmentId);
  await until('its hand-over', async () => {
    await reconcile();
    return world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } });
  });
  world.shopify.setWebhookPolicy({});
});

it('our own writes to an order do not make the sweep read it again', async () => {
  world.shopify.setWebhookPolicy({ drop: 1_000 });
  const fulfillmentId = fulfill();
  const { orderId } = await until('its hand-over', async () => {
    await reconcile();
    return world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } });
  });
  const ofOrder = { delivery: { fulfillmentId } };
  // with the first state, after which nothing more is written
  await until('our writes', async () => {
    const where = { ...ofOrder, kind: 'event', outcome: 'published' };
    return (
      (await world.database.publication.count({ where })) > 0 &&
      (await world.database.publication.count({ where: { ...ofOrder, settledAt: null } })) === 0
    );
  });
  const comparisons = () => world.database.orderComparison.count({ where: { orderId } });
  await until('nothing to compare', async () => (await comparisons()) === 0);
  await program.sweeps.comparisons.stop();
  onTestFinished(() => program.sweeps.comparisons.start());
  await reconcile();
  expect(await comparisons()).toBe(0);
  // a change of somebody else is another matter
  await world.database.publication.updateMany({
    where: ofOrder,
    data: { startedAt: new Date(0), settledAt: new Date(0) },
  });
  world.shopify.changeOrder(SHOP, orderId, { note: 'marked-note: otro timbre' });
  await until('the comparison', async () => {
    await reconcile();
    return (await comparisons()) === 1;
  });
  world.shopify.setWebhookPolicy({});
});
