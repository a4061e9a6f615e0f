import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../set-up/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/offline-world.ts';
import { until } from '../set-up/until.ts';

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start());
});

afterAll(async () => {
  await world.stop();
});

const dueNow = () => world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: new Date() } });
const fulfill = () =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id).id;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

it('fulfillments whose webhooks never came are handed over, page by page, and each once', async () => {
  const heard = fulfill();
  world.shopify.setWebhookPolicy({ drop: 12 });
  const missed = Array.from({ length: 12 }, fulfill);
  world.shopify.setWebhookPolicy({});
  await until('everything that was missed', async () => {
    await dueNow(); // in place of the minute between two pages
    const where = { fulfillmentId: { in: [heard, ...missed] }, phase: 'in-delivery' };
    return (await world.database.delivery.count({ where })) === 13;
  });
  const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
  expect(numbers).toHaveLength(13);
  expect(new Set(numbers).size).toBe(13);
});

it('what was fulfilled before the installation stays as it is', async () => {
  world.shopify.setWebhookPolicy({ drop: 2 });
  const before = fulfill();
  const { createdAt } = world.shopify.store.get(SHOP)?.fulfillment(before) ?? {};
  const installedAt = new Date(Date.parse(createdAt ?? '') + 1_000);
  await until('the second after it', () => new Date() >= installedAt);
  await world.database.shop.update({ where: { domain: SHOP }, data: { installedAt } });
  const after = fulfill();
  await until('the delivery of what came after', async () => {
    await dueNow();
    return world.database.delivery.findFirst({ where: { fulfillmentId: after } });
  });
  expect(await world.database.delivery.count({ where: { fulfillmentId: before } })).toBe(0);
});

it('a cancellation whose webhook never came is made good as well', async () => {
  const fulfillmentId = fulfill();
  await until('its hand-over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } }),
  );
  world.shopify.setWebhookPolicy({ drop: 10 });
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  world.shopify.setWebhookPolicy({});
  const delivery = await until('the cancellation noticed', async () => {
    await dueNow();
    return world.database.delivery.findFirst({ where: { fulfillmentId, cancelRequestedAt: { not: null } } });
  });
  expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [{ code: 'cancelled-after-hand-over' }] });
});
