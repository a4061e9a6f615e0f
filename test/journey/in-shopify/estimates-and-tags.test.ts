import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { settledDelivery, WRITTEN } from '../../set-up/world/settled-delivery.ts';
import { until } from '../../set-up/time/until.ts';

/** The promised date in Shopify, the tag of the order, and the date pickers that are known by name. */

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { publish: { stateTags: true } });
});

beforeEach(() => world.shopify.setFaults(SHOP, []));

afterAll(async () => {
  await world.stop();
});

const fulfillOne = (change: Partial<OrderDraft> = {}) =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder(change)).id);
const inShopify = ({ id }: FulfillmentRecord) => {
  const fulfillment = world.shopify.store.get(SHOP)?.fulfillment(id);
  if (!fulfillment) throw new Error('no such fulfillment');
  return fulfillment;
};
const tagsOf = ({ orderId }: FulfillmentRecord) => world.shopify.store.get(SHOP)?.order(orderId).tags;

const settled = (what: string, fulfillment: FulfillmentRecord, where: object) =>
  settledDelivery(world, what, fulfillment, { ...where, AND: WRITTEN });

const inState = (fulfillment: FulfillmentRecord, state: string) => settled(state, fulfillment, { state });

const DAY_MS = 86_400_000;
const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1_000);

describe('the promised date', () => {
  const noonOf = (day: string) => `${day}T17:00:00Z`; // in Lima, where there is no summer time

  it('comes with the first event, follows every change of the operator, and leaves the status unchanged', async () => {
    const fulfillment = fulfillOne();
    const { promisedDate, orderNumber } = await inState(fulfillment, 'ingresado');
    const promised = promisedDate ?? '';
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(noonOf(promised));
    const page = `${world.shopify.url}/store/tienda-prueba/orders/${fulfillment.orderId.split('/').at(-1)}`;
    expect(await (await fetch(page)).text()).toContain('Estimated delivery');
    const before = inShopify(fulfillment).events.map(({ status, happenedAt }) => `${status} ${happenedAt}`);

    const later = new Date(Date.parse(noonOf(promised)) + 2 * DAY_MS);
    world.operator.changeRecord(orderNumber ?? '', { deliveryDate: later });
    const day = later.toISOString().slice(0, 10);
    await settled('the other date', fulfillment, { operatorDate: day });
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(noonOf(day));
    expect(new Set(inShopify(fulfillment).events.map(({ status, happenedAt }) => `${status} ${happenedAt}`))).toEqual(
      new Set(before),
    );

    world.operator.changeRecord(orderNumber ?? '', { deliveryDate: new Date(noonOf(promised)) });
    await settled('the promised date again', fulfillment, { operatorDate: null });
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(noonOf(promised));
  });

  it('changes shortly before the end without another email to the buyer', async () => {
    onTestFinished(() => world.shopify.setMailsEvents(SHOP, false));
    world.shopify.setMailsEvents(SHOP, true);
    const fulfillment = fulfillOne();
    const { promisedDate, orderNumber } = await inState(fulfillment, 'ingresado');
    world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
    await inState(fulfillment, 'en camino entrega');
    const mails = () =>
      world.shopify.emails(SHOP).filter(({ fulfillmentId }) => fulfillmentId === fulfillment.id).length;
    expect(mails()).toBe(1);
    const later = new Date(Date.parse(noonOf(promisedDate ?? '')) + DAY_MS);
    world.operator.changeRecord(orderNumber ?? '', { deliveryDate: later });
    const day = later.toISOString().slice(0, 10);
    await settled('the other date', fulfillment, { operatorDate: day });
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(noonOf(day));
    expect(mails()).toBe(1);
    const newest = inShopify(fulfillment).events.reduce((a, b) => (b.happenedAt > a.happenedAt ? b : a));
    expect(newest.status).toBe('OUT_FOR_DELIVERY');
  });

  it.each(['before', 'after-commit'] as const)('is written once when the answer is lost %s', async (when) => {
    const fulfillment = fulfillOne();
    const { promisedDate, orderNumber } = await inState(fulfillment, 'ingresado');
    world.shopify.setFaults(SHOP, [{ kind: 'reset', when, match: 'CreateFulfillmentEvent' }]);
    const later = new Date(Date.parse(noonOf(promisedDate ?? '')) + DAY_MS);
    const events = inShopify(fulfillment).events.length;
    world.operator.changeRecord(orderNumber ?? '', { deliveryDate: later });
    const day = later.toISOString().slice(0, 10);
    await settled('the other date', fulfillment, { operatorDate: day });
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(noonOf(day));
    expect(inShopify(fulfillment).events).toHaveLength(events + 1);
  });
});

