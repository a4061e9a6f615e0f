import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryDelivery } from '../../../../app/deliveries/merchant-actions/ask-now.ts';
import type { Phase } from '../../../../app/domain/lifecycle/delivery-phase.ts';
import type { Fault } from '../../../../sandbox/operator/misbehaviour/faults.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../../set-up/world/program.ts';
import { TEST_PACE } from '../../../set-up/time/pace.ts';
import { until } from '../../../set-up/time/until.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
  await quieten(program);
});

/** A look-up is a read like any other: nothing else may take the faults that are meant for it, or the rows that are changed. */
async function quieten({ sweeps }: ProgramHere): Promise<void> {
  await sweeps.reads.stop();
  await sweeps.reconciliation.stop();
}

afterAll(async () => {
  await world.stop();
});

/** The faults strike the calls about this fulfillment alone, each once. */
function fulfillOne(...faults: readonly Fault[]): string {
  const { id, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  for (const fault of faults) world.operator.injectFault({ times: 1, ...fault, orderNumber });
  return id;
}

const deliveryOf = (fulfillmentId: string) =>
  world.database.delivery.findFirst({
    where: { fulfillmentId },
    include: { attempts: { where: { verb: { not: 'read' } }, orderBy: { id: 'asc' } } },
  });

const acceptedDeliveryOf = (fulfillmentId: string) =>
  until('the delivery accepted', async () => {
    const delivery = await deliveryOf(fulfillmentId);
    return delivery?.phase === 'in-delivery' ? delivery : null;
  });

const ordersNumbered = (orderNumber: string | null) =>
  world.operator.orders().filter((order) => order.orderNumber === orderNumber);

describe('the operator accepts, and its answer is lost', () => {
  it.concurrent.each<[string, Fault]>([
    ['500 after accepting', { verb: 'create', kind: '500-after-accepting' }],
    ['a reset after accepting', { verb: 'create', kind: 'reset-after-accepting' }],
    ['no answer in time', { verb: 'create', kind: 'hang-after-accepting' }],
    ['a page instead of JSON', { verb: 'create', kind: 'html-after-accepting' }],
    ['cut-off JSON', { verb: 'create', kind: 'truncated-json' }],
    ['an endless answer', { verb: 'create', kind: 'huge' }],
    ['an empty answer', { verb: 'create', kind: 'empty' }],
  ])('%s: looked up and adopted, never sent again', async (_what, fault) => {
    const delivery = await acceptedDeliveryOf(fulfillOne(fault));
    expect(ordersNumbered(delivery.orderNumber)).toHaveLength(1);
    expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([
      ['create', 'unknown'],
      ['look-up', 'found'],
    ]);
    expect(delivery.recoveredAt).not.toBeNull();
  });

  it.concurrent.each<[string, Fault]>([
    ['an array', { verb: 'create', kind: 'array' }],
    ['another content type', { verb: 'create', kind: 'wrong-content-type' }],
  ])('%s is taken for what it is: accepted', async (_what, fault) => {
    const delivery = await acceptedDeliveryOf(fulfillOne(fault));
    expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([['create', 'accepted']]);
  });
});

describe('the operator does not accept', () => {
  it.concurrent.each<[string, Fault]>([
    ['500', { verb: 'create', kind: '500' }],
    ['503', { verb: 'create', kind: '503' }],
    ['a page instead of JSON', { verb: 'create', kind: 'html' }],
    ['a redirect, which is not followed', { verb: 'create', kind: 'redirect' }],
    ['no answer in time', { verb: 'create', kind: 'hang' }],
    ['a reset', { verb: 'create', kind: 'reset' }],
    ['an empty answer', { verb: 'create', kind: 'empty-without-accepting' }],
    ["a proxy's 404", { verb: 'create', kind: 'proxy-404' }],
    ["a proxy's 405", { verb: 'create', kind: 'proxy-405' }],
    ["a proxy's 418", { verb: 'create', kind: 'proxy-418' }],
    ["a proxy's redirect", { verb: 'create', kind: 'proxy-redirect' }],
    ['404', { verb: 'create', kind: '404' }],
  ])('%s: looked for until the horizon, then sent again', sentAgain);

  // the whole account rests
  it('429: looked for until the horizon, then sent again', () => sentAgain('429', { verb: 'create', kind: '429' }));

  async function sentAgain(_what: string, fault: Fault): Promise<void> {
    const delivery = await acceptedDeliveryOf(fulfillOne(fault));
    expect(ordersNumbered(delivery.orderNumber)).toHaveLength(1);
    const attempts = delivery.attempts.map(({ verb, outcome }) => `${verb} ${outcome}`);
    expect(attempts[0]).toBe('create not-received');
    expect(new Set(attempts.slice(1, -1))).toEqual(new Set(['look-up not-found']));
    expect(attempts.at(-1)).toBe('create accepted');
    const [first, last] = [delivery.attempts[0], delivery.attempts.at(-1)];
    const waited = (last?.startedAt.getTime() ?? 0) - (first?.startedAt.getTime() ?? 0);
    expect(waited).toBeGreaterThanOrEqual(TEST_PACE.handOver.lookUpHorizonMs);
    expect(delivery.recoveredAt).toBeNull();
    expect(delivery.problems).toEqual([]);
  }

  it('429 with a time: looked up when that has passed, and not before', async () => {
    const struck = fulfillOne({ verb: 'create', kind: '429-retry-after', retryAfter: 1 });
    const delivery = await acceptedDeliveryOf(struck);
    const [first, second] = delivery.attempts;
    expect(second?.verb).toBe('look-up');
    expect((second?.startedAt.getTime() ?? 0) - (first?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(1000);
  });
});

describe('what a process had done when it was killed', () => {
  /** As if nothing had been recorded after the operator's answer. */
  const rewind = (id: string, phase: Phase = 'handing-over') =>
    world.database.delivery.update({
      where: { id },
      data: { phase, handedOverAt: null, nextReadAt: null, sendAt: world.clock.now(), claimedUntil: null },
    });

  it('the answer was recorded, the delivery not: looked up and adopted, never sent again', async () => {
    const { id, fulfillmentId } = await acceptedDeliveryOf(fulfillOne());
    await rewind(id);
    const delivery = await acceptedDeliveryOf(fulfillmentId);
    expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([
      ['create', 'accepted'],
      ['look-up', 'found'],
    ]);
    expect(ordersNumbered(delivery.orderNumber)).toHaveLength(1);
  });

  it('the database is of yesterday, and the operator has the order: found and adopted', async () => {
    const { id, fulfillmentId, orderNumber } = await acceptedDeliveryOf(fulfillOne());
    await world.database.attempt.deleteMany({ where: { deliveryId: id } });
    await world.database.delivery.update({ where: { id }, data: { nextReadAt: null } });
    world.operator.injectFault({ verb: 'read', kind: '500', times: 1, orderNumber: orderNumber ?? '' });
    await rewind(id);
    const delivery = await acceptedDeliveryOf(fulfillmentId);
    const attempts = delivery.attempts.map(({ verb, outcome }) => [verb, outcome]);
    expect(attempts[0]).toEqual(['look-up', 'unknown']); // nobody could see whether it is there
    expect(attempts.at(-1)).toEqual(['look-up', 'found']);
    expect(attempts.filter(([verb]) => verb === 'create')).toEqual([]);
    expect(ordersNumbered(delivery.orderNumber)).toHaveLength(1);
  });

  it('nothing had been sent, and the fulfillment is cancelled: it ends there', async () => {
    const { id, fulfillmentId } = await acceptedDeliveryOf(fulfillOne());
    world.shopify.setWebhookPolicy({ drop: 1_000 });
    world.shopify.cancelFulfillment(SHOP, fulfillmentId);
    world.shopify.setWebhookPolicy({});
    await world.database.attempt.updateMany({ where: { deliveryId: id }, data: { outcome: 'not-sent' } });
    await rewind(id, 'waiting');
    const cancelled = { fulfillmentId, phase: 'cancelled' };
    await until('the delivery cancelled', () => world.database.delivery.findFirst({ where: cancelled }));
    expect((await deliveryOf(fulfillmentId))?.attempts).toHaveLength(1);
  });
});

describe('somebody must act', () => {
  it('tried again while the outcome is unknown: looked up and adopted, never sent again', async () => {
    const { id, fulfillmentId, orderNumber } = await acceptedDeliveryOf(fulfillOne());
    await world.database.attempt.updateMany({ where: { deliveryId: id }, data: { outcome: 'unknown' } });
    await world.database.delivery.update({
      where: { id },
      data: {
        phase: 'needs-attention',
        handedOverAt: null,
        possiblySentAt: world.clock.now(),
        nextReadAt: null,
        sendAt: null,
      },
    });
    const verbs = { database: world.database, now: () => world.clock.now() };
    expect(await retryDelivery(verbs, { shop: SHOP, deliveryId: id })).toBe(true);
    const delivery = await acceptedDeliveryOf(fulfillmentId);
    expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([
      ['create', 'unknown'],
      ['look-up', 'found'],
    ]);
    expect(ordersNumbered(orderNumber)).toHaveLength(1);
  });

  it('the operator refuses: its words are shown, without the buyer in them', async () => {
    const order = world.shopify.enterOrder(SHOP, limaOrder());
    await world.database.shop.update({
      where: { domain: SHOP },
      data: { settings: { pickup: { default: { id: 999_999 } } } },
    });
    try {
      const { id } = world.shopify.fulfill(SHOP, order.id);
      const delivery = await until('the refused delivery', async () => {
        const found = await deliveryOf(id);
        return found?.phase === 'needs-attention' ? found : null;
      });
      expect(delivery.problems).toEqual([
        { code: 'operator-refused', field: null, details: { message: expect.stringContaining('pickup.location.id') } },
      ]);
      expect(ordersNumbered(delivery.orderNumber)).toEqual([]);
    } finally {
      await world.database.shop.update({
        where: { domain: SHOP },
        data: { settings: { pickup: { default: { id: 101 } } } },
      });
    }
  });

  it('the operator refuses the token: the account is paused and its deliveries wait', async () => {
    // its token was just changed: no call has proven it yet, and no read comes between
    await program.sweeps.reads.stop();
    await world.database.operatorAccount.updateMany({ data: { provenAt: null } });
    const fulfillmentId = fulfillOne({ verb: 'create', kind: '401' });
    const delivery = await until('the held delivery', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, heldFor: 'account-paused' } }),
    );
    expect(delivery.phase).toBe('handing-over'); // a gateway can say so after the operator has taken it
    const account = await world.database.operatorAccount.findFirstOrThrow();
    expect(account.pausedAt).not.toBeNull();
    await world.database.operatorAccount.updateMany({ data: { pausedAt: null } });
  });
});

describe('the process is killed between the POST and its record', () => {
  it('ends, after a new start, with one order at the operator and one delivery', async () => {
    await program.stop();
    const killed = await world.startProcess({}, { hurry: true });
    const fulfillmentId = fulfillOne({ verb: 'create', kind: 'hang-after-accepting' });
    const attempted = await until('the attempt that has no outcome', async () => {
      const delivery = await deliveryOf(fulfillmentId);
      return delivery && ordersNumbered(delivery.orderNumber).length === 1 ? delivery : null;
    });
    expect(attempted.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([['create', null]]);
    await killed.kill();
    program = await world.start();
    const delivery = await acceptedDeliveryOf(fulfillmentId);
    expect(ordersNumbered(delivery.orderNumber)).toHaveLength(1);
    expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([
      ['create', 'unknown'],
      ['look-up', 'found'],
    ]);
    expect(delivery.recoveredAt).not.toBeNull();
    expect(await world.database.delivery.count({ where: { fulfillmentId } })).toBe(1);
  });
});
