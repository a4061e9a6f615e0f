import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { allowConnectionsTo } from '../../set-up/guards/outgoing-connections.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
});

afterAll(async () => {
  await world.stop();
});

it.each<[string, () => Promise<string>]>([
  ['nobody listens at its address', async () => `http://127.0.0.1:${await freePort()}`],
  [
    'its name cannot be resolved',
    async () => {
      allowConnectionsTo('operator.invalid'); // looked up in vain
      return 'http://operator.invalid';
    },
  ],
])('%s: nothing was sent, and it is sent once when the operator is there', async (_what, address) => {
  const lost = await world.start({ OPERATOR_BASE_URL: await address() });
  await world.setUpShop(lost);
  const { id: fulfillmentId } = world.shopify.fulfill(
    SHOP,
    world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id,
  );
  const deliveryWith = (where: object) =>
    world.database.delivery.findFirst({
      where: { fulfillmentId, ...where },
      include: { attempts: { where: { verb: { not: 'read' } }, orderBy: { id: 'asc' } } },
    });
  const delivery = await until('the first try', () => deliveryWith({ tries: { gt: 0 }, claimToken: null }));
  expect(delivery).toMatchObject({ phase: 'waiting', problems: [], heldFor: null, handedOverAt: null });
  expect(new Set(delivery.attempts.map(({ verb, outcome }) => `${verb} ${outcome}`))).toEqual(
    new Set(['create not-sent']),
  );
  expect(await lost.stop()).toBe(0);

  const found = await world.start();
  await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { sendAt: world.clock.now() } });
  const accepted = await until('the delivery accepted', () => deliveryWith({ phase: 'in-delivery' }));
  expect(accepted.attempts.at(-1)).toMatchObject({ verb: 'create', outcome: 'accepted' });
  expect(accepted).toMatchObject({ problems: [], recoveredAt: null });
  const orders = world.operator.orders().filter(({ orderNumber }) => orderNumber === accepted.orderNumber);
  expect(orders).toHaveLength(1);
  await found.stop();
});
