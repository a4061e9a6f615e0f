import { claimDueReads } from '../../app/deliveries/delivery-store.ts';
import { STANDARD_PACE } from '../../app/pace.ts';
import { openDatabase } from '../../app/persistence/database.ts';
import { printNumber, printSpread, spreadOf, type Spread } from '../harness/figure.ts';
import { startBenchDatabase } from '../harness/server.ts';
import { seedDeliveries } from '../harness/seed.ts';
import type { Area, Row } from '../harness/table.ts';
import { measureReads } from '../reads.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
const BATCH = 100;
const CLAIMS = 40;
const WORKERS = [2, 4] as const;

/** A fleet has many accounts. With one, several workers must divide its calls. */
const READERS = [
  { accounts: 32, workers: [1, 2] },
  { accounts: 1, workers: [1, 2, 4] },
] as const;

/**
 * Reads of due deliveries: claiming them as the table grows, claims of several workers at once, and the reads
 * themselves.
 */
export const tracking: Area = {
  name: 'tracking',
  title: `Tracking: claims of ${BATCH} due deliveries, ${CLAIMS} claims a size; reads at an operator that answers at once`,
  measure: async (say) => [...(await measureClaims(say)), ...(await readsOfWorkers(say))],
};

async function readsOfWorkers(say: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { accounts, workers } of READERS) {
    let ofOne = NaN;
    for (const count of workers) {
      say(`${count} reading`);
      const { perSecond, processorMs, commits } = await measureReads(count, accounts);
      if (count === 1) ofOne = commits;
      const ofProcessor = processorMs === null ? [] : [`${printNumber(processorMs)} ms of processor`];
      const who = count === 1 ? 'one worker reads' : `${count} workers read`;
      rows.push({
        what: `${who} without news, ${accounts === 1 ? 'one account' : `${accounts} accounts`}`,
        figure: printSpread(perSecond, '/s'),
        beside: [...ofProcessor, `${printNumber(commits)} transactions each`].join(', '),
        ...(count === 2 && {
          ceiling: {
            text: `no more transactions than one worker: ${printNumber(commits / ofOne)}`,
            isMet: commits <= ofOne,
          },
        }),
      });
    }
  }
  return rows;
}

async function measureClaims(say: (line: string) => void): Promise<Row[]> {
  const server = await startBenchDatabase();
  const database = openDatabase(server.url, STANDARD_PACE.database);
  const claim = (leaseMs: number) =>
    claimDueReads(database, {
      now: new Date(),
      leaseMs,
      limit: BATCH,
      rooms: { known: {}, others: BATCH },
      afterAccount: null,
    });
  try {
    const costs: Spread[] = [];
    for (const size of SIZES) {
      say(`${size} deliveries`);
      await seedDeliveries(server.url, size);
      await claim(0); // warm up
      const times: number[] = [];
      for (let round = 0; round < CLAIMS; round += 1) {
        const startedAt = performance.now();
        await claim(0); // makes the rows due again at once, behind the others, so that every claim finds a full batch
        times.push(performance.now() - startedAt);
      }
      costs.push(spreadOf(times));
    }
    const rows = costs.map((cost, index) => {
      const growth = cost.median / (costs[0]?.median ?? cost.median);
      return {
        what: `a claim at ${(SIZES[index] ?? 0).toLocaleString('en')} deliveries`,
        figure: printSpread(cost, 'ms'),
        ...(index === 0 ? {} : { ceiling: { text: `twice the first: ${growth.toFixed(2)}`, isMet: growth <= 2 } }),
      };
    });
    const shares = [];
    for (const workers of WORKERS) {
      const claimed: string[] = [];
      const startedAt = performance.now();
      await Promise.all(
        Array.from({ length: workers }, async () => {
          for (let round = 0; round < 20; round += 1) claimed.push(...(await claim(60_000)).map(({ id }) => id));
        }),
      );
      const perSecond = claimed.length / ((performance.now() - startedAt) / 1000);
      const twice = claimed.length - new Set(claimed).size;
      shares.push({
        what: `${workers} workers claim at once`,
        figure: `${perSecond.toFixed(0)} claimed /s, ${twice} twice`,
        ceiling: { text: 'none twice', isMet: twice === 0 },
      });
    }
    return [...rows, ...shares];
  } finally {
    await database.$disconnect();
    await server.stop();
  }
}
