import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import type { OrderRecord } from '../../../sandbox/shopify/shop/order-records.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { dismissProblems } from '../../../app/deliveries/delivery-store.ts';
import { limaOrder, MARKED, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start(), { mapping: { windowAttributes: { date: 'Fecha' } } });
});

afterAll(async () => {
  await world.stop();
});

const read = (fulfillmentId: string) => world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });

async function handedOver(
  change: Partial<OrderDraft> = {},
): Promise<{ order: OrderRecord; fulfillment: FulfillmentRecord; id: string }> {
  const order = world.shopify.enterOrder(SHOP, limaOrder(change));
  const fulfillment = world.shopify.fulfill(SHOP, order.id);
  const { id } = await until('the delivery handed over, and Shopify told', () =>
    world.database.delivery.findFirst({
      where: {
        fulfillmentId: fulfillment.id,
        phase: 'in-delivery',
        publications: { every: { settledAt: { not: null } } },
      },
    }),
  );
  return { order, fulfillment, id };
}

const editsOf = async (fulfillmentId: string) => {
  const { problems } = await read(fulfillmentId);
  return Array.isArray(problems) && problems.length > 0 ? problems : null;
};
const theProblem = (...fields: string[]) => [
  { code: 'edited-after-hand-over', field: null, details: { fields, editedAt: expect.any(String) } },
];

/** Every webhook of the order is handled, and what it called for is done. */
async function orderSettled(orderId: string): Promise<void> {
  await world.webhooksHandled();
  await until(
    'what the changes of the order called for is done',
    async () => (await world.database.orderComparison.count({ where: { orderId } })) === 0,
  );
}

it('an address that is edited after the hand-over is a problem that names the fields, and no more', async () => {
  const { order, fulfillment } = await handedOver();
  world.shopify.changeOrder(SHOP, order.id, {
    shippingAddress: { address1: 'Marked-Av. Larco 1', phone: '987654322' },
  });
  expect(await until('the edit noticed', () => editsOf(fulfillment.id))).toEqual(theProblem('phone', 'street'));
  const { phase, handedOverWith } = await read(fulfillment.id);
  expect(phase).toBe('in-delivery');
  for (const mark of MARKED) expect(JSON.stringify(handedOverWith)).not.toMatch(mark);
});

it('two edits are one problem until it is marked as handled; later edits are compared with the order as it was then', async () => {
  const { order, fulfillment, id } = await handedOver();
  world.shopify.changeOrder(SHOP, order.id, { email: 'marked-other@example.com' });
  await until('the first edit noticed', () => editsOf(fulfillment.id));
  world.shopify.changeOrder(SHOP, order.id, { shippingAddress: { city: 'Barranco' } });
  await until(
    'the second edit noticed',
    async () =>
      (await editsOf(fulfillment.id))?.length === 1 && JSON.stringify(await editsOf(fulfillment.id)).includes('city'),
  );
  expect(await editsOf(fulfillment.id)).toEqual(theProblem('email', 'city'));
  expect(await dismissProblems(world.database, { shop: SHOP, deliveryId: id }, world.clock.now())).toBe(true);
  world.shopify.changeOrder(SHOP, order.id, { tags: ['nothing of the delivery'] });
  await orderSettled(order.id);
  expect(await editsOf(fulfillment.id)).toBeNull();
});

it('fewer items than were handed over are noticed, more are not', async () => {
  const { order, fulfillment } = await handedOver();
  const [line] = order.lineItems;
  if (!line) throw new Error('the order has no line');
  world.shopify.changeOrder(SHOP, order.id, { quantities: { [line.id]: 3 } });
  await orderSettled(order.id);
  expect(await editsOf(fulfillment.id)).toBeNull();
  world.shopify.changeOrder(SHOP, order.id, { quantities: { [line.id]: 1 } });
  expect(await until('the edit noticed', () => editsOf(fulfillment.id))).toEqual(theProblem('lines'));
});

it('fewer items than two deliveries ship together are told of both, once', async () => {
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  const [line] = order.lineItems;
  if (!line) throw new Error('the order has no line');
  const fulfillments = [0, 1].map(() => world.shopify.fulfill(SHOP, order.id, { lineItems: [{ id: 0, quantity: 1 }] }));
  await until('both handed over', async () => {
    return (await world.database.delivery.count({ where: { orderId: order.id, phase: 'in-delivery' } })) === 2;
  });
  world.shopify.changeOrder(SHOP, order.id, { quantities: { [line.id]: 1 } });
  for (const { id } of fulfillments) {
    expect(await until('the edit noticed', () => editsOf(id))).toEqual(theProblem('lines'));
    const { id: deliveryId } = await read(id);
    expect(await dismissProblems(world.database, { shop: SHOP, deliveryId }, world.clock.now())).toBe(true);
  }
  world.shopify.changeOrder(SHOP, order.id, { tags: ['nothing of the delivery'] });
  await orderSettled(order.id);
  for (const { id } of fulfillments) expect(await editsOf(id)).toBeNull();
});

it('another note, and another date in the attribute that the settings name, are noticed', async () => {
  const { order, fulfillment } = await handedOver({ customAttributes: [{ key: 'Fecha', value: '2030-05-08' }] });
  world.shopify.changeOrder(SHOP, order.id, { note: 'marked-note: dos veces' });
  await until('the edit noticed', () => editsOf(fulfillment.id));
  world.shopify.changeOrder(SHOP, order.id, { customAttributes: [{ key: 'Fecha', value: '2030-05-09' }] });
  await until('both noticed', async () =>
    JSON.stringify(await editsOf(fulfillment.id)).includes('Date') ? true : null,
  );
  expect(await editsOf(fulfillment.id)).toEqual(theProblem('note', 'deliveryDate'));
});

it('fewer of line 56 of 60 are noticed', async () => {
  const { order, fulfillment } = await handedOver({
    lineItems: [{ title: 'Taza', price: '10.00', quantity: 2, copies: 60 }],
  });
  const line = order.lineItems[55];
  if (!line) throw new Error('the order has no such line');
  world.shopify.changeOrder(SHOP, order.id, { quantities: { [line.id]: 1 } });
  expect(await until('the edit noticed', () => editsOf(fulfillment.id))).toEqual(theProblem('lines'));
});

it('our own writes, and changes before the hand-over, are not edits', async () => {
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  world.shopify.changeOrder(SHOP, order.id, { shippingAddress: { address1: 'Marked-Jr. Puno 9' } });
  const fulfillment = world.shopify.fulfill(SHOP, order.id);
  await until('the delivery handed over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'in-delivery' } }),
  );
  await world.shopify.sendWebhook(SHOP, 'orders/updated', { admin_graphql_api_id: order.id });
  await orderSettled(order.id);
  expect(await editsOf(fulfillment.id)).toBeNull();
});

it('what was handed over is forgotten when the delivery ends', async () => {
  const { fulfillment } = await handedOver();
  const { orderNumber, handedOverWith } = await read(fulfillment.id);
  expect(handedOverWith).not.toBeNull();
  world.operator.setState(orderNumber ?? '', 'entregado');
  await until('the delivery delivered', async () => (await read(fulfillment.id)).phase === 'delivered');
  expect((await read(fulfillment.id)).handedOverWith).toBeNull();
});
