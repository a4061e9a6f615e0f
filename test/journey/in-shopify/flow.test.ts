import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TRY_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import type { FaultInput } from '../../../sandbox/shopify/admin-api/fault.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { limaOrder, MARKED, SECOND_SHOP, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

/** Shopify Flow through the sandbox: what reaches the merchant's workflows, and what they can do. */

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
  await world.shopify.useFlow(SHOP, true);
});

beforeEach(() => world.shopify.setFaults(SHOP, []));

afterAll(async () => {
  await world.stop();
});

const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1_000);
const fulfillOne = (change: Partial<OrderDraft> = {}) =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES, ...change })).id);

/** The delivery once it is as expected; it is read again as soon as possible. */
const when = (what: string, { id: fulfillmentId }: FulfillmentRecord, where: object) =>
  until(what, async () => {
    await world.database.delivery.updateMany({
      where: { fulfillmentId, nextReadAt: { gt: inSeconds(60) } },
      data: { nextReadAt: world.clock.now() },
    });
    return world.database.delivery.findFirst({ where: { fulfillmentId, ...where } });
  });

/** What reached Flow about a fulfillment, as `handle state`. */
const arrived = ({ id }: FulfillmentRecord) =>
  world.shopify
    .flowTriggers(SHOP)
    .filter(({ payload }) => payload['Fulfillment ID'] === id)
    .map(({ handle, payload }) => [handle, payload.State ?? payload.Problem ?? payload['New date']].join(' '));

const allSettled = () =>
  until(
    'every trigger settled',
    async () => (await world.database.flowTrigger.count({ where: { settledAt: null } })) === 0,
  );

const A_LIFE = [
  'delivery-state-changed ingresado',
  'delivery-state-changed en camino entrega',
  'delivery-state-changed entregado',
  'order-delivered entregado',
];

async function live(fulfillment: FulfillmentRecord): Promise<void> {
  const { orderNumber } = await when('the first state', fulfillment, { state: 'ingresado' });
  world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
  await when('the second state', fulfillment, { state: 'en camino entrega' });
  world.operator.setState(orderNumber ?? '', 'entregado', inSeconds(2));
  await when('the end', fulfillment, { phase: 'delivered' });
  await allSettled();
}

