import { readFile } from 'node:fs/promises';
import { limaOrder, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../test/set-up/world/offline-world.ts';
import { freePort } from '../test/set-up/free-port.ts';
import { until } from '../test/set-up/time/until.ts';
import type { ProgramProcess } from '../test/set-up/world/program-process.ts';
import { printNumber, printSpread, spreadOf } from './harness/figure.ts';
import { keepToOneCore, processorOfAll } from './harness/process.ts';
import { startBenchDatabase } from './harness/server.ts';
import type { Area, Row } from './harness/table.ts';

const CONCURRENCY = 20;
/** Each run has a queue that lasts for about a minute at most. */
const RUNS = [
  { latencyMs: 20, deliveries: 2_000, isOnOneCore: false },
  { latencyMs: 200, deliveries: 5_000, isOnOneCore: false },
  { latencyMs: 200, deliveries: 5_000, isOnOneCore: process.platform === 'linux' },
  { latencyMs: 1_000, deliveries: 600, isOnOneCore: false },
] as const;
/**
 * The same queue for several workers, whose processor is compared with that of one. A process compiles its code while it
 * hands over its first deliveries, so `warmUp` of them come before the queue that is measured.
 */
const FLEET = { workers: 3, run: RUNS[1], warmUp: 3_000 };
const ONE_WORKER = { workers: 1, warmUp: 0, isOnOneCore: false };
/** The queue of each run is split into this many stretches of equal length, one after the other. */
const ROUNDS = 5;
const LEAST_SHARE = 0.8;
const SHOP = 'tienda-banco.myshopify.com';

/**
 * Measures from the queue to the accepted order: one worker and one operator account, beside what latency and
 * concurrency permit.
 */
export const handOver: Area = {
  name: 'hand-over',
  title: `Hand-over: one worker, ${CONCURRENCY} calls at once, ${ROUNDS} stretches of each queue`,
  async measure(say) {
    const rows: Row[] = [];
    for (const { latencyMs, deliveries, isOnOneCore } of RUNS) {
      const how = { ...ONE_WORKER, isOnOneCore };
      const { rates, cpuMs, publishedAfterS } = await drainQueue(latencyMs, deliveries, how);
      const place = isOnOneCore ? ', the worker and its database on one core' : '';
      const permitted = (CONCURRENCY * 1000) / latencyMs;
      const share = spreadOf(rates).median / permitted;
      say(`${latencyMs} ms${place}: ${rates.map(printNumber).join(', ')} /s`);
      rows.push({
        what: `operator at ${latencyMs.toLocaleString('en')} ms, ${deliveries.toLocaleString('en')} waiting${place}`,
        figure: `${printSpread(spreadOf(rates), '/s')}; ${cpuMs === null ? '?' : printNumber(cpuMs)} ms of processor each; in the shop ${printNumber(publishedAfterS)} s after, at most`,
        beside: `permitted by latency and concurrency: ${printNumber(permitted)} /s, share ${share.toFixed(2)}`,
        ...(latencyMs === 200 && {
          ceiling: {
            text: `at least ${LEAST_SHARE} of what is permitted: ${share.toFixed(2)}`,
            isMet: share >= LEAST_SHARE,
          },
        }),
      });
    }
    const { workers, run, warmUp } = FLEET;
    const one = await drainQueue(run.latencyMs, run.deliveries, { ...ONE_WORKER, warmUp });
    const several = await drainQueue(run.latencyMs, run.deliveries, { ...ONE_WORKER, workers, warmUp });
    const ratio = one.wholeMs === null || several.wholeMs === null ? NaN : several.wholeMs / one.wholeMs;
    const print = ({ rates, wholeMs, publishedAfterS }: typeof one) =>
      `${printSpread(spreadOf(rates), '/s')}; ${wholeMs === null ? '?' : printNumber(wholeMs)} ms of processor each, until it is in the shop, ${printNumber(publishedAfterS)} s after at most`;
    rows.push({
      what: `${workers} workers, operator at ${run.latencyMs} ms, ${run.deliveries.toLocaleString('en')} waiting, after ${warmUp.toLocaleString('en')}`,
      figure: print(several),
      beside: `one worker: ${print(one)}; ${ratio.toFixed(2)} times its processor`,
    });
    return rows;
  },
};

/**
 * @param workers how many worker processes share the queue and the calls of the account
 * @param warmUp how many deliveries are handed over, and are in the shop, before the queue that is measured
 * @param isOnOneCore whether the workers share one core with their database
 */
async function drainQueue(latencyMs: number, deliveries: number, { workers, warmUp, isOnOneCore }: typeof ONE_WORKER) {
  const server = await startBenchDatabase();
  const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
  try {
    // A huge budget of query points, because Shopify's budget is not what this measures.
    world.shopify.addShop({ ...TEST_SHOP, domain: SHOP, limits: { maximum: 1e9, restoreRate: 1e9 } });
    world.shopify.setWebhookPolicy({ isMute: true });
    const web = await world.startProcess({ ROLE: 'web' });
    await world.setUpShop(web, {}, { shop: SHOP, token: OPERATOR_TOKEN });
    world.operator.injectFault({ kind: 'slow', verb: 'create', delayMs: latencyMs });
    const processes: ProgramProcess[] = [];
    for (let started = 0; started < workers; started += 1) {
      processes.push(
        await world.startProcess({
          ROLE: 'worker',
          PORT: String(await freePort()),
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          OPERATOR_CONCURRENCY: String(CONCURRENCY),
          TRACKING_INTERVAL_SECONDS: '3600',
        }),
      );
    }
    const used = () => processorOfAll(processes.map(({ pid }) => pid));
    const drain = async (of: number) => {
      await world.database.$executeRaw`UPDATE "Delivery" SET "sendAt" = now() WHERE "phase" = 'waiting'`;
      await until(
        'the queue handed over',
        async () => (await world.database.delivery.count({ where: { phase: 'in-delivery' } })) === of,
      );
    };
    const allPublished = () =>
      until(
        'everything published',
        async () => (await world.database.publication.count({ where: { settledAt: null } })) === 0,
      );
    await enterQueue(world, warmUp);
    await drain(warmUp);
    await allPublished();
    await enterQueue(world, deliveries);
    if (isOnOneCore) await keepToOneCore([await serverPid(world), ...processes.map(({ pid }) => pid)]);
    const before = await used();
    await drain(warmUp + deliveries);
    const after = await used();
    const accepted = await world.database.delivery.findMany({
      where: { phase: 'in-delivery' },
      select: { handedOverAt: true },
      orderBy: { handedOverAt: 'asc' },
      skip: warmUp,
    });
    const times = accepted.map(({ handedOverAt }) => handedOverAt?.getTime() ?? 0);
    const stretch = Math.floor((times.length - 1) / ROUNDS);
    const rates = Array.from({ length: ROUNDS }, (_, round) => {
      const [from, to] = [times[round * stretch], times[(round + 1) * stretch]];
      return (stretch * 1000) / ((to ?? 0) - (from ?? 0));
    });
    await allPublished();
    const atEnd = await used();
    const [slowest] = await world.database.$queryRaw<{ seconds: number }[]>`
      SELECT max(extract(epoch FROM p."settledAt" - d."handedOverAt"))::float AS "seconds"
      FROM "Publication" p JOIN "Delivery" d ON d."id" = p."deliveryId" WHERE p."kind" = 'tracking'`;
    return {
      rates,
      cpuMs: before === null || after === null ? null : (after - before) / deliveries,
      wholeMs: before === null || atEnd === null ? null : (atEnd - before) / deliveries,
      publishedAfterS: slowest?.seconds ?? NaN,
    };
  } finally {
    await world.stop();
  }
}

/** Opens deliveries as a webhook does, to be sent tomorrow. */
async function enterQueue({ shopify, database }: OfflineWorld, deliveries: number): Promise<void> {
  const orders = Array.from({ length: deliveries }, () => shopify.enterOrder(SHOP, limaOrder()));
  const fulfillmentIds = orders.map(({ id }) => shopify.fulfill(SHOP, id).id);
  const orderIds = orders.map(({ id }) => id);
  await database.$executeRaw`
    INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "sendAt", "createdAt", "updatedAt")
    SELECT gen_random_uuid(), ${SHOP}, f."id", f."orderId", now() + interval '1 day', now(), now()
    FROM unnest(${fulfillmentIds}::text[], ${orderIds}::text[]) f("id", "orderId")`;
}

/** The process of the database that has the others as its children. */
async function serverPid({ database }: OfflineWorld): Promise<number> {
  const [backend] = await database.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS "pid"`;
  const [, parent] = /PPid:\s+(\d+)/.exec(await readFile(`/proc/${backend?.pid}/status`, 'utf8')) ?? [];
  return Number(parent);
}
