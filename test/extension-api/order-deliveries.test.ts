import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderDeliveries, OrderDryRun } from '../../app/extension-api/extension-answers.ts';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, MARKED, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { callAsExtension, numberOf } from './extension-caller.ts';
import { fulfilledOrder, GOODS } from './fulfilled-order.ts';

const STATE_MS = 60;

let world: OfflineWorld;
let program: Program;
/** Fulfilled before the app was installed, so that nothing heals them. */
let early: FulfillmentRecord;
let earlyTest: FulfillmentRecord;
let earlyWithoutPhone: FulfillmentRecord;
let earlyCancelled: FulfillmentRecord;
/** Handed over in two parts and delivered. */
let delivered: FulfillmentRecord[];

beforeAll(async () => {
  world = await startOfflineWorld({
    timeline: {
      ingresado: STATE_MS,
      'asignación aceptada': STATE_MS,
      'en punto de retiro': STATE_MS,
      'en despacho': STATE_MS,
      'en camino entrega': STATE_MS,
    },
  });
  const { shopify } = world;
  early = fulfilledOrder(world);
  earlyTest = fulfilledOrder(world, { test: true });
  earlyWithoutPhone = fulfilledOrder(world, { shippingAddress: { ...limaOrder().shippingAddress, phone: null } });
  earlyCancelled = fulfilledOrder(world);
  shopify.cancelFulfillment(SHOP, earlyCancelled.id);
  program = await world.start();
  await world.setUpShop(program);
  const order = shopify.enterOrder(SHOP, limaOrder({ lineItems: GOODS }));
  delivered = [0, 1].map((line) => shopify.fulfill(SHOP, order.id, { lineItems: [{ id: line, quantity: 1 }] }));
  await until('both parts delivered', async () => {
    const count = await world.database.delivery.count({ where: { orderId: order.id, phase: 'delivered' } });
    return count === 2;
  });
});

afterAll(() => world.stop());

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await callAsExtension(program, path, { token: world.shopify.idToken(SHOP) });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

const deliveriesOf = ({ orderId }: FulfillmentRecord, query = '') =>
  get<OrderDeliveries>(`/api/orders/${numberOf(orderId)}/deliveries${query}`);
const dryRunOf = ({ orderId }: FulfillmentRecord, query = '') =>
  get<OrderDryRun>(`/api/orders/${numberOf(orderId)}/preview${query}`);

describe('the deliveries of an order', () => {
  it('are described in one answer', async () => {
    const [first, second] = delivered;
    if (!first || !second) throw new Error('nothing was delivered');
    const answer = await deliveriesOf(first);
    expect(answer).toMatchObject({
      operatorName: 'Reparto Veloz',
      timeZone: 'America/Lima',
      hold: null,
      undelivered: [],
    });
    expect(Math.abs(answer.now - world.clock.now().getTime())).toBeLessThan(10_000);
    expect(answer.deliveries.map(({ fulfillmentId }) => fulfillmentId)).toEqual([first.id, second.id]);
    expect(answer.deliveries[0]).toEqual({
      id: expect.any(String),
      fulfillmentId: first.id,
      fulfillmentName: first.name,
      phase: 'delivered',
      seen: 'delivered',
      label: 'Delivered',
      state: 'entregado',
      stateGroup: 'delivered',
      stateAt: expect.any(Number),
      alsoSaid: null,
      hold: null,
      checking: null,
      sendAt: null,
      promise: {
        service: 'Next day',
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        windowStart: null,
        windowEnd: null,
      },
      orderNumber: `tienda-prueba-${first.name.slice(1)}`,
      trackingUrl: expect.stringContaining(world.operator.url),
      checkedAt: expect.any(Number),
      isRecovered: false,
      problems: [],
      flags: [],
      skipped: null,
      history: [
        ...['entregado', 'en camino entrega', 'en despacho', 'en punto de retiro', 'asignación aceptada', 'ingresado'],
      ].map((state): unknown => expect.objectContaining({ state, at: expect.any(Number) })),
      operatorDate: null,
      actions: ['refresh'],
    });
  });

  it('tell what would become of a fulfillment without one: it would be handed over', async () => {
    const { deliveries, undelivered } = await deliveriesOf(early);
    expect(deliveries).toEqual([]);
    expect(undelivered).toEqual([
      {
        fulfillmentId: early.id,
        name: early.name,
        plan: {
          kind: 'hand-over',
          promise: {
            service: 'Next day',
            date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
            windowStart: null,
            windowEnd: null,
          },
        },
      },
    ]);
  });

  it('tell what would become of a fulfillment without one: a rule skips it', async () => {
    const { undelivered } = await deliveriesOf(earlyTest, '?locale=es-419');
    expect(undelivered).toMatchObject([
      { plan: { kind: 'skip', reason: { sentence: expect.stringMatching(/pedido de prueba/) }, canSendAnyway: true } },
    ]);
  });

  it('tell what would become of a fulfillment without one: a problem stands in its way', async () => {
    const { undelivered } = await deliveriesOf(earlyWithoutPhone);
    expect(undelivered).toMatchObject([
      { plan: { kind: 'problem', problems: [{ sentence: 'The order has no phone number.' }] } },
    ]);
  });

  it('tell nothing of a fulfillment that was cancelled and never was a delivery', async () => {
    const { deliveries, undelivered } = await deliveriesOf(earlyCancelled);
    expect([deliveries, undelivered]).toEqual([[], []]);
  });

  it('are read without Shopify when they were read before', async () => {
    const [first] = delivered;
    if (!first) throw new Error('nothing was delivered');
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: 'FulfillmentsOfOrders' }]);
    const { deliveries, undelivered } = await deliveriesOf(first, '?known');
    expect(deliveries).toHaveLength(2);
    expect(undelivered).toBeNull();
    world.shopify.setFaults(SHOP, []);
  });

  it('are shown as far as they are known while Shopify cannot be read', async () => {
    const [first] = delivered;
    if (!first) throw new Error('nothing was delivered');
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: 'FulfillmentsOfOrders' }]);
    const { deliveries, undelivered } = await deliveriesOf(first);
    expect(deliveries).toHaveLength(2);
    expect(undelivered).toBeNull();
  });

  it('cannot be listed for an order without any while Shopify is unreachable', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: 'FulfillmentsOfOrders' }]);
    const token = world.shopify.idToken(SHOP);
    const answer = await callAsExtension(program, `/api/orders/${numberOf(early.orderId)}/deliveries`, { token });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: 'shopify-unreachable' });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('leave a dry run open when Shopify fails in the middle of it', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'throttled', match: 'FulfillmentToHandOver' }]);
    const { undelivered } = await deliveriesOf(early);
    expect(undelivered).toMatchObject([{ plan: { kind: 'not-checked' } }]);
    await until('Shopify is asked again after its rest', async () => {
      const next = await deliveriesOf(early).catch(() => null);
      return next?.undelivered?.[0]?.plan.kind === 'hand-over';
    });
  });
});

