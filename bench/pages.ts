import { SHOP, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { openApp } from '../test/set-up/world/open-app.ts';
import { printSpread, spreadOf, type Spread } from './harness/figure.ts';
import { seedDeliveries } from './harness/seed.ts';
import type { Area } from './harness/table.ts';
import { measureSlowPhone } from './phone/slow-phone.ts';
import { timed } from './harness/timed.ts';
import { startWebProgram } from './harness/web-program.ts';

const SIZES = [10_000, 1_000_000] as const;
const ROUNDS = 5;
const REQUESTS = 100;

/** The requests, by the number of a delivery; the newest has the lowest number. */
const REQUESTED: readonly { what: string; path: (n: number) => string; goal: 'p95' | 'growth' }[] = [
  { what: 'order block, what is known', path: (n) => `/api/orders/${n}/deliveries?known`, goal: 'p95' },
  { what: 'order block, Shopify asked as well', path: (n) => `/api/orders/${n}/deliveries`, goal: 'p95' },
  ...[
    { what: 'first page', path: () => '' },
    { what: 'any page', path: (n: number) => `&after=${madeAt(n)}_00000000-0000-4000-8000-000000000000` },
    { what: 'on the way', path: () => '&tab=on-the-way' },
    { what: 'found by order', path: (n: number) => `&q=%23${n}` },
    { what: 'found by order number', path: (n: number) => `&q=B${n}` },
    { what: 'of a rare state', path: () => '&state=delayed' },
    { what: 'of a service', path: () => '&service=Sameday' },
    { what: 'of a pickup', path: () => '&pickup=103' },
    { what: 'flagged', path: () => '&flag=any' },
    { what: 'of a day', path: (n: number) => `&from=${day(n)}&to=${day(n)}` },
    { what: 'of a rare state, a service and a pickup', path: () => '&state=delayed&service=Sameday&pickup=103' },
    { what: 'oldest first', path: () => '&sort=oldest' },
  ].map(({ what, path }) => ({
    what: `deliveries, ${what}`,
    path: (n: number) => `/app/deliveries.data?${path(n).includes('tab=') ? '' : 'tab=all'}${path(n)}`,
    goal: 'growth' as const,
  })),
];

const madeAt = (n: number) => Date.now() - n * 1000;
const day = (n: number) => new Date(madeAt(n)).toISOString().slice(0, 10);

/** The server's time to answer one person, one request after the other, as the table grows. */
export const pages: Area = {
  name: 'pages',
  title: `Pages and API: p95 of ${REQUESTS} requests, ${ROUNDS} rounds`,
  async measure(say) {
    const { appUrl, databaseUrl, program, shopify, stop } = await startWebProgram(TEST_SHOP);
    try {
      shopify.installApp(SHOP);
      await openApp(program, shopify, SHOP);
      say('a slow phone');
      const onSlowPhone = await measureSlowPhone({ shopify });
      const p95s = new Map<string, Spread[]>(REQUESTED.map(({ what }) => [what, []]));
      for (const size of SIZES) {
        say(`${size} deliveries`);
        await seedDeliveries(databaseUrl, size, SHOP);
        for (const { what, path } of REQUESTED) {
          const rounds: number[] = [];
          for (let round = 0; round <= ROUNDS; round += 1) {
            const times: number[] = [];
            for (let count = 0; count < REQUESTS; count += 1) {
              times.push(await timed(appUrl + path(1 + ((count * 7_919 + round) % size)), shopify.idToken(SHOP)));
            }
            times.sort((a, b) => a - b);
            if (round > 0) rounds.push(times[Math.floor(REQUESTS * 0.95)] ?? 0); // the first round warms up
          }
          p95s.get(what)?.push(spreadOf(rounds));
        }
      }
      const answered = REQUESTED.map(({ what, goal }) => {
        const [small, large] = p95s.get(what) ?? [];
        if (!small || !large) throw new Error(`nothing was measured: ${what}`);
        const growth = large.median / small.median;
        return {
          what,
          figure: `${printSpread(large, 'ms')} at 1,000,000`,
          beside: `${printSpread(small, 'ms')} at 10,000`,
          ceiling:
            goal === 'p95'
              ? { text: 'p95 under 50 ms', isMet: large.median < 50 }
              : { text: `twice the first: ${growth.toFixed(2)}`, isMet: growth <= 2 },
        };
      });
      return [...onSlowPhone, ...answered];
    } finally {
      await stop();
    }
  },
};
