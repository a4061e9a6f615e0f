import { afterAll, beforeAll, expect, it } from 'vitest';
import { flowFactsSchema } from '../../app/domain/flow/flow.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';

/** The program is killed while triggers are on their way to Shopify Flow. */

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
});

afterAll(async () => {
  await world.stop();
});

const STATES = [
  'ingresado',
  'asignación aceptada',
  'en punto de retiro',
  'en despacho',
  'en camino entrega',
  'entregado',
];
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const ORDERS = 6;
const KILLS = 6;

const readAllNow = () =>
  world.database.delivery.updateMany({
    data: { nextReadAt: world.clock.now() },
    where: { nextReadAt: { not: null } },
  });

it('each trigger arrives once and in order, however often the program is killed', async () => {
  let program = await world.startProcess({}, { hurry: true });
  await world.setUpShop(program);
  await world.shopify.useFlow(SHOP, true);
  // each call takes a while, before and after its effect, so that the kills hit all of its moments
  world.shopify.setFaults(SHOP, [{ kind: 'slow', delay: 150, match: 'SendFlowTrigger', times: 1_000 }]);
  const fulfillments = Array.from({ length: ORDERS }, () =>
    world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id),
  );
  const arrivals = () => world.shopify.flowTriggers(SHOP).length;
  const delivered = new Set<string>();
  let seen = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await until('another trigger has arrived', () => arrivals() > seen);
    seen = arrivals();
    await program.kill();
    program = await world.startProcess({}, { hurry: true });
    for (const { name } of fulfillments) {
      const state = STATES[Math.min(kill + 1, STATES.length - 1)] ?? '';
      const at = new Date(world.clock.now().getTime() + kill * 1_000);
      const number = `tienda-prueba-${name.slice(1)}`;
      if (await world.database.delivery.findFirst({ where: { orderNumber: number, handedOverAt: { not: null } } })) {
        world.operator.setState(number, state, at);
        if (state === STATES.at(-1)) delivered.add(name);
      }
    }
    await readAllNow();
  }
  // the program may have been killed each time before it had handed an order over
  for (const { name } of fulfillments.filter((each) => !delivered.has(each.name))) {
    const orderNumber = `tienda-prueba-${name.slice(1)}`;
    await until('the hand-over', () =>
      world.database.delivery.findFirst({ where: { orderNumber, handedOverAt: { not: null } } }),
    );
    world.operator.setState(orderNumber, 'entregado', new Date(world.clock.now().getTime() + KILLS * 1_000));
  }
  await readAllNow();
  await until(
    'every trigger settled',
    async () =>
      // a trigger is written with the delivery's last change
      (await world.database.delivery.count({ where: { phase: 'delivered' } })) === ORDERS &&
      (await world.database.flowTrigger.count({ where: { settledAt: null } })) === 0,
  );
  for (const { id } of fulfillments) {
    const rows = await world.database.flowTrigger.findMany({
      where: { facts: { path: ['fulfillmentId'], equals: id } },
      orderBy: { id: 'asc' },
    });
    expect(rows.every(({ outcome }) => outcome === 'sent')).toBe(true);
    const arrived = world.shopify.flowTriggers(SHOP).filter(({ payload }) => payload['Fulfillment ID'] === id);
    const told = arrived.map(({ payload }) => payload.State);
    expect(told).toEqual(rows.map(({ facts }) => flowFactsSchema.parse(facts).state));
  }
});
