import { setTimeout as pause } from 'node:timers/promises';
import { limaOrder } from '../test/set-up/world/demo-order.ts';
import { freePort } from '../test/set-up/free-port.ts';
import { startOfflineWorld, type OfflineWorld } from '../test/set-up/world/offline-world.ts';
import type { ProgramProcess } from '../test/set-up/world/program-process.ts';
import { printNumber, spreadOf } from './harness/figure.ts';
import { processorOfAll } from './harness/process.ts';
import { startBenchDatabase } from './harness/server.ts';
import { fulfillWithWebhook, p99, setUpShops } from './harness/shops.ts';
import type { Area } from './harness/table.ts';
import { sendWebhooks } from './harness/webhook-sender.ts';

/** Hand-overs that wait. `BENCH_BACKLOG` overrides it. */
const SIZE = Number(process.env.BENCH_BACKLOG ?? 50_000);
const SHOPS = 200;
/** The first shop has this part of the backlog. */
const LARGEST = 0.5;
/** Deliveries that are tracked already, for each that waits. Their reads are due as well. */
const TRACKED = 0.2;
const OPERATOR_MS = 20;
/** Webhooks of new fulfillments in the small shops, one after the other. */
const WEBHOOKS = 600;
const EVERY_MS = 25;
const LOOK_EVERY_MS = 500;
const STILL_LIMIT_MS = 60_000;

/** A Monday: everything that waited over a weekend is due at once, in many shops, while new orders arrive. */
export const backlog: Area = {
  name: 'backlog',
  title: `Backlog: ${SIZE.toLocaleString('en')} hand-overs and ${(SIZE * TRACKED).toLocaleString('en')} reads due at once in ${SHOPS} shops, one web and one worker process`,
  async measure(say) {
    const server = await startBenchDatabase();
    const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
    try {
      const variables = { NODE_ENV: 'production', LOG_LEVEL: 'warn', TRACKING_INTERVAL_SECONDS: '3600' };
      const web = await world.startProcess({ ...variables, ROLE: 'web' });
      world.shopify.setWebhookPolicy({ isMute: true }); // the benchmark sends the webhooks itself, to measure them
      const shops = Array.from({ length: SHOPS }, (_, place) => `lunes-${place}.myshopify.com`);
      await setUpShops(world, web, shops);
      world.operator.injectFault({ kind: 'slow', verb: 'create', delayMs: OPERATOR_MS });
      const worker = await world.startProcess({ ...variables, ROLE: 'worker', PORT: String(await freePort()) });
      await enter(world, shops, SIZE * TRACKED);
      await makeDue(world);
      await drain(world, say);
      const quiet = await fulfillInSmallShops(world, web, shops);
      await drain(world, say);

      await enter(world, shops, SIZE);
      const before = await processorOfAll([worker.pid]);
      const began = performance.now();
      await makeDue(world);
      const busy = fulfillInSmallShops(world, web, shops);
      const handedOverAfterS = await drain(world, say, 'hand-overs');
      const allAfterS = handedOverAfterS + (await drain(world, say));
      const after = await processorOfAll([worker.pid]);
      const { times, ids } = await busy;
      const waits = await waitsOf(world, ids);
      const first = await slowestFirst(world);
      const ms = before === null || after === null ? NaN : (after - before) / SIZE;
      say(`${((performance.now() - began) / 1000).toFixed(0)} s`);
      return [
        {
          what: 'handed over',
          figure: `${printNumber(SIZE / handedOverAfterS)} /s; with all reads and writes to the shops ${printNumber(SIZE / allAfterS)} /s; ${printNumber(ms)} ms of processor each`,
          beside: `permitted by ${SHOPS} accounts: ${((SHOPS * 20 * 1000) / OPERATOR_MS).toLocaleString('en')} /s; the thread limits it`,
        },
        {
          what: 'the first hand-over of a shop, at most',
          figure: `${printNumber(first)} s after it was due`,
        },
        {
          what: 'a new order in a small shop meanwhile, until it is handed over',
          figure: `median ${printNumber(spreadOf(waits).median)} s, at most ${printNumber(Math.max(...waits))} s`,
        },
        {
          what: 'webhook p99 meanwhile',
          figure: `${printNumber(p99(times))} ms`,
          beside: `${printNumber(p99(quiet.times))} ms when nothing waits`,
          ceiling: { text: 'at most 250 ms', isMet: p99(times) <= 250 },
        },
      ];
    } finally {
      await world.stop();
    }
  },
};