describe('the tag of the order', () => {
  it('is one at a time, beside the tags of others', async () => {
    const fulfillment = fulfillOne({ tags: ['VIP', 'handoff'] });
    const { orderNumber } = await inState(fulfillment, 'ingresado');
    expect(tagsOf(fulfillment)).toEqual(['VIP', 'handoff', 'handoff:accepted']);
    world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
    await inState(fulfillment, 'en camino entrega');
    expect(tagsOf(fulfillment)).toEqual(['VIP', 'handoff', 'handoff:out-for-delivery']);
    world.operator.setState(orderNumber ?? '', 'entregado', inSeconds(2));
    await inState(fulfillment, 'entregado');
    expect(tagsOf(fulfillment)).toEqual(['VIP', 'handoff', 'handoff:delivered']);
  });

  it.each([
    { kind: 'reset', when: 'after-commit' },
    { kind: 'truncated', when: 'after-commit' },
    { kind: 'http', status: 503 },
  ] as const)('is right after %j', async (fault) => {
    const fulfillment = fulfillOne();
    const { orderNumber } = await inState(fulfillment, 'ingresado');
    world.shopify.setFaults(SHOP, [{ ...fault, match: 'ReplaceOrderTag' }]);
    world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
    await inState(fulfillment, 'en camino entrega');
    expect(tagsOf(fulfillment)).toEqual(['handoff:out-for-delivery']);
  });

  it('is not read again because of our own write', async () => {
    const comparisons = (orderId: string) => world.database.orderComparison.count({ where: { orderId } });
    const fulfillment = fulfillOne();
    const { orderNumber } = await inState(fulfillment, 'ingresado');
    const ownTags = async () => {
      await world.webhooksHandled();
      const where = { topic: 'orders/updated', subjectId: fulfillment.orderId, reason: 'our own tag' };
      return world.database.webhookReceipt.count({ where });
    };
    const before = await ownTags();
    await until('nothing to compare', async () => (await comparisons(fulfillment.orderId)) === 0);
    await program.sweeps.comparisons.stop();
    // a state without an event: only the metafield and the tag are written
    world.operator.setState(orderNumber ?? '', 'asignación aceptada', inSeconds(1));
    await inState(fulfillment, 'asignación aceptada');
    expect(await ownTags()).toBeGreaterThan(before);
    expect(await comparisons(fulfillment.orderId)).toBe(0);
    program.sweeps.comparisons.start();

    world.clock.advance(3_000);
    world.shopify.changeOrder(SHOP, fulfillment.orderId, { email: 'marked-other@example.com' });
    await until('an edit by a person is noticed', () =>
      world.database.delivery.findFirst({
        where: { fulfillmentId: fulfillment.id, problems: { array_contains: [{ code: 'edited-after-hand-over' }] } },
      }),
    );
  });

  it('leaves the former namespace when the merchant chooses another', async () => {
    const fulfillment = fulfillOne();
    const { orderNumber } = await inState(fulfillment, 'ingresado');
    await world.setUpShop(program, { publish: { stateTags: true, tagNamespace: 'Envío' } });
    world.operator.setState(orderNumber ?? '', 'en camino entrega', inSeconds(1));
    await inState(fulfillment, 'en camino entrega');
    expect(tagsOf(fulfillment)).toEqual(['Envío:out-for-delivery']);
  });

  it('is not written when the merchant has not chosen it', async () => {
    await world.setUpShop(program);
    const fulfillment = fulfillOne();
    await inState(fulfillment, 'ingresado');
    expect(tagsOf(fulfillment)).toEqual([]);
  });
});

describe('a date picker that is known by name', () => {
  it('decides the day without set-up, and an edit of its date after the hand-over is said', async () => {
    await world.setUpShop(program, { service: { default: 'NextdayWithWindow' } });
    const day = new Date(world.clock.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
    const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0;
    const date = isSunday ? new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) : day;
    const attributes = (chosen: string) => [
      { key: 'Checkout-Method', value: 'delivery' },
      { key: 'Delivery-Date', value: chosen },
      { key: 'Delivery-Time', value: '13:00 - 14:00' },
    ];
    const fulfillment = fulfillOne({ customAttributes: attributes(date) });
    expect(await inState(fulfillment, 'ingresado')).toMatchObject({
      promisedDate: date,
      windowStart: '13:00',
      windowEnd: '14:00',
    });
    expect(inShopify(fulfillment).estimatedDeliveryAt).toBe(`${date}T19:00:00Z`);
    const another = new Date(Date.parse(date) + 7 * DAY_MS).toISOString().slice(0, 10);
    world.shopify.changeOrder(SHOP, fulfillment.orderId, { customAttributes: attributes(another) });
    const { problems } = await until('the edit noticed', () =>
      world.database.delivery.findFirst({
        where: { fulfillmentId: fulfillment.id, NOT: { problems: { equals: [] } } },
      }),
    );
    expect(problems).toMatchObject([{ code: 'edited-after-hand-over', details: { fields: ['deliveryDate'] } }]);
  });
});
