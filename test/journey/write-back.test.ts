import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readRecord } from '../../app/deliveries/merchant-actions/read-record.ts';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, MARKED, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';

/** What the merchant and the buyer are told in Shopify, and how often. */

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start(), {
    publish: { notifyCustomer: true },
    eligibility: { otherTracking: 'hand-over' },
  });
});

afterAll(async () => {
  await world.stop();
});

const read = (fulfillmentId: string) => world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });

/** The delivery, once everything that was to be written back of it is settled. */
const settled = (what: string, fulfillmentId: string, where: object = {}) =>
  until(what, () =>
    world.database.delivery.findFirst({
      where: {
        fulfillmentId,
        phase: 'in-delivery',
        lastReadAt: { not: null },
        publications: { some: { kind: 'order-metafield' }, every: { settledAt: { not: null } } },
        ...where,
      },
    }),
  );

const fulfillOne = (...tracking: FulfillmentRecord['trackingInfo'][number][]) =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id, { tracking });
const trackingOf = ({ id }: FulfillmentRecord) => world.shopify.store.get(SHOP)?.fulfillment(id).trackingInfo;
const mailsOf = ({ id }: FulfillmentRecord) =>
  world.shopify.emails(SHOP).filter(({ fulfillmentId }) => fulfillmentId === id);

describe('the buyer is mailed once, with the tracking link', () => {
  it.each(['envelope', 'empty'] as const)(
    'when the creation is answered with %s, and the link changes',
    async (createAnswer) => {
      world.operator.setModes({ createAnswer });
      const fulfillment = fulfillOne();
      const { orderNumber, trackingUrl } = await settled('the tracking published', fulfillment.id, {
        trackingUrl: { not: null },
      });
      expect(trackingOf(fulfillment)).toMatchObject([{ number: orderNumber, url: trackingUrl }]);
      const moved = `${world.operator.url}/tracking/moved`;
      world.operator.changeRecord(orderNumber ?? '', { trackingURL: moved });
      await settled('the other link published', fulfillment.id, { trackingUrl: moved });
      expect(trackingOf(fulfillment)).toMatchObject([{ number: orderNumber, url: moved }]);
      expect(mailsOf(fulfillment).map(({ trackingInfo }) => trackingInfo[0]?.url)).toEqual([trackingUrl]);
    },
  );
});

it("another carrier's tracking is kept and reported, until the merchant removes it", async () => {
  world.operator.setModes({ createAnswer: 'envelope' });
  const foreign = { company: 'Olva', number: 'OLVA-1', url: 'https://olva.example/1' };
  const fulfillment = fulfillOne(foreign);
  const { problems } = await settled('the delivery handed over', fulfillment.id);
  expect(problems).toEqual([{ code: 'other-tracking-kept', field: null, details: {} }]);
  expect(trackingOf(fulfillment)).toEqual([foreign]);
  expect(mailsOf(fulfillment)).toEqual([]);

  world.shopify.store.get(SHOP)?.fulfillment(fulfillment.id).trackingInfo.splice(0);
  const { orderId } = await read(fulfillment.id);
  await world.shopify.sendWebhook(SHOP, 'fulfillments/update', {
    admin_graphql_api_id: fulfillment.id,
    order_id: Number(orderId.split('/').at(-1)),
    status: 'success',
  });
  const { orderNumber } = await settled('the tracking published', fulfillment.id, { problems: { equals: [] } });
  expect(trackingOf(fulfillment)).toMatchObject([{ number: orderNumber }]);
  expect(mailsOf(fulfillment)).toHaveLength(1);
});

it('a date that the operator changes is kept beside the promised one, and written to the order', async () => {
  const fulfillment = fulfillOne();
  const { orderNumber, promisedDate, operatorDate } = await settled('the delivery read', fulfillment.id);
  expect(operatorDate).toBeNull();
  const later = new Date(Date.parse(`${promisedDate}T17:00:00Z`) + 2 * 86_400_000);
  world.operator.changeRecord(orderNumber ?? '', { deliveryDate: later, notes: 'marked-note of the operator' });
  const day = later.toISOString().slice(0, 10);
  const delivery = await settled('the other date published', fulfillment.id, { operatorDate: day });
  expect(delivery).toMatchObject({ promisedDate, operatorUpdatedAt: expect.any(Date) });
  for (const mark of MARKED) expect(JSON.stringify(delivery)).not.toMatch(mark);
  const [metafield] = world.shopify.metafields(SHOP, delivery.orderId);
  expect(JSON.parse(metafield?.value ?? '')).toMatchObject({
    [fulfillment.id]: { promisedDate, operatorDate: day },
  });
  world.operator.changeRecord(orderNumber ?? '', { deliveryDate: new Date(`${promisedDate}T17:00:00Z`) });
  await settled('the promised date again', fulfillment.id, { operatorDate: null });
});

it("the operator's notes and packages are shown when somebody asks, to the shop alone", async () => {
  const fulfillment = fulfillOne();
  const { id: deliveryId, orderNumber } = await settled('the delivery read', fulfillment.id);
  world.operator.changeRecord(orderNumber ?? '', { notes: 'Llamar\n antes' });
  const app = await world.join();
  expect(await readRecord(app, { shop: SHOP, deliveryId })).toEqual({
    notes: 'Llamar antes',
    packages: [
      { name: 'Té verde - 100 g', price: 20, qty: 2 },
      { name: 'Taza', price: 30, qty: 1 },
    ],
  });
  expect(await readRecord(app, { shop: 'otra.myshopify.com', deliveryId })).toBeNull();
  const pause = async (pausedAt: Date | null) => {
    await world.database.operatorAccount.updateMany({ data: { pausedAt } });
  };
  onTestFinished(() => pause(null));
  await pause(world.clock.now());
  expect(await readRecord(app, { shop: SHOP, deliveryId })).toBe('not-read');
});

it('a fulfillment of an order that Shopify no longer shows says why, and what to do', async () => {
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  world.shopify.changeOrder(SHOP, order.id, {
    createdAt: new Date(world.clock.now().getTime() - 61 * 86_400_000).toISOString(),
  });
  const fulfillment = world.shopify.fulfill(SHOP, order.id);
  const { problems } = await until('the delivery looked at', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'needs-attention' } }),
  );
  expect(problems).toEqual([{ code: 'order-out-of-reach', field: null, details: {} }]);
});
