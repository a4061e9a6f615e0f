import autocannon, { type Result } from 'autocannon';
import pg from 'pg';
import { freePort } from '../../test/set-up/free-port.ts';
import { startProgramProcess } from '../../test/set-up/world/program-process.ts';
import { until } from '../../test/set-up/time/until.ts';
import { printNumber, printSpread, spreadOf } from '../harness/figure.ts';
import { startBenchDatabase, startBenchServer } from '../harness/server.ts';
import type { Area, Row } from '../harness/table.ts';
import { newFulfillment } from './signed-webhook.ts';

const ROUNDS = 5;
const CONNECTIONS = 50;
const ROUND_S = 4;
const BURST = 10_000;
const BURST_CONNECTIONS = 200;
const P99_LIMIT_MS = 250;

/** `POST /webhooks` beside the bare limit and the stock handler, one after the other in each round, on one database. */
export const webhook: Area = {
  name: 'webhook',
  title: `Webhook answer: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_S} s; 200 after the commit`,
  async measure(say) {
    const server = await startBenchDatabase();
    const running: { stop(): Promise<unknown> }[] = [];
    try {
      const bare = await startBenchServer('webhook/bare-server.ts', await server.create('bare'));
      const batching = await startBenchServer('webhook/batching-server.ts', await server.create('batching'));
      const stock = await startBenchServer('webhook/stock-server.ts', await server.create('stock'));
      const web = await start({ DATABASE_URL: await server.create('web'), ROLE: 'web' });
      const all = await start(server.variables);
      const moveAll = (isMeasured: boolean) => process.kill(all.pid, isMeasured ? 'SIGCONT' : 'SIGSTOP');
      running.push(bare, batching, stock, web, { stop: () => (moveAll(true), all.stop()) });
      const rates = { bare: [], batching: [], stock: [], web: [], all: [] } satisfies Record<string, number[]>;
      const named: Record<string, { url: string; rates: number[] }> = {
        bare: { ...bare, rates: rates.bare },
        batching: { ...batching, rates: rates.batching },
        stock: { ...stock, rates: rates.stock },
        web: { ...web, rates: rates.web },
        all: { ...all, rates: rates.all },
      };
      const latencies: number[] = [];
      for (const { url } of Object.values(named)) await load(url, { duration: 2 }); // warm up
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const [name, target] of Object.entries(named)) {
          // what it has taken in takes it longer to go through than a round
          moveAll(name === 'all');
          const result = await load(target.url, { duration: ROUND_S });
          target.rates.push(result.requests.average);
          if (name === 'web') latencies.push(result.latency.p99);
          say(`round ${round}, ${name}: ${printNumber(result.requests.average)} /s, p99 ${result.latency.p99} ms`);
        }
      }
      const bursts: Burst[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        bursts.push(await burst(all.url, server.url));
        say(`burst ${round}: ${JSON.stringify(bursts.at(-1))}`);
      }
      return rowsOf(rates, latencies, bursts);
    } finally {
      for (const each of running) await each.stop();
      await server.stop();
    }
  },
};

async function start(variables: Readonly<Record<string, string>>) {
  return startProgramProcess({
    PORT: String(await freePort()),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    SANDBOX_SHOPIFY_URL: 'http://127.0.0.1:9',
    ...variables,
  });
}

let lastId = 1_000_000;

async function load(url: string, options: { duration: number } | { amount: number; connections: number }) {
  const result: Result = await autocannon({
    url: `${url}/webhooks`,
    method: 'POST',
    connections: CONNECTIONS,
    timeout: 30,
    ...options,
    requests: [{ setupRequest: (request) => ({ ...request, ...newFulfillment((lastId += 1)) }) }],
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${failed} of ${result.requests.total} webhooks were not taken in`);
  return result;
}

interface Burst {
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Seconds from the last answer until every webhook has its delivery. */
  readonly handledAfterS: number;
  readonly lost: number;
}

async function burst(url: string, databaseUrl: string): Promise<Burst> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const count = async (sql: string) => Number((await client.query<{ count: string }>(sql)).rows[0]?.count);
  const open = () => count('SELECT count(*) FROM "WebhookReceipt" WHERE "dueAt" IS NOT NULL');
  await until('what came before handled', async () => (await open()) === 0, { moving: open });
  const before = await count('SELECT count(*) FROM "Delivery"');
  const result = await load(url, { amount: BURST, connections: BURST_CONNECTIONS });
  const answeredAt = performance.now();
  await until('the burst handled', async () => (await open()) === 0, { moving: open });
  const handledAfterS = (performance.now() - answeredAt) / 1000;
  const lost = BURST - ((await count('SELECT count(*) FROM "Delivery"')) - before);
  await client.end();
  return { p99Ms: result.latency.p99, perSecond: BURST / result.duration, handledAfterS, lost };
}

function rowsOf(
  rates: Readonly<Record<'bare' | 'batching' | 'stock' | 'web' | 'all', readonly number[]>>,
  latencies: readonly number[],
  bursts: readonly Burst[],
): Row[] {
  const [bare, batching, stock, web, all] = [
    spreadOf(rates.bare),
    spreadOf(rates.batching),
    spreadOf(rates.stock),
    spreadOf(rates.web),
    spreadOf(rates.all),
  ];
  const ofBatching = web.median / batching.median;
  const allOfBatching = all.median / batching.median;
  const ofLimit = web.median / bare.median;
  const ofStock = web.median / stock.median;
  const p99 = spreadOf(bursts.map(({ p99Ms }) => p99Ms));
  const lost = bursts.reduce((sum, burst) => sum + burst.lost, 0);
  return [
    {
      what: 'webhooks answered, `ROLE=web`',
      figure: printSpread(web, '/s'),
      beside: `bare node:http + HMAC + INSERT: ${printSpread(bare, '/s')}, ${ofLimit.toFixed(2)} of it`,
    },
    {
      what: 'the same',
      figure: printSpread(web, '/s'),
      beside: `the same with shared commits and JSON.parse: ${printSpread(batching, '/s')}`,
      ceiling: { text: `at least 0.6 of it: ${ofBatching.toFixed(2)}`, isMet: ofBatching >= 0.6 },
    },
    {
      what: 'the same',
      figure: `p99 ${printSpread(spreadOf(latencies), 'ms')}`,
      beside: `stock, Remix + authenticate.webhook + Prisma: ${printSpread(stock, '/s')}, ${ofStock.toFixed(1)} times it`,
    },
    {
      what: 'webhooks answered while they are handled, `ROLE=all`',
      figure: printSpread(all, '/s'),
      beside: `with shared commits: ${printSpread(batching, '/s')}, ${allOfBatching.toFixed(2)} of it`,
    },
    {
      what: `burst of ${BURST}, ${BURST_CONNECTIONS} connections, \`ROLE=all\``,
      figure: `p99 ${printSpread(p99, 'ms')}; ${printSpread(spreadOf(bursts.map((burst) => burst.perSecond)), '/s')}`,
      ceiling: { text: `p99 under ${P99_LIMIT_MS} ms`, isMet: p99.most < P99_LIMIT_MS },
    },
    {
      what: 'of the bursts, lost',
      figure: printNumber(lost),
      beside: `all handled ${printSpread(spreadOf(bursts.map((burst) => burst.handledAfterS)), 's')} after the last answer`,
      ceiling: { text: 'none', isMet: lost === 0 },
    },
  ];
}
