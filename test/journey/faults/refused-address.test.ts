import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SECOND_SHOP, SECOND_TEST_SHOP, SHOP } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { Program } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '600' });
  world.shopify.addShop(SECOND_TEST_SHOP);
  await world.setUpShop(program);
  await world.setUpShop(program, {}, { shop: SECOND_SHOP, token: OPERATOR_TOKEN });
});

afterAll(async () => {
  await world.stop();
});

const fulfill = (shop: string) =>
  world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder({ lineItems: LINES })).id).id;
const deliveryOf = (fulfillmentId: string) => world.database.delivery.findFirst({ where: { fulfillmentId } });
const accepted = (fulfillmentId: string) =>
  until('the delivery accepted', async () => {
    const delivery = await deliveryOf(fulfillmentId);
    return delivery?.phase === 'in-delivery' && delivery;
  });
const refusal = () => world.database.addressRefusal.findFirst();

it('a new address of the server holds every shop, blames none, and all resumes by itself', async () => {
  world.shopify.refuseAddress(true);
  const fulfillments = [SHOP, SECOND_SHOP, SHOP, SECOND_SHOP].map(fulfill);
  const first = await until('the refusal is known', refusal);
  await until('it is tried again', async () => {
    const again = await refusal();
    return again !== null && again.until > first.until;
  });
  await until('all are put off', async () => {
    const deliveries = await Promise.all(fulfillments.map(deliveryOf));
    return deliveries.every((delivery) => delivery?.claimToken === null && delivery.sendAt !== null);
  });
  for (const fulfillmentId of fulfillments) {
    expect(await deliveryOf(fulfillmentId)).toMatchObject({
      phase: 'waiting',
      problems: [],
      heldFor: null,
      tries: 0,
    });
  }
  expect((await refusal())?.since).toEqual(first.since);
  expect(await (await fetch(`${program.url}/metrics`)).text()).toMatch(/^handoff_shopify_refuses_address_seconds \d/m);
  expect(await world.database.shop.count({ where: { uninstalledAt: null, installedAt: { not: null } } })).toBe(2);

  world.shopify.refuseAddress(false);
  for (const fulfillmentId of fulfillments) {
    const { orderNumber } = await accepted(fulfillmentId);
    expect(world.operator.orders().filter((order) => order.orderNumber === orderNumber)).toHaveLength(1);
  }
  await until('nothing is told any more', async () => (await refusal()) === null);
  expect(await world.database.delivery.count({ where: { phase: 'needs-attention' } })).toBe(0);
});

it('what is to be written to Shopify waits for it, and is written then', async () => {
  const fulfillmentId = fulfill(SHOP);
  const { id, orderNumber } = await accepted(fulfillmentId);
  await until(
    'its first writes',
    async () => !(await world.database.publication.count({ where: { settledAt: null } })),
  );
  world.shopify.refuseAddress(true);
  world.operator.setState(orderNumber ?? '', 'en camino entrega');
  await world.database.delivery.update({ where: { id }, data: { nextReadAt: world.clock.now() } });
  await until('the state is read', async () => (await deliveryOf(fulfillmentId))?.state === 'en camino entrega');
  await until('the refusal is known', refusal);
  world.shopify.refuseAddress(false);
  await until(
    'the writes are done',
    async () => !(await world.database.publication.count({ where: { settledAt: null } })),
  );
  expect(await world.database.delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ problems: [] });
});

it('one shop that is closed to the app stays one closed shop', async () => {
  world.shopify.setFaults(SHOP, [{ kind: 'http', status: 403, times: 10_000 }]);
  const closed = fulfill(SHOP);
  const open = fulfill(SECOND_SHOP);
  const told = await until('the merchant is told', async () => {
    const delivery = await deliveryOf(closed);
    return delivery?.phase === 'needs-attention' && delivery;
  });
  expect(told.problems).toMatchObject([{ code: 'shopify-access-missing' }]);
  await accepted(open);
  expect(await refusal()).toBeNull();
});
