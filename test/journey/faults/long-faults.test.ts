import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { stop } from '../../../app/deliveries/delivery-store.ts';
import { handOver } from '../../../app/deliveries/hand-over/hand-over.ts';
import { TRY_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import type { Phase } from '../../../app/domain/lifecycle/delivery-phase.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import type { Fault } from '../../../sandbox/operator/misbehaviour/faults.ts';
import { claimHandOver } from '../../set-up/database/claim-hand-over.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

const HAND_OVER = 'query FulfillmentToHandOver';
const DAY = 86_400_000;

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld({ repeats: 'taken' });
  program = await world.start();
  await world.setUpShop(program);
  await program.sweeps.reads.stop();
  await program.sweeps['hand-overs'].stop();
});

beforeEach(() => {
  world.operator.clearFaults();
  world.shopify.setFaults(SHOP, []);
});

afterAll(() => world.stop());

const deliveryOf = (fulfillmentId: string) => world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });

/** A fulfillment whose delivery is open. The faults strike the calls about it alone. */
async function fulfillOne(...faults: readonly Fault[]): Promise<string> {
  const { id, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  for (const fault of faults) world.operator.injectFault({ times: 1, ...fault, orderNumber });
  await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId: id } }));
  return id;
}

/**
 * Takes the delivery's steps until it is in this phase. On a busy machine a step can be put off before its call, because
 * the process waits for its share of the calls.
 */
function step(fulfillmentId: string, phase: Phase, change: { tries?: number; possiblySentAt?: Date } = {}) {
  return until(`the delivery ${phase}`, async () => {
    const due = { sendAt: world.clock.now(), ...change };
    const underWay = { fulfillmentId, phase: { in: ['waiting', 'handing-over'] }, claimToken: null };
    await world.database.delivery.updateMany({ where: underWay, data: due });
    await program.sweeps['hand-overs'].step();
    const delivery = await deliveryOf(fulfillmentId);
    return delivery.phase === phase && delivery.claimToken === null ? delivery : null;
  });
}

/** The time of the next try comes, hours later. */
async function passes(fulfillmentId: string, phase: Phase) {
  const { sendAt } = await deliveryOf(fulfillmentId);
  expect(Number(sendAt)).toBeGreaterThan(world.clock.now().getTime() + 60_000);
  await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { sendAt: world.clock.now() } });
  await until('the delivery resumed', async () => (await deliveryOf(fulfillmentId)).phase === 'waiting');
  return step(fulfillmentId, phase);
}

const couriersOf = (orderNumber: string | null) =>
  world.operator.orders().filter((order) => order.orderNumber === orderNumber);

describe('a fault that lasts until a person was told, and passes', () => {
  it('while Shopify cannot be read: the delivery is handed over without the person', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: HAND_OVER, times: 1_000 }]);
    const fulfillmentId = await fulfillOne();
    const told = await step(fulfillmentId, 'needs-attention', { tries: TRY_LIMIT - 1 });
    expect(told).toMatchObject({ phase: 'needs-attention', problems: [{ code: 'shopify-unreachable' }] });
    const again = await passes(fulfillmentId, 'needs-attention');
    expect(again).toMatchObject({ phase: 'needs-attention', problems: [{ code: 'shopify-unreachable' }] });
    world.shopify.setFaults(SHOP, []);
    const delivery = await passes(fulfillmentId, 'in-delivery');
    expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [], sendAt: null, tries: 0 });
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('while Shopify refuses access: the same', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 403, match: HAND_OVER, times: 1_000 }]);
    const fulfillmentId = await fulfillOne();
    const told = await step(fulfillmentId, 'needs-attention');
    expect(told).toMatchObject({ phase: 'needs-attention', problems: [{ code: 'shopify-access-missing' }] });
    world.shopify.setFaults(SHOP, []);
    const delivery = await passes(fulfillmentId, 'in-delivery');
    expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [], sendAt: null });
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('while the operator does not say whether it has the order: it is looked up again and adopted', async () => {
    const fulfillmentId = await fulfillOne(
      { verb: 'create', kind: '500-after-accepting' },
      { verb: 'read', kind: 'truncated-json', times: 2 },
    );
    await step(fulfillmentId, 'handing-over');
    const told = await step(fulfillmentId, 'needs-attention', { tries: TRY_LIMIT - 1 });
    expect(told).toMatchObject({ phase: 'needs-attention', problems: [{ code: 'outcome-unknown' }] });
    expect(told.possiblySentAt).not.toBeNull();
    await passes(fulfillmentId, 'needs-attention');
    const delivery = await passes(fulfillmentId, 'in-delivery');
    expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [], sendAt: null });
    expect(delivery.recoveredAt).not.toBeNull();
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('while creations do not arrive, and look-ups do: a person is told of every 14, and it is sent again', async () => {
    const fulfillmentId = await fulfillOne({ verb: 'create', kind: '503' }, { verb: 'create', kind: '503' });
    const { id: deliveryId } = await step(fulfillmentId, 'handing-over');
    const startedAt = world.clock.now();
    const former = Array.from({ length: TRY_LIMIT - 1 }, () => ({ deliveryId, verb: 'create', startedAt }));
    await world.database.attempt.createMany({ data: former });
    const possiblySentAt = new Date(startedAt.getTime() - 5 * DAY); // the time in which it could still turn up is over
    const told = await step(fulfillmentId, 'needs-attention', { possiblySentAt });
    expect(told).toMatchObject({ possiblySentAt: null, problems: [{ code: 'operator-unreachable' }] });
    // as a fulfillment of some minutes ago is, which is looked up before it is sent
    await world.database.delivery.update({ where: { id: deliveryId }, data: { lookFirst: true } });
    await passes(fulfillmentId, 'handing-over'); // sent once more, and lost again
    const delivery = await step(fulfillmentId, 'in-delivery', { possiblySentAt });
    expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [] });
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('is not tried again once a person leaves it unsent', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 403, match: HAND_OVER, times: 1_000 }]);
    const fulfillmentId = await fulfillOne();
    const { id: deliveryId } = await step(fulfillmentId, 'needs-attention');
    expect(await stop(world.database, { shop: SHOP, deliveryId }, world.clock.now())).toBe(true);
    expect(await deliveryOf(fulfillmentId)).toMatchObject({ phase: 'skipped', sendAt: null });
  });
});

