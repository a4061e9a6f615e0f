import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { dismissProblems } from '../../../app/deliveries/delivery-store.ts';
import { watchPromises } from '../../../app/deliveries/tracking/watch-promises.ts';
import { DELIVERY_STATUSES, worstStatus } from '../../../app/domain/order-data/order-fields.ts';
import { EVERYTHING } from '../../../app/pages/deliveries/delivery-query.ts';
import { createShopApi } from '../../../app/shop-api/shop-api.ts';
import { openShopContext } from '../../../app/shop-api/shop-context.ts';
import { defineOperation } from '../../../app/shopify/admin-api/admin-api.ts';
import { ShopifyError } from '../../../app/shopify/admin-api/shopify-error.ts';
import { fc } from '../../set-up/properties.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { settledDelivery, WRITTEN } from '../../set-up/world/settled-delivery.ts';
import { until } from '../../set-up/time/until.ts';

/** What Shopify's orders list shows by the fields of orders is what the app's pages, the tag and the block say. */

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { publish: { stateTags: true } });
});

afterAll(async () => {
  await world.stop();
});

const FILTERED = defineOperation<{ query: string }>()(
  'query Filtered($query: String!) { orders(first: 40, query: $query) { nodes { id } } }',
  z.object({ orders: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
);

/** The orders that Shopify lists, by the app's own token and within its budget. */
async function listed(query: string): Promise<string[]> {
  const { orders } = await until(`the list of ${query}`, async () => {
    try {
      return await program.app.adminApi.request(SHOP, FILTERED, { query });
    } catch (error) {
      if (error instanceof ShopifyError && error.failure === 'throttled') return false;
      throw error;
    }
  });
  return orders.nodes.map(({ id }) => id).sort();
}

const orderOf = (lines = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }]) =>
  world.shopify.enterOrder(SHOP, limaOrder({ lineItems: lines }));
const fulfillOne = () => world.shopify.fulfill(SHOP, orderOf().id);
const settled = (what: string, fulfillment: FulfillmentRecord, where: object) =>
  settledDelivery(world, what, fulfillment, { ...where, AND: WRITTEN });
const tagsOf = (orderId: string) => world.shopify.store.get(SHOP)?.order(orderId).tags ?? [];

function fieldsOf(orderId: string): Record<string, string> {
  const fields = world.shopify.metafields(SHOP, orderId).filter(({ key }) => key !== 'deliveries');
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]));
}

const reportedAt = new Map<string, number>();
/**
 * Each state of an order is at least a second newer than the one before, and than its acceptance: the operator's times are
 * whole seconds.
 */
function report(orderNumber: string | null, state: string): void {
  const number = orderNumber ?? '';
  const now = world.clock.now().getTime();
  const at = Math.max(now, (reportedAt.get(number) ?? now) + 1_000);
  reportedAt.set(number, at);
  world.operator.setState(number, state, new Date(at));
}

describe('one delivery', () => {
  it('has its six fields from the hand-over to the end, for the calls and the points of one metafield', async () => {
    const asked = () => {
      const { times = 0, points = 0 } = world.shopify.store.get(SHOP)?.asked.get('SetOrderMetafields') ?? {};
      return { times, points };
    };
    const fulfillment = fulfillOne();
    const { orderNumber, promisedDate } = await settled('the operator has it', fulfillment, { state: 'ingresado' });
    expect(fieldsOf(fulfillment.orderId)).toEqual({
      delivery_status: 'accepted',
      promised_day: promisedDate,
      operator: 'Reparto Veloz',
      needs_person: 'false',
    });
    const before = asked();
    report(orderNumber, 'entregado');
    await settled('delivered', fulfillment, { state: 'entregado' });
    expect(fieldsOf(fulfillment.orderId)).toEqual({
      delivery_status: 'delivered',
      promised_day: promisedDate,
      delivered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      on_time: 'true',
      operator: 'Reparto Veloz',
      needs_person: 'false',
    });
    expect(asked()).toEqual({ times: before.times + 1, points: before.points + 10 });
    expect(await listed('metafields.$app.delivery_status:delivered')).toContain(fulfillment.orderId);
  });

  it('loses the fields of an end that the operator takes back, and the lists lose the order', async () => {
    const fulfillment = fulfillOne();
    const { id, orderNumber } = await settled('the operator has it', fulfillment, { state: 'ingresado' });
    report(orderNumber, 'entregado');
    await settled('delivered', fulfillment, { state: 'entregado' });
    expect(await listed('metafields.$app.delivered_at:* metafields.$app.on_time:true')).toContain(fulfillment.orderId);
    await happen('en camino entrega', { ...fulfillment, id, orderNumber }); // what has ended is not read by itself
    await settled('under way again', fulfillment, { state: 'en camino entrega' });
    expect(Object.keys(fieldsOf(fulfillment.orderId)).sort()).toEqual([
      'delivery_status',
      'needs_person',
      'operator',
      'promised_day',
    ]);
    expect(await listed('metafields.$app.on_time:true')).not.toContain(fulfillment.orderId);
    report(orderNumber, 'entregado');
    await settled('delivered after all', fulfillment, { state: 'entregado' });
    expect(fieldsOf(fulfillment.orderId)).toMatchObject({ delivery_status: 'delivered', on_time: 'true' });
  });
});