/** Without its gift card, whose fulfillment nobody reports here: the sweep of missed webhooks would find and skip each. */
const order = () => limaOrder({ lineItems: [{ title: 'Taza', sku: 'TAZA', price: '35.00' }] });

/** Opens deliveries as webhooks do, to be sent tomorrow. */
async function enter({ shopify, database }: OfflineWorld, shops: readonly string[], size: number): Promise<void> {
  const small = Math.ceil((size * (1 - LARGEST)) / (shops.length - 1));
  for (const [place, shop] of shops.entries()) {
    const fulfillments = Array.from({ length: place === 0 ? size * LARGEST : small }, () =>
      shopify.fulfill(shop, shopify.enterOrder(shop, order()).id),
    );
    await database.$executeRaw`
      INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "sendAt", "createdAt", "updatedAt")
      SELECT gen_random_uuid(), ${shop}, f."id", f."orderId", now() + interval '1 day', now(), now()
      FROM json_to_recordset(${JSON.stringify(fulfillments)}::json) AS f("id" text, "orderId" text)`;
  }
}

async function makeDue({ database }: OfflineWorld): Promise<void> {
  await database.$executeRaw`UPDATE "Delivery" SET "nextReadAt" = now() WHERE "nextReadAt" IS NOT NULL`;
  await database.$executeRaw`UPDATE "Delivery" SET "sendAt" = now(), "createdAt" = now() WHERE "phase" = 'waiting'`;
}

/** What is still to be done; the questions are cheap, because they are asked while others are measured. */
async function waiting({ database }: OfflineWorld) {
  const [row] = await database.$queryRaw<{ handOvers: number; reads: number; publications: number }[]>`
    SELECT (SELECT count(*)::int FROM "Delivery" WHERE "phase" IN ('waiting', 'handing-over')) AS "handOvers",
      (SELECT count(*)::int FROM "PlannedRead" WHERE "readAt" <= now() + interval '5 minutes') AS "reads",
      (SELECT count(*)::int FROM "Publication" WHERE "settledAt" IS NULL) AS "publications"`;
  return row ?? { handOvers: NaN, reads: NaN, publications: NaN };
}

/** @returns seconds until nothing is left, or with `what` no hand-over */
async function drain(world: OfflineWorld, say: (line: string) => void, what?: 'hand-overs'): Promise<number> {
  const began = performance.now();
  let seen = '';
  for (let changedAt = began; ;) {
    const left = await waiting(world);
    const isDone = left.handOvers === 0 && (what === 'hand-overs' || left.reads + left.publications === 0);
    if (isDone) return (performance.now() - began) / 1000;
    if (seen !== JSON.stringify(left)) changedAt = performance.now();
    seen = JSON.stringify(left);
    if (performance.now() - changedAt > STILL_LIMIT_MS) throw new Error(`nothing has moved for a minute: ${seen}`);
    say(seen);
    await pause(LOOK_EVERY_MS);
  }
}

/** Sends webhooks of new fulfillments. */
async function fulfillInSmallShops(world: OfflineWorld, web: ProgramProcess, shops: readonly string[]) {
  const small = shops.slice(1);
  const webhooks = Array.from({ length: WEBHOOKS }, (_, place) =>
    fulfillWithWebhook(world, small[place % small.length] ?? '', order()),
  );
  const times = await sendWebhooks({ url: `${web.url}/webhooks`, webhooks, everyMs: EVERY_MS });
  return { times, ids: webhooks.map(({ id }) => id) };
}

/** Seconds from the webhook of each to its hand-over. */
async function waitsOf({ database }: OfflineWorld, ids: readonly string[]): Promise<number[]> {
  const rows = await database.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM "handedOverAt" - "createdAt")::float8 AS "seconds" FROM "Delivery"
    WHERE "fulfillmentId" = ANY (${[...ids]})`;
  return rows.map(({ seconds }) => seconds);
}

/** Seconds from when the backlog was due to the first hand-over of the shop that waited longest for it. */
async function slowestFirst({ database }: OfflineWorld): Promise<number> {
  const [row] = await database.$queryRaw<{ seconds: number }[]>`
    SELECT max("seconds") AS "seconds" FROM (
      SELECT extract(epoch FROM min("handedOverAt") - min("createdAt"))::float8 AS "seconds" FROM "Delivery"
      WHERE "createdAt" >= (SELECT max("createdAt") FROM "Delivery" WHERE "shopDomain" LIKE 'lunes-0.%')
      GROUP BY "shopDomain") AS shop`;
  return row?.seconds ?? NaN;
}
