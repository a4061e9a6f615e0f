import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeBackfill,
  findLatestBackfill,
  outcomesOfBackfill,
  type BackfillChange,
} from '../../app/deliveries/reconciliation/backfills.ts';
import { startBackfill } from '../../app/deliveries/reconciliation/backfill.ts';
import { createLogger } from '../../app/logging.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';

let world: OfflineWorld;

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const DAY_MS = 86_400_000;

beforeAll(async () => {
  world = await startOfflineWorld();
  const web = await world.start({ ROLE: 'web' });
  await world.setUpShop(web);
  await web.stop();
  // nothing but the backfill opens what was fulfilled unheard
  await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: null } });
});

afterAll(() => world.stop());

const asMerchant = () => ({ database: world.database, now: () => world.clock.now(), logger: createLogger('silent') });
const change = (asked: BackfillChange) => changeBackfill(world.database, asked, { shop: SHOP, now: world.clock.now() });
const wholeDay = () => ({
  from: new Date(world.clock.now().getTime() - DAY_MS),
  before: new Date(world.clock.now().getTime() + DAY_MS),
});

async function latest() {
  const backfill = await findLatestBackfill(world.database, SHOP);
  if (!backfill) throw new Error('no backfill');
  return backfill;
}

const untilDone = () =>
  until('its end', async () => (await findLatestBackfill(world.database, SHOP))?.state === 'done');

function fulfillUnheard(count: number): string[] {
  world.shopify.setWebhookPolicy({ drop: 1_000 });
  const ids = Array.from({ length: count }, () => {
    const { id } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES }));
    return world.shopify.fulfill(SHOP, id).id;
  });
  world.shopify.setWebhookPolicy({});
  return ids;
}

const sentOf = async (fulfillmentIds: readonly string[]) => {
  const deliveries = await world.database.delivery.findMany({ where: { fulfillmentId: { in: [...fulfillmentIds] } } });
  const numbers = new Set(deliveries.map(({ orderNumber }) => orderNumber));
  return world.operator.orders().filter(({ orderNumber }) => numbers.has(orderNumber));
};

describe('a backfill', () => {
  it('hands over what was fulfilled in its days page by page, each once, even if a worker is killed', async () => {
    const killed = await world.startProcess({}, { hurry: true }); // it pauses between two pages
    const unheard = fulfillUnheard(23);
    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(true);
    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(false);
    await until('the first page', async () => ((await findLatestBackfill(world.database, SHOP))?.ordersRead ?? 0) > 0);
    await killed.kill();
    const program = await world.start();
    await untilDone();
    expect(await findLatestBackfill(world.database, SHOP)).toMatchObject({ ordersRead: 23, opened: 23, known: 0 });
    await until('all of them with the operator', async () => (await sentOf(unheard)).length >= 23);

    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(true);
    await untilDone();
    expect(await findLatestBackfill(world.database, SHOP)).toMatchObject({ opened: 0, known: 23 });
    expect(await sentOf(unheard)).toHaveLength(23);
    await program.stop();
  });

  it('opens nothing outside of its days', async () => {
    const program = await world.start();
    const [unheard = ''] = fulfillUnheard(1);
    const range = {
      from: new Date(world.clock.now().getTime() - 3 * DAY_MS),
      before: new Date(world.clock.now().getTime() - DAY_MS),
    };
    expect(await startBackfill(asMerchant(), { shop: SHOP, range })).toBe(true);
    await untilDone();
    expect(await world.database.delivery.count({ where: { fulfillmentId: unheard } })).toBe(0);
    await program.stop();
  });

  it('stops while it is paused, resumes from there, and shows the result of everything that it found', async () => {
    const program = await world.start();
    const { sweeps } = program;
    await sweeps.backfills.stop(); // page by page, by hand
    fulfillUnheard(12);
    expect(await change('resume')).toBe(false);
    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(true);
    await sweeps.backfills.step();
    const paused = await latest();
    expect(await change('pause')).toBe(true);
    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(false);
    await world.database.backfill.updateMany({ where: { state: 'running' }, data: { dueAt: new Date(0) } });
    await sweeps.backfills.step();
    expect((await latest()).ordersRead).toBe(paused.ordersRead);
    expect(await change('resume')).toBe(true);
    sweeps.backfills.start();
    await untilDone();
    const done = await latest();
    expect(done.ordersRead).toBeGreaterThan(paused.ordersRead);
    const outcomes = await outcomesOfBackfill(world.database, { shop: SHOP, id: done.id });
    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(done.opened);
    await program.stop();
  });

  it('opens nothing more once it is stopped', async () => {
    const { sweeps } = await world.start();
    await sweeps.backfills.stop(); // page by page, by hand
    fulfillUnheard(25);
    expect(await startBackfill(asMerchant(), { shop: SHOP, range: wholeDay() })).toBe(true);
    // the shop may rest from the calls of the tests before
    await until('the first page', async () => {
      await sweeps.backfills.step();
      return (await latest()).ordersRead > 0;
    });
    expect(await change('stop')).toBe(true);
    expect(await change('stop')).toBe(false);
    const stopped = await findLatestBackfill(world.database, SHOP);
    expect(stopped).toMatchObject({ state: 'stopped', dueAt: null });
    const count = await world.database.delivery.count();
    // another one reads to the end: the stopped one has not gone on meanwhile
    await world.database.backfill.updateMany({ where: { state: 'stopped' }, data: { dueAt: new Date(0) } });
    const range = {
      from: new Date(world.clock.now().getTime() - 3 * DAY_MS),
      before: new Date(world.clock.now().getTime() - 2 * DAY_MS),
    };
    await startBackfill(asMerchant(), { shop: SHOP, range });
    sweeps.backfills.start();
    await untilDone();
    expect(await world.database.delivery.count()).toBe(count);
    expect(await world.database.backfill.findUnique({ where: { id: stopped?.id ?? '' } })).toMatchObject({
      ordersRead: stopped?.ordersRead,
    });
  });
});
