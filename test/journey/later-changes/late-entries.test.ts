import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { dismissProblems } from '../../../app/deliveries/delivery-store.ts';
import { refreshDelivery } from '../../../app/deliveries/merchant-actions/ask-now.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
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
  expect(delivery).toMatchObject({ phase: 'failed', problems: [{ code: 'returned' }] });
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

it('an operator that forgets what it has delivered is asked at the last two looks, and not more often', async () => {
  const { fulfillment, orderNumber } = await delivered();
  onTestFinished(() => program.sweeps.reads.start());
  await program.sweeps.reads.stop(); // this test reads by itself, and once
  world.operator.injectFault({ kind: '404', verb: 'read', orderNumber });
  const { id, endedAt } = await untilRead(fulfillment, 'entregado');
  const delivery = await until('a read that does not find it', async () => {
    const where = { id, attempts: { some: { verb: 'read', outcome: 'not-found' } } };
    const found = await world.database.delivery.findFirst({ where });
    if (found) return found;
    await world.database.delivery.update({ where: { id }, data: { nextReadAt: world.clock.now() } });
    await program.sweeps.reads.step();
    return null;
  });
  expect(delivery).toMatchObject({ phase: 'delivered', problems: [] });
  expect(delivery.nextReadAt?.getTime()).toBe((endedAt?.getTime() ?? 0) + 3_600_000);
});

it('a person is asked once after five reads that do not find the order; an outage before them does not count', async () => {
  const fulfillment = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id);
  const orderNumber = `tienda-prueba-${fulfillment.name.slice(1)}`;
  const { id } = await untilRead(fulfillment, 'ingresado');
  onTestFinished(() => program.sweeps.reads.start());
  await program.sweeps.reads.stop();
  const readAs = (kind: '404' | '503', times: number, before: number) => {
    world.operator.injectFault({ kind, verb: 'read', orderNumber, times });
    return until(`${times} reads that fail with ${kind}`, async () => {
      const delivery = await world.database.delivery.findUniqueOrThrow({
        where: { id },
        include: { attempts: { where: { verb: 'read', outcome: { not: null } } } },
      });
      if (delivery.attempts.length === before + times) return delivery;
      await world.database.delivery.update({ where: { id }, data: { nextReadAt: world.clock.now() } });
      await program.sweeps.reads.step();
      return null;
    });
  };
  await readAs('503', 6, 0);
  expect(await readAs('404', 4, 6)).toMatchObject({ phase: 'in-delivery', problems: [] });
  expect(await readAs('404', 1, 10)).toMatchObject({
    phase: 'needs-attention',
    problems: [{ code: 'unknown-to-operator' }],
  });
  const of = { shop: SHOP, deliveryId: id };
  const asRead = () => world.database.delivery.findUniqueOrThrow({ where: { id } });
  const isTakenCareOf = { phase: 'in-delivery', problems: [], nextReadAt: null };
  expect(await dismissProblems(program.app.database, of, program.app.now())).toBe(true);
  expect(await asRead()).toMatchObject(isTakenCareOf);
  await world.database.delivery.update({ where: { id }, data: { lastReadAt: null, tries: 10 } });
  world.operator.injectFault({ kind: '404', verb: 'read', orderNumber, times: 1 });
  expect(await refreshDelivery(program.app, of)).toBe('not-read');
  expect(await asRead()).toMatchObject(isTakenCareOf);
  // found again when somebody asks
  await world.database.delivery.update({ where: { id }, data: { refreshedAt: null } });
  expect(await refreshDelivery(program.app, of)).toBe('done');
  expect(await asRead()).toMatchObject({ phase: 'in-delivery', problems: [], nextReadAt: expect.any(Date) });
});
