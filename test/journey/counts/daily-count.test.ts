import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countableFrom, dayOf } from '../../../app/domain/lifecycle/daily-count.ts';
import { dailyFigures, oddFulfillments } from '../../../app/deliveries/reconciliation/daily-counts.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

const ZONE = 'America/Lima';
const DAY_MS = 86_400_000;
/** With the others more than a page of orders. */
const UNHEARD = 41;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '0.1' });
  // at midday no day of the shop is about to end, and the last one can be counted
  const midday = DateTime.fromJSDate(world.clock.now(), { zone: ZONE }).plus({ days: 1 }).set({ hour: 12 });
  await world.setUpShop(program, { eligibility: { excludeTags: ['recoge-en-tienda'] } });
  // nothing but the count finds what was fulfilled, or cancelled, unheard
  await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: null } });
  world.clock.advance(midday.toMillis() - world.clock.now().getTime());
});

afterAll(() => world.stop());

function fulfill(tags: string[] = []): string {
  const { id } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES, tags }));
  return world.shopify.fulfill(SHOP, id).id;
}

const inPhase = (fulfillmentId: string, phase: string) =>
  until(`a delivery ${phase}`, () => world.database.delivery.findFirst({ where: { fulfillmentId, phase } }));

/** Shopify has it no more, as after its order was deleted. */
function forget(fulfillmentId: string): void {
  const shop = world.shopify.store.get(SHOP);
  const order = shop?.order(shop.fulfillment(fulfillmentId).orderId);
  if (order) order.fulfillments = [];
  shop?.fulfillments.delete(fulfillmentId);
}

/** Shopify does not show it any more, because its order has become too old. */
async function outgrow(fulfillmentId: string): Promise<void> {
  const { orderId } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  const createdAt = new Date(world.clock.now().getTime() - 61 * DAY_MS).toISOString();
  world.shopify.changeOrder(SHOP, orderId, { createdAt });
}

/** As if all of it had been a day earlier. */
async function makeItYesterday(now: Date): Promise<void> {
  const earlier = new Date(now.getTime() - DAY_MS);
  const written = `${earlier.toISOString().slice(0, 19)}Z`;
  const shop = world.shopify.store.get(SHOP);
  for (const fulfillment of shop?.fulfillments.values() ?? []) {
    fulfillment.createdAt = written;
    const order = shop?.order(fulfillment.orderId);
    if (order) order.createdAt = written;
  }
  await world.database.delivery.updateMany({ where: { handedOverAt: { not: null } }, data: { handedOverAt: earlier } });
  await world.database.dailyCount.deleteMany();
  const installedAt = new Date(now.getTime() - 3 * DAY_MS);
  await world.database.shop.update({ where: { domain: SHOP }, data: { installedAt } });
}

it('a day is counted after its end: missing deliveries are found and handed over, extra ones are reported', async () => {
  const skipped = fulfill(['recoge-en-tienda']);
  const [delivered, underWay, cancelled, gone, old] = [fulfill(), fulfill(), fulfill(), fulfill(), fulfill()];
  await inPhase(skipped, 'skipped');
  for (const id of [delivered, underWay, cancelled, gone, old]) await inPhase(id, 'in-delivery');
  const { orderNumber } = await inPhase(delivered, 'in-delivery');
  world.operator.setState(orderNumber ?? '', 'entregado');
  await inPhase(delivered, 'delivered');
  world.shopify.setWebhookPolicy({ drop: 1_000 });
  world.shopify.cancelFulfillment(SHOP, cancelled);
  forget(gone);
  for (let count = 0; count < UNHEARD; count += 1) fulfill();
  world.shopify.setWebhookPolicy({});
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: false } });
  await program.stop();

  const now = world.clock.now();
  const day = dayOf(new Date(now.getTime() - DAY_MS), ZONE);
  await makeItYesterday(now);
  await outgrow(old);
  const yesterday = () => world.database.dailyCount.findFirst({ where: { shopDomain: SHOP, day } });
  const killed = await world.startProcess({}, { hurry: true }); // it pauses for a minute between two pages
  await until('the first page', async () => (await yesterday())?.cursor);
  await killed.kill();
  await world.database.dailyCount.updateMany({ where: { day }, data: { dueAt: world.clock.now() } });
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '0.1' });
  await until('the end of the count', async () => (await yesterday())?.countedAt);

  const figures = () => dailyFigures(world.database, { shop: SHOP, day });
  expect(await figures()).toEqual({
    fulfilled: 3 + UNHEARD,
    accepted: 2,
    delivered: 1,
    setAside: 1,
    waiting: 0,
    attention: 0,
    missing: UNHEARD,
    found: UNHEARD,
    extra: 2,
  });
  const odd = await oddFulfillments(world.database, { shop: SHOP, day, limit: 10 });
  expect(odd.filter(({ result }) => result === 'missing')).toHaveLength(10);
  const extra = odd.filter(({ result }) => result === 'extra');
  expect(extra.map(({ fulfillmentId }) => fulfillmentId)).toEqual([cancelled, gone].sort());
  for (const { fulfillmentId, orderName } of extra) {
    expect(orderName).toMatch(/^#\d+$/);
    expect(await world.database.delivery.findFirst({ where: { fulfillmentId } })).toMatchObject({
      phase: 'in-delivery',
      problems: [{ code: 'cancelled-after-hand-over' }],
    });
  }
  expect(await inPhase(old, 'in-delivery')).toMatchObject({ problems: [] });
  const today = dayOf(now, ZONE);
  const open = await until('the count of today opened', async () => {
    const counts = await world.database.dailyCount.findMany({ where: { countedAt: null } });
    return counts.length > 0 && counts;
  });
  expect(open).toMatchObject([{ shopDomain: SHOP, day: today, dueAt: countableFrom(today, ZONE) }]);

  const held = { phase: 'waiting', heldFor: 'switched-off' };
  await until('what was missing held', async () => {
    return (await world.database.delivery.count({ where: held })) === UNHEARD;
  });
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: true } });
  await world.database.delivery.updateMany({ where: held, data: { heldFor: null, sendAt: world.clock.now() } });
  await until('all of it with the operator', async () => (await figures()).accepted === 2 + UNHEARD);
  expect(await figures()).toMatchObject({ fulfilled: 3 + UNHEARD, missing: 0, found: UNHEARD, extra: 2 });
  expect(world.operator.orders()).toHaveLength(5 + UNHEARD);
});
