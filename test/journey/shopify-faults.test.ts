import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MOST_TRIES } from '../../app/domain/back-off.ts';
import { retryDelivery } from '../../app/pipeline/retry.ts';
import type { World } from '../../app/pipeline/world.ts';
import type { FaultInput } from '../../sandbox/shopify/fault.ts';
import type { Withholding } from '../../sandbox/shopify/shop.ts';
import { limaOrder, MARKED, SHOP } from '../set-up/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/offline-world.ts';
import type { Program } from '../set-up/program.ts';
import { until } from '../set-up/until.ts';

const PATIENT_MS = 60_000;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
/** Of the query that a hand-over reads the live order with. */
const HAND_OVER = 'query FulfillmentToHandOver';

let world: OfflineWorld;
let program: Program;
let verbs: World;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '600' });
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
  until(
    what,
    async () => {
      await world.database.$executeRaw`
        UPDATE "Delivery" SET "sendAt" = now() WHERE "fulfillmentId" = ${fulfillmentId}
          AND "sendAt" > now() + interval '1 s' AND "claimToken" IS NULL`;
      return world.database.delivery.findFirst({ where: { fulfillmentId, ...where }, include: { attempts: true } });
    },
    PATIENT_MS,
  );

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
    ['no answer in time', { kind: 'slow', delay: 11_000 }],
  ])(
    '%s',
    async (_what, fault) => {
      world.shopify.setFaults(SHOP, [{ ...fault, match: HAND_OVER }]);
      const fulfillmentId = fulfillOne();
      await until('the fault to strike', isSpent, PATIENT_MS);
      await expectHandedOver(fulfillmentId);
    },
    3 * PATIENT_MS,
  );

  it(
    'for too long: a person is asked, and can try again',
    async () => {
      world.shopify.setFaults(SHOP, [{ kind: 'http', status: 500, match: HAND_OVER, times: 2 }]);
      const fulfillmentId = fulfillOne();
      // in place of an hour and a half
      await until('the next try to be the last', async () => {
        const put = { tries: MOST_TRIES - 1 };
        const where = { fulfillmentId, tries: 1, claimToken: null };
        return (await world.database.delivery.updateMany({ where, data: put })).count === 1;
      });
      const delivery = await untilDelivery('the delivery given up', fulfillmentId, { phase: 'needs-attention' });
      expect(delivery).toMatchObject({ problems: [{ code: 'shopify-unreachable' }], attempts: [], sendAt: null });
      expect(isSpent()).toBe(true);
      await retry(fulfillmentId);
      await expectHandedOver(fulfillmentId);
    },
    3 * PATIENT_MS,
  );
});

describe('Shopify does not let the app in', () => {
  it(
    '401: held until the merchant opens the app',
    async () => {
      world.shopify.setFaults(SHOP, [{ kind: 'http', status: 401, match: HAND_OVER }]);
      const fulfillmentId = fulfillOne();
      const held = await untilDelivery('the delivery held', fulfillmentId, { heldFor: 'no-shopify-token' });
      expect(held).toMatchObject({ phase: 'waiting', problems: [], attempts: [] });
      await world.openApp(program);
      await expectHandedOver(fulfillmentId);
    },
    3 * PATIENT_MS,
  );

  it.each([402, 403, 423])('%d: a person is asked, and can try again', async (status) => {
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
    ['fields-with-errors', 'shopify-access-missing'],
    ['objects', 'shopify-access-missing'],
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
  await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { heldFor: null, sendAt: new Date() } });
  const delivery = await untilDelivery('the delivery skipped', fulfillmentId, { phase: 'skipped' });
  expect(delivery).toMatchObject({ skipReason: { code: 'fulfillment-gone' }, problems: [], attempts: [] });
});

it('nothing of the buyer came into the log with any of it', () => {
  for (const mark of MARKED) expect(program.lines.join('\n')).not.toMatch(mark);
});
