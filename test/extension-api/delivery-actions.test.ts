import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ActionAnswer, DeliveryAction, OrdersHandedOver } from '../../app/extension-api/extension-answers.ts';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { SHOP } from '../set-up/world/demo-order.ts';
import { BRANCH, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { callAsExtension, numberOf } from './extension-caller.ts';
import { fulfilledOrder } from './fulfilled-order.ts';

let world: OfflineWorld;
let program: Program;
/** Fulfilled before the app was installed: no webhook and no reconciliation makes them deliveries. */
let early: FulfillmentRecord[];

beforeAll(async () => {
  world = await startOfflineWorld();
  early = Array.from({ length: 26 }, (_, index) => fulfilledOrder(world, { test: index === 25 }));
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '3600' });
  await world.setUpShop(program);
});

afterAll(() => world.stop());

beforeEach(() => setUp({}));

/** The shop's settings, from now on. */
async function setUp(settings: object): Promise<void> {
  const chosen = shopSettingsSchema.parse({ pickup: { default: { id: BRANCH } }, ...settings });
  await world.database.shop.update({ where: { domain: SHOP }, data: { settings: chosen, handOverOn: true } });
}

const GRACE = { gracePeriodMinutes: 60 };

async function deliveryIn(phase: string, change: Parameters<typeof fulfilledOrder>[1] = {}) {
  const fulfillment = fulfilledOrder(world, change);
  const delivery = await until(`the delivery ${phase}`, () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase } }),
  );
  return { ...delivery, fulfillment };
}

const read = (id: string) => world.database.delivery.findUniqueOrThrow({ where: { id }, include: { attempts: true } });
const inPhase = (id: string, phase: string) =>
  until(`${id} ${phase}`, async () => ((await read(id)).phase === phase ? read(id) : null));

async function act(deliveryId: string, action: DeliveryAction, seen?: string): Promise<ActionAnswer> {
  const path = `/api/deliveries/${deliveryId}/${action}`;
  const answer = await callAsExtension(program, path, {
    method: 'POST',
    token: world.shopify.idToken(SHOP),
    // a caller that has looked at no page sends no body
    ...(seen === undefined ? {} : { body: { seen } }),
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as ActionAnswer;
}

/** Asks again while the shop's query budget is used up, as the extensions do. */
async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await until(`an answer of ${path}`, async () => {
    const given = await callAsExtension(program, path, { method: 'POST', token: world.shopify.idToken(SHOP), body });
    return given.status === 503 ? null : given;
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

/** How often the operator was asked to create an order of this fulfillment. */
const creates = (fulfillment: FulfillmentRecord) =>
  world.operator
    .requests()
    .filter(({ verb, orderNumber }) => verb === 'create' && orderNumber?.endsWith(fulfillment.name.slice(1))).length;

describe('send now', () => {
  it('ends the grace period', async () => {
    await setUp(GRACE);
    const { id, fulfillment } = await deliveryIn('waiting');
    const { delivery, done } = await act(id, 'send-now');
    expect(done).toBe(true);
    expect(delivery).toMatchObject({ id, fulfillmentId: fulfillment.id });
    await inPhase(id, 'in-delivery');
    expect(creates(fulfillment)).toBe(1);
  });

  it('sends once, however often it is asked for at once', async () => {
    await setUp(GRACE);
    const { id, fulfillment } = await deliveryIn('waiting');
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(id, 'send-now')));
    expect(answers.filter(({ done }) => done)).toHaveLength(1);
    await inPhase(id, 'in-delivery');
    expect(creates(fulfillment)).toBe(1);
  });

  it('does not override a hold of the shop', async () => {
    await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: false } });
    const { id } = await deliveryIn('waiting');
    await until('it is held', async () => (await read(id)).heldFor);
    expect(await act(id, 'send-now')).toMatchObject({
      done: false,
      delivery: {
        phase: 'waiting',
        hold: { reason: 'switched-off', remedies: [{ url: '/app/settings?part=sending' }] },
        sendAt: null,
        actions: ['stop'],
      },
    });
  });
});