const STATES = [
  'asignación aceptada',
  'en despacho',
  'en camino entrega',
  'sin moradores',
  'incidencia',
  'almacenaje',
  'una palabra nueva',
  'entregado',
  'devuelto',
];
const EVENTS = ['late', 'dismissed', 'edited', 'lost answer', 'no answer', ...STATES, ...STATES] as const;
const LATE_MS = 3_600_000;

it('after a storm of states, edits, faults and repeats, every list has exactly its orders', async () => {
  const storms = fc.sample(fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 5 }), {
    numRuns: 16,
    seed: 46,
  });
  const { deliveries } = await handOverAll(storms.length);
  await Promise.all(
    deliveries.map(async ({ id, orderNumber, orderId, storm }) => {
      for (const event of storms[storm] ?? []) {
        await happen(event, { id, orderNumber, orderId });
      }
    }),
  );
  await watchPromises(program.app);
  await allWritten(deliveries.map(({ id }) => id));
  world.shopify.setFaults(SHOP, []);

  const rows = await world.database.delivery.findMany();
  const orders = new Map([...Map.groupBy(rows, ({ orderId }) => orderId)]);
  const having = (holds: (order: typeof rows) => boolean) =>
    [...orders].flatMap(([orderId, order]) => (holds(order) ? [orderId] : [])).sort();
  const lists = [
    ...DELIVERY_STATUSES.map((status) => ({
      query: `delivery_status:${status}`,
      orders: having((order) => worstStatus(order.map(({ stateGroup }) => stateGroup)) === status),
    })),
    { query: 'needs_person:true', orders: having((order) => order.some((each) => each.attentionSince !== null)) },
    { query: 'needs_person:false', orders: having((order) => order.every((each) => each.attentionSince === null)) },
    { query: 'delivered_at:*', orders: having((order) => order.some(({ phase }) => phase === 'delivered')) },
    { query: 'on_time:false', orders: having((order) => order.some((each) => isKept(each) === false)) },
    {
      query: 'on_time:true',
      orders: having((order) => {
        const kept = order.map(isKept);
        return kept.includes(true) && !kept.includes(false);
      }),
    },
    { query: 'operator:"Reparto Veloz"', orders: [...orders.keys()].sort() },
    ...[...new Set(rows.map(({ promisedDate }) => promisedDate))].map((day) => ({
      query: `promised_day:${day}`,
      orders: having(
        (order) =>
          order
            .map(({ promisedDate }) => promisedDate ?? '')
            .sort()
            .at(-1) === day,
      ),
    })),
  ];
  for (const { query, orders: expected } of lists) {
    expect(await listed(`metafields.$app.${query}`), query).toEqual(expected);
  }
  expect(lists.filter(({ orders: { length } }) => length > 0).length).toBeGreaterThan(10);
  await everythingAgrees(having((order) => order.some((each) => each.attentionSince !== null)));
});

it('the links of the guide list the late, the needy and those that failed yesterday', async () => {
  const api = createShopApi(openShopContext(program.handoff, { shop: SHOP, staff: '1' }, 'en'), program.app);
  const { lists, toFill } = await api.orderLists();
  expect(toFill).toBe(0);
  const found = await Promise.all(
    (lists ?? []).map(async ({ list, url }) => {
      const { pathname, searchParams } = new URL(url);
      expect(pathname).toBe('/orders');
      return [list, await listed(searchParams.get('query') ?? '')] as const;
    }),
  );
  const rows = await world.database.delivery.findMany();
  const orders = [...Map.groupBy(rows, ({ orderId }) => orderId)];
  const having = (holds: (order: Row[]) => boolean) =>
    orders.flatMap(([orderId, order]) => (holds(order) ? [orderId] : [])).sort();
  expect(Object.fromEntries(found)).toEqual({
    late: having(
      (order) =>
        order.some((each) => isKept(each) === false) && order.some(({ stateGroup }) => stateGroup !== 'delivered'),
    ),
    'needs-attention': having((order) => order.some(({ attentionSince }) => attentionSince !== null)),
    'failed-yesterday': [], // everything was promised for a day to come
  });
});

type Row = Awaited<ReturnType<typeof world.database.delivery.findMany>>[number];

/** Told apart from the program's own: by the row as it stands at the end. */
function isKept({ phase, endedAt, promisedUntil }: Row): boolean | null {
  const until = promisedUntil?.getTime() ?? Infinity;
  if (phase === 'delivered') return (endedAt?.getTime() ?? 0) <= until;
  return phase === 'failed' || world.clock.now().getTime() > until ? false : null;
}