describe('an order that the operator has, and that would not be sent now', () => {
  it.each<[string, (now: Date) => object]>([
    ['because a rule was added', () => ({ eligibility: { includeTags: ['another-tag'] } })],
    [
      'because the day has become a holiday',
      (now) => ({
        service: {
          default: 'Sameday',
          afterCutoff: 'ask',
          workingDays: [1, 2, 3, 4, 5, 6, 7],
          holidays: [-1, 0, 1].map((days) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)),
        },
      }),
    ],
  ])('%s: it is adopted', async (_why, change) => {
    const shop = await world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
    const before = shopSettingsSchema.parse(shop.settings);
    const fulfillmentId = await fulfillOne({ verb: 'create', kind: '500-after-accepting' });
    await step(fulfillmentId, 'handing-over');
    onTestFinished(async () => {
      await world.database.shop.update({ where: { domain: SHOP }, data: { settings: before } });
    });
    const settings = shopSettingsSchema.parse({ ...before, ...change(world.clock.now()) });
    await world.database.shop.update({ where: { domain: SHOP }, data: { settings } });
    const sentAt = new Date(world.clock.now().getTime() - 5 * DAY);
    const delivery = await step(fulfillmentId, 'in-delivery', { possiblySentAt: sentAt });
    expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [] });
    expect(delivery.recoveredAt).not.toBeNull();
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });
});

describe('a process that is stopped between the attempt and the call', () => {
  it('does not send any more: another process may have concluded that nothing was sent', async () => {
    const fulfillmentId = await fulfillOne();
    const { app } = program;
    const handOverPace = { ...app.pace.handOver, marginMs: 0 }; // however fast the database answers, it is too late
    const late = { ...app, pace: { ...app.pace, handOver: handOverPace } };
    const delivery = await until('an attempt', async () => {
      await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { sendAt: world.clock.now() } });
      const now = new Date(world.clock.now().getTime() + 1_000);
      const claimed = await claimHandOver(world.database, fulfillmentId, { now, leaseMs: DAY });
      if (claimed) await handOver(late, claimed, { kind: 'lost-database', endedAt: new Date(0) });
      const tried = await world.database.delivery.findFirstOrThrow({
        where: { fulfillmentId },
        include: { attempts: true },
      });
      return tried.attempts.length > 0 ? tried : null;
    });
    expect(delivery).toMatchObject({ phase: 'waiting', possiblySentAt: null, tries: 1 });
    expect(delivery.attempts).toMatchObject([{ verb: 'create', outcome: 'not-sent' }]);
    expect(couriersOf(delivery.orderNumber)).toEqual([]);
    await step(fulfillmentId, 'in-delivery');
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });
});
