import { limaOrder, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld } from '../test/set-up/world/offline-world.ts';
import { freePort } from '../test/set-up/free-port.ts';
import { until } from '../test/set-up/time/until.ts';
import { printNumber } from './harness/figure.ts';
import { startBenchDatabase } from './harness/server.ts';
import type { Area } from './harness/table.ts';

const ORDERS_A_DAY = 100_000;
const DAY_S = 86_400;
/** Points that Shopify restores each second for a shop on Standard. Half of them are left to hand-overs. */
const RESTORED = 100;
/** How many orders are placed. `BENCH_ORDERS` overrides it. */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000);
/** One in so many has a phone that cannot be used. */
const WRONG_EVERY = 20;
const LINES = ['Taza', 'Plato', 'Jarra'].map((title) => ({ title, sku: title.toUpperCase(), price: '35.00' }));
const SHOP = 'tienda-previa.myshopify.com';

/** Measures what the check of placed orders costs: reads and points of an order, and how fast one worker makes them. */
export const earlyWarning: Area = {
  name: 'early-warning',
  title: 'Early warning: orders that are placed, one worker, holds on',
  async measure(say) {
    const server = await startBenchDatabase();
    const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
    try {
      world.shopify.addShop({ ...TEST_SHOP, domain: SHOP, limits: { maximum: 20_000, restoreRate: 1_000 } });
      const web = await world.startProcess({ ROLE: 'web' });
      await world.setUpShop(web, { earlyWarning: 'hold' }, { shop: SHOP, token: OPERATOR_TOKEN });
      await world.startProcess({ ROLE: 'worker', PORT: String(await freePort()), LOG_LEVEL: 'error' });
      for (let index = 0; index < ORDERS; index += 1) {
        const { shippingAddress } = limaOrder();
        const address = index % WRONG_EVERY === 0 ? { ...shippingAddress, phone: 'no tengo' } : shippingAddress;
        world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES, shippingAddress: address }));
      }
      await until('every order read', async () => {
        const where = { verdict: { in: ['ready', 'warned'] }, lookAt: null };
        return (await world.database.openOrder.count({ where })) === ORDERS;
      });
      // from the first read to the last: an order rests for a while after it was placed
      const times = { _min: { lookedAt: true }, _max: { lookedAt: true } } as const;
      const { _min: first, _max: last } = await world.database.openOrder.aggregate(times);
      const seconds = ((last.lookedAt?.getTime() ?? 0) - (first.lookedAt?.getTime() ?? 0)) / 1_000;
      const asked = [...(world.shopify.store.get(SHOP)?.asked ?? [])];
      const of = (...names: readonly string[]) =>
        asked.filter(([name]) => names.includes(name)).map(([, each]) => each);
      const reads = of('OpenOrder').reduce((sum, { times }) => sum + times, 0);
      const all = of('OpenOrder', 'HoldFulfillmentOrder', 'ReleaseFulfillmentOrder');
      const points = all.reduce((sum, each) => sum + each.points, 0) / ORDERS;
      const perSecond = (points * ORDERS_A_DAY) / DAY_S;
      const warned = await world.database.openOrder.count({ where: { verdict: 'warned' } });
      say(`${ORDERS} orders, ${warned} of them held, in ${printNumber(seconds)} s`);
      return [
        {
          what: `${ORDERS_A_DAY.toLocaleString('en')} orders a day, a shop on Standard`,
          figure: `${printNumber(reads / ORDERS)} reads and ${printNumber(points)} points an order: ${printNumber(perSecond)} points/s`,
          beside: `restored: ${RESTORED} points/s, half of them for hand-overs`,
          ceiling: { text: `${RESTORED / 2} points/s: ${printNumber(perSecond)}`, isMet: perSecond <= RESTORED / 2 },
        },
        {
          what: `${ORDERS.toLocaleString('en')} orders at once, a shop on Plus`,
          figure: `${printNumber(ORDERS / seconds)} /s read`,
          beside: `permitted by the budget: ${printNumber(1_000 / points)} /s`,
        },
      ];
    } finally {
      await world.stop();
    }
  },
};
