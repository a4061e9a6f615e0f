import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TRY_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import { retryDelivery } from '../../../app/deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../../app/app-context.ts';
import type { FaultInput } from '../../../sandbox/shopify/admin-api/fault.ts';
import type { Withholding } from '../../../sandbox/shopify/shop/shop.ts';
import { limaOrder, MARKED, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

/** How long an answer of Shopify is waited for. */
const IMPATIENT_MS = 3_000;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
/** Of the query that a hand-over reads the live order with. */
const HAND_OVER = 'query FulfillmentToHandOver';

let world: OfflineWorld;
let program: ProgramHere;
let verbs: AppContext;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start(
    { TRACKING_INTERVAL_SECONDS: '600' },
    { pace: (pace) => ({ ...pace, shopify: { ...pace.shopify, timeoutMs: IMPATIENT_MS } }) },
  );
  await world.setUpShop(program);
  verbs = await world.join();
});

beforeEach(() => {
  world.shopify.setFaults(SHOP, []);
  world.shopify.withhold(SHOP, 'nothing');
});

afterAll(async () => {
  await world.stop();
});

const fulfillOne = () =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id).id;
const isSpent = () => world.shopify.store.get(SHOP)?.faults.pending.length === 0;

/** Waits for a state of the delivery, whose pauses before the next try are passed over. */
const untilDelivery = (what: string, fulfillmentId: string, where: object) =>
  until(what, async () => {
    const now = world.clock.now();
    await world.database.$executeRaw`
        UPDATE "Delivery" SET "sendAt" = ${now} WHERE "fulfillmentId" = ${fulfillmentId}
          AND "sendAt" > ${now}::timestamptz + interval '1 s' AND "claimToken" IS NULL AND "phase" <> 'needs-attention'`;
    return world.database.delivery.findFirst({ where: { fulfillmentId, ...where }, include: { attempts: true } });
  });

/** As if nothing had happened: one call, one delivery order. */
async function expectHandedOver(fulfillmentId: string): Promise<void> {
  const delivery = await untilDelivery('the delivery accepted', fulfillmentId, { phase: 'in-delivery' });
  expect(delivery).toMatchObject({ problems: [], heldFor: null, recoveredAt: null, tries: 0 });
  expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([['create', 'accepted']]);
  const orders = world.operator.orders().filter(({ orderNumber }) => orderNumber === delivery.orderNumber);
  expect(orders).toHaveLength(1);
}

async function retry(fulfillmentId: string): Promise<void> {
  const { id } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  expect(await retryDelivery(verbs, { shop: SHOP, deliveryId: id })).toBe(true);
}

describe('Shopify cannot be read for a while: the hand-over waits, and nothing went out before it', () => {
  it.each<[string, FaultInput]>([
    ['throttled, with HTTP 200', { kind: 'throttled' }],
    ['429 with Retry-After', { kind: 'http', status: 429, retryAfter: 1 }],
    ['429 without Retry-After', { kind: 'http', status: 429 }],
    ['500', { kind: 'http', status: 500 }],
    ['503 with Retry-After', { kind: 'http', status: 503, retryAfter: 1 }],
    ['an internal error, with HTTP 200', { kind: 'internal-error' }],
    ['404', { kind: 'http', status: 404 }],
    ['a reset', { kind: 'reset', when: 'before' }],
    ['no answer in time', { kind: 'slow', delay: 2 * IMPATIENT_MS }],
  ])('%s', async (_what, fault) => {
    world.shopify.setFaults(SHOP, [{ ...fault, match: HAND_OVER }]);
    const fulfillmentId = fulfillOne();
    await until('the fault to strike', isSpent);
    await expectHandedOver(fulfillmentId);
  });

  it('for too long: a person is told, and can try again', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: HAND_OVER, times: 2 }]);
    const handOvers = program.sweeps['hand-overs'];
    await handOvers.stop();
    const fulfillmentId = fulfillOne();
    await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId } }));
    await handOvers.step();
    // in place of an hour and a half
    const { count } = await world.database.delivery.updateMany({
      where: { fulfillmentId, tries: 1, claimToken: null },
      data: { tries: TRY_LIMIT - 1 },
    });
    expect(count).toBe(1);
    handOvers.start();
    const delivery = await untilDelivery('the delivery given up', fulfillmentId, { phase: 'needs-attention' });
    expect(delivery).toMatchObject({ problems: [{ code: 'shopify-unreachable' }], attempts: [] });
    expect(isSpent()).toBe(true);
    await retry(fulfillmentId);
    await expectHandedOver(fulfillmentId);
  });
});

describe('Shopify does not let the app in', () => {
  it('401, to the refreshed token as well: held until Shopify takes it', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 401, match: HAND_OVER, times: 2 }]);
    const fulfillmentId = fulfillOne();
    await until('the fault to strike', isSpent);
    await expectHandedOver(fulfillmentId);
  });

  it.each([402, 403, 423])('%d: a person is told, and can try again', async (status) => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status, match: HAND_OVER }]);
    const fulfillmentId = fulfillOne();
    const delivery = await untilDelivery('the problem', fulfillmentId, { phase: 'needs-attention' });
    expect(delivery).toMatchObject({ problems: [{ code: 'shopify-access-missing' }], attempts: [] });
    await retry(fulfillmentId);
    await expectHandedOver(fulfillmentId);
  });
});

describe('customer data is withheld', () => {
  it.each<[Withholding, string]>([
    ['fields', 'customer-data-withheld'],
    ['fields-with-errors', 'customer-data-withheld'],
    ['objects', 'customer-data-withheld'],
  ])('%s: %s, and after the approval it can be tried again', async (withholding, code) => {
    world.shopify.withhold(SHOP, withholding);
    const fulfillmentId = fulfillOne();
    const delivery = await untilDelivery('the problem', fulfillmentId, { phase: 'needs-attention' });
    expect(delivery.problems).toMatchObject([{ code }]);
    expect(delivery.attempts).toEqual([]);
    world.shopify.withhold(SHOP, 'nothing');
    await retry(fulfillmentId);
    await expectHandedOver(fulfillmentId);
  });
});

it('a fulfillment that is gone is skipped, and says so', async () => {
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: false } });
  const fulfillmentId = fulfillOne();
  await untilDelivery('the delivery held', fulfillmentId, { heldFor: 'switched-off' });
  world.shopify.store.get(SHOP)?.fulfillments.delete(fulfillmentId);
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: true } });
  await world.database.delivery.updateMany({
    where: { fulfillmentId },
    data: { heldFor: null, sendAt: world.clock.now() },
  });
  const delivery = await untilDelivery('the delivery skipped', fulfillmentId, { phase: 'skipped' });
  expect(delivery).toMatchObject({ skipReason: { code: 'fulfillment-gone' }, problems: [], attempts: [] });
});

it('nothing of the buyer came into the log with any of it', () => {
  for (const mark of MARKED) expect(program.lines.join('\n')).not.toMatch(mark);
});
