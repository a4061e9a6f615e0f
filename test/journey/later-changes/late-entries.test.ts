import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/records.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start());
});

afterAll(async () => {
  await world.stop();
});

const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1_000);

/** Waits until the entry has been read and everything it called for is published; the pauses between reads are passed over. */
const untilRead = ({ id: fulfillmentId }: FulfillmentRecord, status: string) =>
  until(`${status} read, and published`, async () => {
    await world.database.delivery.updateMany({
      where: { fulfillmentId, nextReadAt: { gt: inSeconds(60) } },
      data: { nextReadAt: world.clock.now() },
    });
    return world.database.delivery.findFirst({
      where: {
        fulfillmentId,
        stateEntries: { some: { status } },
        publications: { every: { settledAt: { not: null } } },
      },
    });
  });

async function delivered(): Promise<{ fulfillment: FulfillmentRecord; orderNumber: string }> {
  const fulfillment = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id);
  const orderNumber = `tienda-prueba-${fulfillment.name.slice(1)}`;
  await untilRead(fulfillment, 'ingresado');
  world.operator.setState(orderNumber, 'entregado', inSeconds(1));
  expect(await untilRead(fulfillment, 'entregado')).toMatchObject({ phase: 'delivered', state: 'entregado' });
  return { fulfillment, orderNumber };
}

const eventsOf = ({ events }: FulfillmentRecord) => events.map(({ status }) => status);

it('an older entry that arrives after the end is kept in the history, and changes nothing', async () => {
  const { fulfillment, orderNumber } = await delivered();
  const { endedAt } = await untilRead(fulfillment, 'entregado');
  world.operator.setState(orderNumber, 'en camino entrega', inSeconds(-30));
  const delivery = await untilRead(fulfillment, 'en camino entrega');
  expect(delivery).toMatchObject({ phase: 'delivered', state: 'entregado', endedAt, problems: [] });
  expect(eventsOf(fulfillment)).toEqual(['CONFIRMED', 'DELIVERED']);
});

it('a newer return after the delivery changes its end, and is reported once', async () => {
  const { fulfillment, orderNumber } = await delivered();
  world.operator.setState(orderNumber, 'devolución exitosa', inSeconds(2));
  const delivery = await untilRead(fulfillment, 'devolución exitosa');
  expect(delivery).toMatchObject({ phase: 'failed', state: 'devolución exitosa', problems: [] });
  await world.database.delivery.update({ where: { id: delivery.id }, data: { nextReadAt: world.clock.now() } });
  await until('it read once more', () =>
    world.database.delivery.findFirst({
      where: { id: delivery.id, lastReadAt: { gt: delivery.lastReadAt ?? world.clock.now() } },
    }),
  );
  await untilRead(fulfillment, 'devolución exitosa');
  expect(eventsOf(fulfillment)).toEqual(['CONFIRMED', 'DELIVERED', 'FAILURE']);
});

it('a newer entry on the way after the delivery opens it again, until it is delivered once more', async () => {
  const { fulfillment, orderNumber } = await delivered();
  world.operator.setState(orderNumber, 'en camino entrega', inSeconds(2));
  expect(await untilRead(fulfillment, 'en camino entrega')).toMatchObject({ phase: 'in-delivery', endedAt: null });
  world.operator.setState(orderNumber, 'entregado', inSeconds(3));
  const again = await until('the second delivery', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'delivered' } }),
  );
  expect(again.state).toBe('entregado');
});
