import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { requestHandOver, retryDelivery } from '../../../app/deliveries/merchant-actions/ask-now.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start());
});

afterAll(async () => {
  await world.stop();
});

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id).id;
const deliveryIn = (fulfillmentId: string, phase: string) =>
  until(`the delivery ${phase}`, () => world.database.delivery.findFirst({ where: { fulfillmentId, phase } }));

const held = (fulfillmentId: string) =>
  until('the held delivery', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, heldFor: 'switched-off' } }),
  );

async function handOver(handOverOn: boolean): Promise<void> {
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn } });
}

it('a fulfillment cancelled before its hand-over never reaches the operator', async () => {
  onTestFinished(() => handOver(true));
  await handOver(false);
  const fulfillmentId = fulfillOne();
  await held(fulfillmentId);
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  const delivery = await deliveryIn(fulfillmentId, 'cancelled');
  expect(delivery).toMatchObject({ heldFor: null, sendAt: null, cancelRequestedAt: null });
  await handOver(true);
  expect(world.operator.orders()).toEqual([]);
});

it('a fulfillment cancelled after its hand-over stays with the operator, and the merchant is told to call', async () => {
  const fulfillmentId = fulfillOne();
  await deliveryIn(fulfillmentId, 'in-delivery');
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  const delivery = await until('the cancellation noticed', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, cancelRequestedAt: { not: null } } }),
  );
  expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [{ code: 'cancelled-after-hand-over' }] });
});

it('an order that is cancelled after its hand-over, and keeps its fulfillment, is told as well', async () => {
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  const { id: fulfillmentId } = world.shopify.fulfill(SHOP, order.id);
  await deliveryIn(fulfillmentId, 'in-delivery');
  world.shopify.changeOrder(SHOP, order.id, { cancelled: true });
  const delivery = await until('the cancellation noticed', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, cancelRequestedAt: { not: null } } }),
  );
  expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [{ code: 'cancelled-after-hand-over' }] });
});

it('items that are all refunded before the hand-over are not sent, unless the merchant sends them anyway', async () => {
  onTestFinished(() => handOver(true));
  await handOver(false);
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  const { id: fulfillmentId } = world.shopify.fulfill(SHOP, order.id);
  const { id: deliveryId } = await held(fulfillmentId);
  world.shopify.changeOrder(SHOP, order.id, {
    quantities: Object.fromEntries(order.lineItems.map(({ id }) => [id, 0])),
  });
  await handOver(true);
  const app = await world.join();
  await retryDelivery(app, { shop: SHOP, deliveryId });
  expect(await deliveryIn(fulfillmentId, 'skipped')).toMatchObject({ skipReason: { code: 'items-removed' } });
  await requestHandOver(app, { shop: SHOP, orderId: order.id, fulfillmentId, sendAnyway: true });
  await deliveryIn(fulfillmentId, 'in-delivery');
});

it('a cancellation whose webhook comes before that of the creation has the same result', async () => {
  world.shopify.setWebhookPolicy({ hold: true });
  const fulfillmentId = fulfillOne();
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  world.shopify.webhooks.release({ reverse: true });
  world.shopify.setWebhookPolicy({ hold: false });
  const delivery = await deliveryIn(fulfillmentId, 'cancelled');
  expect(delivery.orderNumber).toBeNull();
  await world.webhooksHandled();
  const receipts = await world.database.webhookReceipt.findMany({ where: { subjectId: fulfillmentId } });
  expect(receipts.map(({ topic }) => topic).sort()).toEqual(['fulfillments/create', 'fulfillments/update']);
});
