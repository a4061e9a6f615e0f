import { claimDueReads } from '../app/persistence/deliveries.ts';
import { openDatabase } from '../app/persistence/database.ts';
import { printSpread, spreadOf, type Spread } from './harness/figure.ts';
import { startBenchDatabase } from './harness/server.ts';
import { seedDeliveries } from './harness/seed.ts';
import type { Area } from './harness/table.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
const BATCH = 100;
const CLAIMS = 40;
const WORKERS = [2, 4] as const;

/** Claiming what is due to be read: what it costs as the table grows, and that workers never share a delivery. */
export const tracking: Area = {
  name: 'tracking',
  title: `Tracking: claims of ${BATCH} due deliveries, ${CLAIMS} claims a size`,
  async measure(say) {
    const server = await startBenchDatabase();
    const database = openDatabase(server.url);
    const claim = () => claimDueReads(database, { now: new Date(), leaseMs: 60_000, limit: BATCH });
    try {
      const costs: Spread[] = [];
      for (const size of SIZES) {
        say(`${size} deliveries`);
        await seedDeliveries(server.url, size);
        await claim(); // warm
        const times: number[] = [];
        for (let round = 0; round < CLAIMS; round += 1) {
          const startedAt = performance.now();
          await claim();
          times.push(performance.now() - startedAt);
        }
        costs.push(spreadOf(times));
      }
      const rows = costs.map((cost, index) => {
        const growth = cost.median / (costs[0]?.median ?? cost.median);
        return {
          what: `a claim at ${(SIZES[index] ?? 0).toLocaleString('en')} deliveries`,
          figure: printSpread(cost, 'ms'),
          ...(index === 0 ? {} : { goal: { text: `twice the first: ${growth.toFixed(2)}`, isMet: growth <= 2 } }),
        };
      });
      const shares = [];
      for (const workers of WORKERS) {
        const claimed: string[] = [];
        const startedAt = performance.now();
        await Promise.all(
          Array.from({ length: workers }, async () => {
            for (let round = 0; round < 20; round += 1) claimed.push(...(await claim()).map(({ id }) => id));
          }),
        );
        const perSecond = claimed.length / ((performance.now() - startedAt) / 1000);
        const twice = claimed.length - new Set(claimed).size;
        shares.push({
          what: `${workers} workers claim at once`,
          figure: `${perSecond.toFixed(0)} claimed /s, ${twice} twice`,
          goal: { text: 'none twice', isMet: twice === 0 },
        });
      }
      return [...rows, ...shares];
    } finally {
      await database.$disconnect();
      await server.stop();
    }
  },
};