/** Half of the orders have two fulfillments. */
async function handOverAll(count: number) {
  const fulfillments = Array.from({ length: count }, (_, storm) => {
    if (storm % 2 === 0) return [{ storm, fulfillment: fulfillOne() }];
    const order = orderOf([
      { title: 'Taza', sku: 'TAZA', price: '35.00' },
      { title: 'Plato', sku: 'PLATO', price: '20.00' },
    ]);
    return [0, 1].map((line) => {
      const lineItems = [{ id: line, quantity: 1 }];
      return { storm: (storm + line) % count, fulfillment: world.shopify.fulfill(SHOP, order.id, { lineItems }) };
    });
  }).flat();
  const deliveries = await Promise.all(
    fulfillments.map(async ({ storm, fulfillment }) => ({
      storm,
      ...(await settled('the operator has it', fulfillment, { state: 'ingresado' })),
    })),
  );
  return { deliveries };
}

async function happen(
  event: (typeof EVENTS)[number],
  { id, orderNumber, orderId }: Pick<Row, 'id' | 'orderNumber' | 'orderId'>,
): Promise<void> {
  switch (event) {
    case 'late': {
      const promisedUntil = new Date(world.clock.now().getTime() - LATE_MS);
      await world.database.delivery.updateMany({
        where: { id, endedAt: null },
        data: { promisedUntil, handedOverAt: new Date(promisedUntil.getTime() - LATE_MS), watchAt: world.clock.now() },
      });
      await watchPromises(program.app);
      return;
    }
    case 'dismissed':
      await dismissProblems(program.app.database, { shop: SHOP, deliveryId: id }, program.app.now());
      return;
    case 'edited':
      world.shopify.changeOrder(SHOP, orderId, { email: `marked-${id}@example.com` });
      return;
    case 'lost answer':
      world.shopify.setFaults(SHOP, [{ kind: 'reset', when: 'after-commit', match: 'SetOrderMetafields', times: 2 }]);
      return;
    case 'no answer':
      world.shopify.setFaults(SHOP, [{ kind: 'http', status: 503, match: 'SetOrderMetafields', times: 2 }]);
      return;
    default: {
      report(orderNumber, event);
      await until(`${event} is read`, async () => {
        await world.database.delivery.updateMany({ where: { id }, data: { nextReadAt: world.clock.now() } });
        return world.database.delivery.findFirst({ where: { id, state: event } });
      });
    }
  }
}

const allWritten = (ids: string[]) =>
  until('everything is written', async () => {
    await world.webhooksHandled();
    const open = await world.database.publication.count({ where: { settledAt: null } });
    const compared = await world.database.orderComparison.count();
    return open + compared === 0 && ids.length > 0;
  });

/** The field, the JSON, the tag, the tab of the app, its count and the block name the same orders. */
async function everythingAgrees(needy: readonly string[]): Promise<void> {
  const api = createShopApi(openShopContext(program.handoff, { shop: SHOP, staff: '1' }, 'es'), program.app);
  const orderIds = [...new Set((await world.database.delivery.findMany()).map(({ orderId }) => orderId))];
  for (const orderId of orderIds) {
    const isNeedy = needy.includes(orderId);
    const { needs_person: field, delivery_status: status } = fieldsOf(orderId);
    expect(field, orderId).toBe(String(isNeedy));
    const [json] = world.shopify.metafields(SHOP, orderId);
    const written = writtenSchema.parse(JSON.parse(json?.value ?? '{}'));
    const exceptions = Object.values(written).flatMap((delivery) => delivery.exceptions);
    expect(exceptions.length > 0, orderId).toBe(isNeedy);
    expect(worstStatus(Object.values(written).map(({ stateGroup }) => stateGroup))).toBe(status);
    expect(tagsOf(orderId)).toEqual([`handoff:${isNeedy ? 'needs-attention' : status}`]);
    const block = await api.orderDeliveries(orderId, { known: true });
    const shown = block?.deliveries.flatMap(({ problems, flags }) => [...problems, ...flags]) ?? [];
    expect(shown.length > 0, orderId).toBe(isNeedy);
  }
  const where = { attentionSince: { not: null } };
  expect((await api.home()).figures.attention).toBe(await world.database.delivery.count({ where }));
  const { list } = await api.deliveryList({ ...EVERYTHING, tab: 'attention' }, {});
  const inTab = await world.database.delivery.findMany({ where: { id: { in: list.rows.map(({ id }) => id) } } });
  expect([...new Set(inTab.map(({ orderId }) => orderId))].every((orderId) => needy.includes(orderId))).toBe(true);
}

const writtenSchema = z.record(
  z.string(),
  z.object({ stateGroup: z.string().nullable(), exceptions: z.array(z.unknown()) }),
);