describe('triggers', () => {
  it('arrive once for each change, in order, with nothing of the buyer', async () => {
    const fulfillment = fulfillOne();
    await live(fulfillment);
    expect(arrived(fulfillment)).toEqual(A_LIFE);
    const [first] = world.shopify.flowTriggers(SHOP);
    expect(first?.payload).toMatchObject({
      order_id: Number(fulfillment.orderId.split('/').at(-1)),
      'Order name': fulfillment.name.split('.')[0],
      'State group': 'accepted',
      'Promised date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const stored = await world.database.flowTrigger.findMany();
    for (const mark of MARKED) {
      expect(JSON.stringify(world.shopify.flowTriggers(SHOP))).not.toMatch(mark);
      expect(JSON.stringify(stored.map(({ facts }) => facts))).not.toMatch(mark);
    }
  });

  const FAULTS: FaultInput[] = [
    { kind: 'http', status: 503, match: 'SendFlowTrigger', times: 2 },
    { kind: 'http', status: 429, retryAfter: 0.1, match: 'SendFlowTrigger' },
    { kind: 'throttled', match: 'SendFlowTrigger' },
    { kind: 'internal-error', match: 'SendFlowTrigger' },
    { kind: 'truncated', when: 'before', match: 'SendFlowTrigger' },
    { kind: 'truncated', when: 'after-commit', match: 'SendFlowTrigger' },
    { kind: 'truncated', when: 'after-commit', connection: 'cut', match: 'SendFlowTrigger' },
    { kind: 'unreadable', when: 'after-commit', body: 'empty', match: 'SendFlowTrigger' },
    { kind: 'reset', when: 'before', match: 'SendFlowTrigger' },
    { kind: 'reset', when: 'after-commit', match: 'SendFlowTrigger' },
    { kind: 'http', status: 503, match: 'FlowMark' },
  ];

  it.each([
    ['as they are listed', FAULTS],
    ['in reverse', FAULTS.toReversed()],
  ])('arrive once with every fault, %s', async (_, faults) => {
    world.shopify.setFaults(SHOP, faults);
    const pending = () => world.shopify.store.get(SHOP)?.faults.pending.length ?? 0;
    // an order has four triggers, and a fault after the effect uses one up
    for (let order = 0; order < 3 && pending() > 0; order += 1) {
      const fulfillment = fulfillOne();
      await live(fulfillment);
      expect(arrived(fulfillment)).toEqual(A_LIFE);
    }
    expect(pending()).toBe(0);
  });

  it('report a date that the operator changes', async () => {
    const fulfillment = fulfillOne();
    const { orderNumber, promisedDate } = await when('the first state', fulfillment, { state: 'ingresado' });
    const later = new Date(Date.parse(`${promisedDate}T17:00:00Z`) + 2 * 86_400_000);
    world.operator.changeRecord(orderNumber ?? '', { deliveryDate: later });
    const day = later.toISOString().slice(0, 10);
    await when('the other date', fulfillment, { operatorDate: day });
    await allSettled();
    expect(arrived(fulfillment)).toEqual(['delivery-state-changed ingresado', `promised-date-changed ${day}`]);
  });

  it('that are more than a day old are dropped, because a workflow about an old change misleads', async () => {
    await world.database.$executeRaw`
      INSERT INTO "FlowTrigger" ("shopDomain", "lane", "kind", "orderId", "facts", "createdAt")
      VALUES (${SHOP}, 1, 'state-changed', 'gid://shopify/Order/1', '{"state": "ingresado"}', now() - interval '25 hours')`;
    await allSettled();
    expect(await world.database.flowTrigger.findFirst({ where: { orderId: 'gid://shopify/Order/1' } })).toMatchObject({
      outcome: 'given-up',
    });
  });

  it('wait for the end of an outage, however often they have failed', async () => {
    const { orderId, id } = await when('the first state', fulfillOne(), { state: 'ingresado' });
    await allSettled();
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 503, match: 'SendFlowTrigger' }]);
    const facts = { state: 'en despacho' };
    const { id: triggerId } = await world.database.flowTrigger.create({
      data: { shopDomain: SHOP, lane: 2, kind: 'state-changed', orderId, deliveryId: id, facts, tries: 2 * TRY_LIMIT },
    });
    await allSettled();
    expect(world.shopify.store.get(SHOP)?.faults.pending).toEqual([]);
    expect(await world.database.flowTrigger.findUnique({ where: { id: triggerId } })).toMatchObject({
      outcome: 'sent',
    });
  });

  it('that Shopify refuses are settled, and the next ones arrive', async () => {
    const fulfillment = fulfillOne();
    await when('the first state', fulfillment, { state: 'ingresado' });
    await allSettled();
    const { id, orderNumber } = await when('the first state', fulfillment, {});
    await world.database.flowTrigger.create({
      data: {
        shopDomain: SHOP,
        lane: 0,
        kind: 'delivered',
        orderId: 'gid://shopify/Order/1',
        deliveryId: id,
        facts: {},
      },
    });
    await allSettled();
    expect(await world.database.flowTrigger.findFirst({ where: { outcome: 'refused' } })).toMatchObject({
      message: expect.stringContaining('order_id'),
    });
    world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
    await when('the next state', fulfillment, { state: 'en camino entrega' });
    await allSettled();
    expect(arrived(fulfillment)).toEqual(A_LIFE.slice(0, 2));
  });

  it('report an order that would not go out, before it is fulfilled', async () => {
    const { shippingAddress } = limaOrder();
    const order = world.shopify.enterOrder(SHOP, limaOrder({ shippingAddress: { ...shippingAddress, phone: null } }));
    const trigger = await until('the trigger has arrived', () =>
      world.shopify.flowTriggers(SHOP).find(({ handle }) => handle === 'order-would-not-go-out'),
    );
    expect(trigger.payload).toEqual({
      order_id: Number(order.id.split('/').at(-1)),
      'Order name': order.name,
      Problem: expect.stringMatching(/phone/),
    });
  });

  it('are not sent for a shop without an enabled workflow', async () => {
    onTestFinished(() => world.shopify.useFlow(SHOP, true));
    await world.shopify.useFlow(SHOP, false);
    const before = await world.database.flowTrigger.count();
    const fulfillment = fulfillOne();
    await live(fulfillment);
    expect(arrived(fulfillment)).toEqual([]);
    expect(await world.database.flowTrigger.count()).toBe(before);
  });
});

