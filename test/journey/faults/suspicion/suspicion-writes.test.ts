import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refreshDelivery } from '../../../../app/deliveries/merchant-actions/ask-now.ts';
import type { FaultInput } from '../../../../sandbox/shopify/admin-api/fault.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import { until } from '../../../set-up/time/until.ts';

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start());
});

beforeEach(() => world.shopify.setFaults(SHOP, []));

afterAll(async () => {
  await world.stop();
});

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id).id;
const delivered = (fulfillmentId: string) =>
  until('the delivery, with everything published', async () => {
    const delivery = await world.database.delivery.findFirst({
      where: { fulfillmentId, phase: 'in-delivery', state: { not: null } },
      include: { publications: true },
    });
    if (!delivery?.publications.every(({ settledAt }) => settledAt !== null)) return null;
    return delivery.publications.some(({ kind }) => kind === 'event') && delivery;
  });

describe.each<[string, string]>([
  ['the tracking', 'fulfillmentTrackingInfoUpdate'],
  ['an event', 'fulfillmentEventCreate'],
  ['the metafield', 'metafieldsSet'],
])('a write of %s', (_what, match) => {
  it.each<[string, FaultInput]>([
    ['a cut-off answer to what was taken', { kind: 'truncated', when: 'after-commit' }],
    ['a cut-off answer to what was not taken', { kind: 'truncated', when: 'before' }],
    ['markup in place of the answer', { kind: 'unreadable', when: 'before', body: 'html' }],
    ['an error beside the data of what was taken', { kind: 'error-beside-data' }],
    ['such an error of an unknown code', { kind: 'error-beside-data', code: 'NEW_CODE' }],
    ['an answer of another shape', { kind: 'unreadable', when: 'after-commit', body: 'other' }],
  ])('with %s is taken for neither, and ends with everything there once', async (_fault, fault) => {
    world.shopify.setFaults(SHOP, [{ ...fault, match }]);
    const fulfillmentId = fulfillOne();
    const { publications, problems, orderNumber } = await delivered(fulfillmentId);
    expect(problems).toEqual([]);
    for (const { outcome } of publications) expect(['published', 'overtaken']).toContain(outcome);
    const fulfillment = world.shopify.store.get(SHOP)?.fulfillment(fulfillmentId);
    expect(fulfillment?.trackingInfo.map(({ number }) => number)).toEqual([orderNumber]);
    const statuses = fulfillment?.events.map(({ status }) => status) ?? [];
    expect(new Set(statuses).size).toBe(statuses.length);
    expect(world.shopify.store.get(SHOP)?.faults.pending).toEqual([]);
  });

  it('without the permission is a problem of the delivery until it succeeds', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'http', status: 403, match, times: 1_000 }]);
    const fulfillmentId = fulfillOne();
    const { problems: told } = await until('the problem', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, problems: { not: [] } } }),
    );
    expect(told).toMatchObject([{ code: 'shopify-access-missing' }]);
    world.shopify.setFaults(SHOP, []);
    const { problems } = await delivered(fulfillmentId);
    expect(problems).toEqual([]);
  });
});

describe.each<[what: string, match: string]>([
  ['tracking', 'fulfillmentTrackingInfoUpdate'],
  ['event', 'fulfillmentEventCreate'],
])('what Shopify refuses in words of the %s', (what, match) => {
  it('is a problem, and is written when a person refreshes the delivery', async () => {
    world.shopify.setFaults(SHOP, [{ kind: 'user-error', match, times: 1 }]);
    const fulfillmentId = fulfillOne();
    const { id, orderNumber, problems } = await until('the problem', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, problems: { not: [] } } }),
    );
    expect(problems).toMatchObject([{ code: 'shopify-write-refused', details: { what } }]);
    await delivered(fulfillmentId);
    await world.database.delivery.update({ where: { id }, data: { lastReadAt: null } });
    await refreshDelivery(await world.join(), { shop: SHOP, deliveryId: id });
    await until('the problem gone', () =>
      world.database.delivery.findFirst({ where: { id, problems: { equals: [] } } }),
    );
    const fulfillment = world.shopify.store.get(SHOP)?.fulfillment(fulfillmentId);
    expect(fulfillment?.trackingInfo.map(({ number }) => number)).toEqual([orderNumber]);
    const statuses = fulfillment?.events.map(({ status }) => status) ?? [];
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses).size).toBe(statuses.length);
  });
});

it('what Shopify refuses for good is a problem of the delivery, with its reason', async () => {
  const fulfillmentId = fulfillOne();
  const { orderNumber } = await delivered(fulfillmentId);
  world.shopify.setWebhookPolicy({ drop: 20 }); // nobody hears of the cancellation
  world.shopify.cancelFulfillment(SHOP, fulfillmentId);
  world.operator.advanceTo(orderNumber ?? '', 'en camino entrega');
  const { problems } = await until('the problem', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, problems: { not: [] } } }),
  );
  world.shopify.setWebhookPolicy({});
  expect(problems).toEqual([
    { code: 'shopify-write-refused', field: null, details: { what: 'event', message: 'Fulfillment is cancelled.' } },
  ]);
});