describe('the dry run of an order', () => {
  it('shows what would be sent, field by field, with where it came from', async () => {
    const { deliveries, undelivered, dryRuns } = await dryRunOf(early);
    expect([deliveries, undelivered]).toMatchObject([[], [{ fulfillmentId: early.id, name: early.name }]]);
    expect(dryRuns).toMatchObject([{ fulfillmentId: early.id, plan: { kind: 'hand-over' }, anywayProblems: [] }]);
    expect(dryRuns[0]?.fields).toEqual(
      expect.arrayContaining([
        {
          field: 'order_number',
          value: `tienda-prueba-${early.name.slice(1)}`,
          label: 'Operator no.',
          sources: expect.arrayContaining([expect.any(String)]),
        },
        { field: 'dropoff.contact.phone', label: 'Phone', value: '+51987654321', sources: ['Shipping address'] },
        { field: 'pickup.location.id', label: 'Pickup point: branch', value: '101', sources: expect.any(Array) },
        { field: 'packages[0].qty', label: 'Package 1: quantity', value: '2', sources: expect.any(Array) },
      ]),
    );
  });

  it('shows what "send anyway" would send', async () => {
    const { dryRuns } = await dryRunOf(earlyTest);
    expect(dryRuns).toMatchObject([
      { plan: { kind: 'skip', canSendAnyway: true }, fields: expect.arrayContaining([expect.any(Object)]) },
    ]);
  });

  it('shows no fields where a problem stands in the way', async () => {
    const { dryRuns } = await dryRunOf(earlyWithoutPhone);
    expect(dryRuns).toMatchObject([{ plan: { kind: 'problem' }, fields: [] }]);
  });

  it('does not plan again what the operator has', async () => {
    const [first] = delivered;
    if (!first) throw new Error('nothing was delivered');
    const { deliveries, dryRuns } = await dryRunOf(first);
    expect(deliveries).toMatchObject([{ phase: 'delivered' }, { phase: 'delivered' }]);
    expect(dryRuns).toEqual([]);
  });

  it('leaves nothing of the buyer behind, in the log or in the database', async () => {
    await dryRunOf(early);
    const tables = await world.database.$queryRaw<{ table: string }[]>`
      SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS "table"
      FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    const kept: string[] = [];
    for (const { table } of tables) {
      const rows = await world.database.$queryRawUnsafe<{ row: string }[]>(
        `SELECT to_json(t)::text AS row FROM ${table} t`,
      );
      kept.push(...rows.map(({ row }) => row));
    }
    const everything = [...kept, ...program.lines].join('\n');
    for (const mark of MARKED) expect(everything).not.toMatch(mark);
  });
});