describe('stop', () => {
  it('keeps a waiting delivery from being handed over, says why, and can be undone', async () => {
    await setUp(GRACE);
    const { id, fulfillment } = await deliveryIn('waiting');
    expect(await act(id, 'stop')).toMatchObject({
      done: true,
      delivery: {
        phase: 'skipped',
        skipped: { sentence: 'Someone on your team stopped it before it was sent.' },
        sendAt: null,
        actions: ['retry'],
      },
    });
    expect(await act(id, 'stop')).toMatchObject({ done: false });
    // a page that is out of date still shows a problem
    expect(await act(id, 'retry', 'needs-attention phone-missing')).toMatchObject({
      done: false,
      delivery: { phase: 'skipped', seen: 'skipped' },
    });
    expect(await act(id, 'retry', 'skipped')).toMatchObject({ done: true });
    await inPhase(id, 'in-delivery');
    expect(creates(fulfillment)).toBe(1);
  });

  it('either stops a delivery or has no effect, when it is sent at the same moment', async () => {
    await setUp(GRACE);
    const waiting = await Promise.all(Array.from({ length: 6 }, () => deliveryIn('waiting')));
    const outcomes = await Promise.all(
      waiting.map(async ({ id }) => {
        const sending = act(id, 'send-now');
        const stopping = act(id, 'stop');
        await sending;
        return (await stopping).done;
      }),
    );
    for (const [index, { id, fulfillment }] of waiting.entries()) {
      const isStopped = outcomes[index];
      await inPhase(id, isStopped ? 'skipped' : 'in-delivery');
      expect(creates(fulfillment)).toBe(isStopped ? 0 : 1);
    }
  });

  it('does nothing to a delivery that the operator has', async () => {
    const { id } = await deliveryIn('in-delivery');
    expect(await act(id, 'stop')).toMatchObject({ done: false, delivery: { phase: 'in-delivery' } });
  });
});

describe('retry', () => {
  it('retries a delivery that needs attention', async () => {
    await setUp({ pickup: { default: { id: 999_999 } } });
    const { id } = await deliveryIn('needs-attention');
    await setUp({});
    const { done } = await act(id, 'retry');
    expect(done).toBe(true);
    await inPhase(id, 'in-delivery');
  });
});

describe('refresh', () => {
  const reads = (orderNumber: string | null) =>
    world.operator.requests().filter((request) => request.verb === 'read' && request.orderNumber === orderNumber);
  const long = new Date(Date.UTC(2026, 0, 1, 12));

  async function readLongAgo() {
    const { id } = await deliveryIn('in-delivery');
    const { orderNumber } = await until('its first read', async () => {
      const delivery = await read(id);
      return delivery.lastReadAt ? delivery : null;
    });
    await world.database.delivery.update({ where: { id }, data: { lastReadAt: long } });
    return { id, orderNumber, before: reads(orderNumber).length };
  }

  it('reads the operator now', async () => {
    const { id, orderNumber, before } = await readLongAgo();
    world.operator.advanceTo(orderNumber ?? '', 'en camino entrega');
    const { done, notRead, delivery, now } = await act(id, 'refresh');
    expect([done, notRead]).toEqual([true, false]);
    expect(delivery).toMatchObject({
      label: 'Out for delivery',
      state: 'en camino entrega',
      stateGroup: 'out-for-delivery',
    });
    expect(now - (delivery.checkedAt ?? 0)).toBeLessThan(10_000);
    expect(reads(orderNumber)).toHaveLength(before + 1);
  });

  it('reads once in half a minute, whoever asks and however often', async () => {
    const { id, orderNumber, before } = await readLongAgo();
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(id, 'refresh')));
    expect(answers.filter(({ done }) => done)).toHaveLength(1);
    expect(await act(id, 'refresh')).toMatchObject({ done: false, notRead: false });
    expect(reads(orderNumber)).toHaveLength(before + 1);
  });

  it('says when the operator does not find the delivery', async () => {
    const { id, orderNumber } = await readLongAgo();
    world.operator.injectFault({ kind: '404', verb: 'read', times: 1, orderNumber: orderNumber ?? '' });
    expect(await act(id, 'refresh')).toMatchObject({ done: false, notRead: true });
  });

  it('says when the operator could not be read, and does not call it again at once', async () => {
    const { id, orderNumber, before } = await readLongAgo();
    world.operator.injectFault({ kind: '500', verb: 'read', times: 1, orderNumber: orderNumber ?? '' });
    const failed = { done: false, notRead: true, delivery: { checkedAt: long.getTime() } };
    expect(await act(id, 'refresh')).toMatchObject(failed);
    expect(await act(id, 'refresh')).toMatchObject(failed);
    expect(reads(orderNumber)).toHaveLength(before + 1);
  });

  it('does not call a paused account', async () => {
    const { id, orderNumber, before } = await readLongAgo();
    const pause = async (pausedAt: Date | null) => {
      await world.database.operatorAccount.updateMany({ data: { pausedAt } });
    };
    onTestFinished(() => pause(null));
    await pause(world.clock.now());
    expect(await act(id, 'refresh')).toMatchObject({ done: false, notRead: true });
    expect(reads(orderNumber)).toHaveLength(before);
  });
});

