import { limaOrder, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { freePort } from '../test/set-up/free-port.ts';
import { OPERATOR_TOKEN, startOfflineWorld } from '../test/set-up/world/offline-world.ts';
import { until } from '../test/set-up/time/until.ts';
import { printNumber } from './harness/figure.ts';
import { startBenchDatabase } from './harness/server.ts';
import type { Area, Row } from './harness/table.ts';

const GOAL_PER_SECOND = 20;
/** The number of lost webhooks. `BENCH_MISSED` overrides it. */
const MISSED = Number(process.env.BENCH_MISSED ?? 10_000);

/** Shopify's limits for each plan: the points that a full bucket contains, and the points restored each second. */
const PLANS = [
  { name: 'Plus', limits: { maximum: 20_000, restoreRate: 1_000 }, missed: MISSED },
  { name: 'Standard', limits: { maximum: 2_000, restoreRate: 100 }, missed: Math.ceil(MISSED / 50) },
] as const;
/** Each order has one line, and so one fulfillment. No gift cards, because Shopify fulfills those by itself. */
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const SHOP = 'tienda-barrido.myshopify.com';

/**
 * Measures from a lost webhook to the hand-over: one worker at its usual pace, beside what the shop's budget permits.
 */
export const sweep: Area = {
  name: 'sweep',
  title: 'Sweep: fulfillments whose webhooks never came, one worker',
  async measure(say) {
    const rows: Row[] = [];
    for (const { name, limits, missed } of PLANS) {
      const { openedS, healedS, points } = await heal(limits, missed);
      const rate = missed / healedS;
      say(`${name}: ${missed} opened in ${printNumber(openedS)} s, handed over in ${printNumber(healedS)} s`);
      rows.push({
        what: `${missed.toLocaleString('en')} missed, a shop on ${name}`,
        figure: `${printNumber(rate)} /s handed over; all opened after ${printNumber(openedS)} s; ${printNumber(points)} points each`,
        beside: `permitted by the budget: ${printNumber((limits.maximum + limits.restoreRate * healedS) / points / healedS)} /s`,
        ...(name === 'Plus' && {
          ceiling: { text: `${GOAL_PER_SECOND} /s: ${printNumber(rate)}`, isMet: rate >= GOAL_PER_SECOND },
        }),
      });
    }
    return rows;
  },
};

async function heal(limits: { maximum: number; restoreRate: number }, missed: number) {
  const server = await startBenchDatabase();
  const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
  try {
    world.shopify.addShop({ ...TEST_SHOP, domain: SHOP, limits });
    world.shopify.setWebhookPolicy({ isMute: true });
    const web = await world.startProcess({ ROLE: 'web' });
    await world.setUpShop(web, {}, { shop: SHOP, token: OPERATOR_TOKEN });
    const orders = Array.from({ length: missed }, () => {
      return world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES }));
    });
    for (const { id } of orders) world.shopify.fulfill(SHOP, id);
    await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: world.clock.now() } });
    const bucket = () => world.shopify.store.get(SHOP)?.bucket.status.currentlyAvailable ?? 0;
    const [startedAt, before] = [performance.now(), bucket()];
    await world.startProcess({
      ROLE: 'worker',
      PORT: String(await freePort()),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      LOOK_UP_DELAY_SECONDS: '5',
      LOOK_UP_HORIZON_MINUTES: '15',
      TRACKING_INTERVAL_SECONDS: '3600',
    });
    const seconds = () => (performance.now() - startedAt) / 1_000;
    await until('every delivery opened', async () => (await world.database.delivery.count()) === missed);
    const openedS = seconds();
    await until(
      'every delivery handed over',
      async () => (await world.database.delivery.count({ where: { phase: 'in-delivery' } })) === missed,
    );
    const healedS = seconds();
    return { openedS, healedS, points: (before + limits.restoreRate * healedS - bucket()) / missed };
  } finally {
    await world.stop();
  }
}