describe('actions', () => {
  const run = (action: string, { orderId }: FulfillmentRecord, more: object = {}) =>
    world.shopify.runFlowAction(SHOP, { action, orderId, ...more });
  const done = (changed: number) => ({ status: 200, body: JSON.stringify({ return_value: { changed } }) });

  /** An order without a phone number, which nobody can deliver. */
  async function withProblem(): Promise<FulfillmentRecord> {
    const { shippingAddress } = limaOrder();
    const fulfillment = fulfillOne({ shippingAddress: { ...shippingAddress, phone: null } });
    await when('a person is needed', fulfillment, { phase: 'needs-attention' });
    await allSettled();
    expect(arrived(fulfillment)).toEqual([expect.stringMatching(/^delivery-needs-attention [a-z-]*phone[a-z-]*$/)]);
    return fulfillment;
  }

  it('mark an order as handled, once', async () => {
    const fulfillment = await withProblem();
    const runId = 'handled-once';
    expect(await run('mark-order-as-handled', fulfillment, { runId })).toEqual(done(1));
    expect(await when('handled', fulfillment, { phase: 'skipped' })).toMatchObject({ problems: [] });
    expect(await run('hand-over-order', fulfillment)).toEqual(done(0));
    expect(await run('mark-order-as-handled', fulfillment, { runId })).toEqual(done(1));
    expect(await run('mark-order-as-handled', fulfillment)).toEqual(done(0));
    expect(await world.database.flowActionRun.count({ where: { runId } })).toBe(1);
  });

  it('a repeated run changes nothing, whatever has happened since', async () => {
    const fulfillment = await withProblem();
    const runId = 'repeated';
    expect(await run('mark-order-as-handled', fulfillment, { runId })).toEqual(done(1));
    await world.database.delivery.updateMany({
      where: { fulfillmentId: fulfillment.id },
      data: { phase: 'needs-attention' },
    });
    const repeats = await Promise.all([1, 2, 3].map(() => run('mark-order-as-handled', fulfillment, { runId })));
    expect(repeats).toEqual([done(1), done(1), done(1)]);
    expect(await when('unchanged', fulfillment, {})).toMatchObject({ phase: 'needs-attention' });
  });

  it('hold back, hand over and send now', async () => {
    onTestFinished(() => world.setUpShop(program));
    await world.setUpShop(program, { gracePeriodMinutes: 60 });
    const held = fulfillOne();
    await when('it waits', held, { phase: 'waiting' });
    expect(await run('hold-back-order', held, { fulfillmentId: 'gid://shopify/Fulfillment/1' })).toEqual(done(0));
    expect(await run('hold-back-order', held, { fulfillmentId: held.id })).toEqual(done(1));
    expect(await when('it is held back', held, { phase: 'skipped' })).toMatchObject({
      skipReason: { code: 'stopped' },
    });

    const sent = fulfillOne();
    await when('it waits', sent, { phase: 'waiting' });
    expect(await run('send-order-now', sent)).toEqual(done(1));
    await when('it is sent', sent, { phase: 'in-delivery' });

    const handedOver = fulfillOne();
    await when('it waits', handedOver, { phase: 'waiting' });
    expect(await run('hand-over-order', handedOver)).toEqual(done(1));
    await when('it is handed over', handedOver, { phase: 'in-delivery' });
  });

  it('a run during which Shopify is unreachable is requested again, and takes effect then', async () => {
    const fulfillment = await withProblem();
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 503, match: 'FulfillmentsOfOrders' }]);
    const runId = 'later';
    expect(await run('hand-over-order', fulfillment, { runId })).toMatchObject({ status: 503 });
    expect(await run('hand-over-order', fulfillment, { runId })).toEqual(done(1));
  });

  it('are refused without a valid signature, for another shop, and for an unknown delivery', async () => {
    const fulfillment = fulfillOne();
    expect(await run('send-order-now', fulfillment, { badHmac: true })).toMatchObject({ status: 401 });
    const elsewhere = await world.shopify.runFlowAction(SECOND_SHOP, {
      action: 'send-order-now',
      orderId: fulfillment.orderId,
    });
    expect(elsewhere).toMatchObject({ status: 404, body: expect.stringContaining('not installed') });
    const app = `http://127.0.0.1:${world.port}`;
    const body = '{}';
    const unsigned = await fetch(`${app}/flow/actions/send-order-now`, { method: 'POST', body });
    expect(unsigned.status).toBe(401);
    expect((await fetch(`${app}/flow/actions/send-order-now`)).status).toBe(405);
    expect((await fetch(`${app}/flow/actions/unknown`, { method: 'POST', body })).status).toBe(404);
    expect((await fetch(`${app}/flow/trigger-use`, { method: 'POST', body })).status).toBe(401);
    expect(await run('hold-back-order', fulfillment, { fulfillmentId: 'Té verde' })).toMatchObject({ status: 400 });
  });
});

it('the page of the sandbox lists what arrived and runs actions', async () => {
  const page = `${world.shopify.url}/store/tienda-prueba/flow`;
  const fulfillment = fulfillOne();
  await when('the first state', fulfillment, { state: 'ingresado' });
  await until('the change listed', async () => (await (await fetch(page)).text()).includes('Delivery status changed'));
  // Flow asks again while the answer takes too long, as on a busy machine; this page does not
  await until('the action run', async () => {
    const result = await fetch(`${page}/actions`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'send-order-now', order: fulfillment.orderId }),
    });
    return (await result.text()).includes('send-order-now: 200');
  });
});