describe('dismiss a problem', () => {
  it('removes the problem of a delivery that the operator has, and keeps tracking it', async () => {
    const { id, fulfillment } = await deliveryIn('in-delivery');
    world.shopify.cancelFulfillment(SHOP, fulfillment.id);
    await until('the problem', async () => (await read(id)).cancelRequestedAt);
    expect(await act(id, 'refresh')).toMatchObject({
      delivery: {
        phase: 'in-delivery',
        problems: [{ nextStep: 'Call the operator to stop the delivery. It cannot be canceled from here.' }],
        actions: ['refresh', 'dismiss-problem'],
      },
    });
    expect(await act(id, 'dismiss-problem')).toMatchObject({
      done: true,
      delivery: { phase: 'in-delivery', problems: [], actions: ['refresh'] },
    });
    expect(await act(id, 'dismiss-problem')).toMatchObject({ done: false });
  });

  it('forgets no delivery that was never sent: to leave it unsent is another word', async () => {
    await setUp({ pickup: { default: { id: 999_999 } } });
    const { id } = await deliveryIn('needs-attention');
    expect(await act(id, 'dismiss-problem')).toMatchObject({ done: false, delivery: { phase: 'needs-attention' } });
    expect(await act(id, 'stop')).toMatchObject({
      done: true,
      delivery: {
        phase: 'skipped',
        skipped: { sentence: 'Someone on your team stopped it before it was sent.' },
        problems: [],
      },
    });
  });
});

describe('the hand-over of one fulfillment', () => {
  const handOver = (fulfillment: FulfillmentRecord, body: object = {}) =>
    post<ActionAnswer>(`/api/fulfillments/${numberOf(fulfillment.id)}/hand-over`, body);

  it('creates one delivery for a fulfillment that was missed', async () => {
    const [missed] = early;
    if (!missed) throw new Error('none');
    const answers = await Promise.all(Array.from({ length: 6 }, () => handOver(missed)));
    expect(new Set(answers.map(({ delivery }) => delivery.id)).size).toBe(1);
    await inPhase(answers[0]?.delivery.id ?? '', 'in-delivery');
    expect(creates(missed)).toBe(1);
    expect(await handOver(missed)).toMatchObject({ done: false, delivery: { phase: 'in-delivery' } });
  });

  it('overrules a rule only on request', async () => {
    const testOrder = early.at(-1);
    if (!testOrder) throw new Error('none');
    const { delivery } = await handOver(testOrder);
    await inPhase(delivery.id, 'skipped');
    expect(await handOver(testOrder)).toMatchObject({ done: false, delivery: { phase: 'skipped' } });
    expect(await handOver(testOrder, { sendAnyway: true })).toMatchObject({ done: true });
    await inPhase(delivery.id, 'in-delivery');
    expect(creates(testOrder)).toBe(1);
  });

  it('makes a delivery that is sent anyway from the start', async () => {
    const unseen = await deliveryIn('skipped', { test: true });
    await world.database.delivery.delete({ where: { id: unseen.id } });
    const { delivery } = await handOver(unseen.fulfillment, { sendAnyway: true });
    await inPhase(delivery.id, 'in-delivery');
  });
});

describe('the hand-over of many orders', () => {
  const orders = () => early.slice(1, 21);
  const orderIds = () => orders().map(({ orderId }) => orderId);
  const handOver = () => post<OrdersHandedOver>('/api/orders/hand-over', { orderIds: orderIds() });

  it('hands each over once, however often it is requested, and shows the status of each', async () => {
    const [first] = await Promise.all([handOver(), handOver(), handOver()]);
    expect(first.orders.map(({ orderId }) => orderId)).toEqual(orderIds());
    const path = `/api/orders/hand-over?orders=${orderIds().map(numberOf).join(',')}`;
    const stood = await until('all are with the operator', async () => {
      const answer = await callAsExtension(program, path, { token: world.shopify.idToken(SHOP) });
      const { orders: all } = (await answer.json()) as OrdersHandedOver;
      return all.every(({ deliveries }) => deliveries.every(({ phase }) => phase === 'in-delivery')) ? all : null;
    });
    expect(stood.map(({ orderId, deliveries }) => [orderId, deliveries.length])).toEqual(
      orderIds().map((orderId) => [orderId, 1]),
    );
    expect(orders().map(creates)).toEqual(orders().map(() => 1));
  });

  it('hands nothing over twice', async () => {
    const again = await handOver();
    expect(again.orders.map(({ started }) => started)).toEqual(orderIds().map(() => 0));
    expect(orders().map(creates)).toEqual(orders().map(() => 1));
  });

  it('leaves out what a rule skips, and says why', async () => {
    const { fulfillment } = await deliveryIn('skipped', { test: true });
    const answer = await post<OrdersHandedOver>('/api/orders/hand-over', { orderIds: [fulfillment.orderId] });
    expect(answer.orders).toMatchObject([{ started: 0, deliveries: [{ phase: 'skipped', skipped: {} }] }]);
  });

  it('says that an order that is not fulfilled has nothing to hand over', async () => {
    const { id } = world.shopify.enterOrder(SHOP, { lineItems: [{ title: 'Taza', price: '35.00' }] });
    const answer = await post<OrdersHandedOver>('/api/orders/hand-over', { orderIds: [id] });
    expect(answer.orders).toEqual([
      { orderId: id, orderName: expect.stringMatching(/^#/) as string, started: 0, deliveries: [] },
    ]);
  });
});
