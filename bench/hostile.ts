import { setTimeout as pause } from 'node:timers/promises';
import { limaOrder } from '../test/set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../test/set-up/world/offline-world.ts';
import type { ProgramProcess } from '../test/set-up/world/program-process.ts';
import { until } from '../test/set-up/time/until.ts';
import { printNumber, printSpread, spreadOf } from './harness/figure.ts';
import { seedDeliveries } from './harness/seed.ts';
import { startBenchDatabase } from './harness/server.ts';
import type { Area } from './harness/table.ts';
import { fulfillWithWebhook, p99, setUpShops, tokenOf } from './harness/shops.ts';
import { sendWebhooks } from './harness/webhook-sender.ts';

const ORDINARY = 20;
const HOSTILE = 'tienda-hostil.myshopify.com';
/**
 * Deliveries of the hostile shop before the first round, so that its exports and reads have many rows to go through.
 */
const HISTORY = 30_000;
/** Webhooks of the ordinary shops in a round, shop after shop, and the pause between two. */
const WEBHOOKS = 600;
const EVERY_MS = 40;
/** Rounds with the hostile shop. A round without it comes before each. */
const ROUNDS = 5;
const RATIO_LIMIT = 1.5;
/** Pause of each loop of the attack between an answer and its next request. */
const ATTACK_EVERY_MS = 10;
const DRIP = { kind: 'drip', delayMs: 500, pieceBytes: 20 } as const;

interface Round {
  readonly webhookP99: number;
  readonly handOverMedian: number;
}

/** Twenty ordinary shops, measured alternately with and without a hostile shop beside them. */
export const hostile: Area = {
  name: 'hostile',
  title: `One hostile shop beside ${ORDINARY} ordinary ones: ${ROUNDS} rounds each with and without it, ${WEBHOOKS} fulfillments a round`,
  async measure(say) {
    const server = await startBenchDatabase();
    const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
    try {
      const { program, shops } = await setUp(world);
      await seedDeliveries(server.url, HISTORY, HOSTILE);
      const rounds = { without: [] as Round[], with: [] as Round[] };
      await takeRound(world, program, shops); // warm
      for (let round = 1; round <= ROUNDS; round += 1) {
        rounds.without.push(await takeRound(world, program, shops));
        const attack = beginAttack(world, program);
        rounds.with.push(await takeRound(world, program, shops));
        say(`round ${round}: ${JSON.stringify([rounds.without.at(-1), rounds.with.at(-1)])}; ${await attack.end()}`);
      }
      return (['webhookP99', 'handOverMedian'] as const).map((figure) => {
        const [alone, beside] = [rounds.without, rounds.with].map((list) => spreadOf(list.map((each) => each[figure])));
        const ratio = (beside?.median ?? NaN) / (alone?.median ?? NaN);
        return {
          what:
            figure === 'webhookP99'
              ? 'webhook p99 of ordinary shops'
              : 'from webhook to hand-over, median of ordinary shops',
          figure: beside ? printSpread(beside, 'ms') : '',
          beside: `without the hostile shop ${alone ? printSpread(alone, 'ms') : ''}`,
          ceiling: { text: `at most ${RATIO_LIMIT} times: ${printNumber(ratio)}`, isMet: ratio <= RATIO_LIMIT },
        };
      });
    } finally {
      await world.stop();
    }
  },
};

async function setUp(world: OfflineWorld) {
  const program = await world.startProcess({ NODE_ENV: 'production', LOG_LEVEL: 'warn' });
  world.shopify.setWebhookPolicy({ isMute: true }); // the benchmark sends the webhooks itself, to measure them
  const shops = Array.from({ length: ORDINARY }, (_, index) => `tienda-${index}.myshopify.com`);
  await setUpShops(world, program, [...shops, HOSTILE]);
  return { program, shops };
}

async function takeRound(world: OfflineWorld, program: ProgramProcess, shops: readonly string[]): Promise<Round> {
  const webhooks = Array.from({ length: WEBHOOKS }, (_, index) =>
    fulfillWithWebhook(world, shops[index % shops.length] ?? ''),
  );
  const times = await sendWebhooks({ url: `${program.url}/webhooks`, webhooks, everyMs: EVERY_MS });
  const ids = webhooks.map(({ id }) => id);
  const isOurs = { fulfillmentId: { in: ids } };
  await until('the ordinary deliveries handed over', async () => {
    return (await world.database.delivery.count({ where: { ...isOurs, handedOverAt: { not: null } } })) === ids.length;
  });
  const rows = await world.database.delivery.findMany({
    where: isOurs,
    select: { createdAt: true, handedOverAt: true },
    take: ids.length,
  });
  const waits = rows.map(({ createdAt, handedOverAt }) => (handedOverAt?.getTime() ?? 0) - createdAt.getTime());
  return { webhookP99: p99(times), handOverMedian: spreadOf(waits).median };
}

const WORDS_LIMIT = 9_900;

/** Makes all requests that a shop can make, as often as it can. */
function beginAttack(world: OfflineWorld, program: ProgramProcess): { end(): Promise<string> } {
  const ending = new AbortController();
  const { signal } = ending;
  world.operator.injectFault({ ...DRIP, account: tokenOf(HOSTILE) });
  const asked = { answered: 0, refused: 0 };
  const ask = async (path: string) => {
    const headers = {
      Authorization: `Bearer ${world.shopify.idToken(HOSTILE)}`,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    };
    const answer = await fetch(`${program.url}${path}`, { headers, signal });
    await answer.arrayBuffer();
    asked[answer.ok ? 'answered' : 'refused'] += 1;
  };
  const long = (words: string) => words.repeat(Math.ceil(WORDS_LIMIT / words.length)).slice(0, WORDS_LIMIT);
  const order = () =>
    limaOrder({
      note: long('<a> , ; https://a.example/'),
      customAttributes: [{ key: 'Receta', value: long('https://a.example/,; ') }],
    });
  let lastOrder = '1';
  const again = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work().catch(() => null);
      // the attacker shares the machine with what is measured: it must not win by using the processor itself
      await pause(ATTACK_EVERY_MS);
    }
  };
  const loops = [
    ...[1, 2].map(() => again(() => ask('/app/deliveries/csv'))),
    ...[1, 2].map(() => again(() => ask(`/api/orders/${lastOrder}/preview`))),
    again(() => ask('/app/deliveries')),
    again(async () => {
      const { id } = world.shopify.enterOrder(HOSTILE, order());
      lastOrder = id.split('/').at(-1) ?? '1';
      world.shopify.fulfill(HOSTILE, id);
      const { body, headers } = fulfillWithWebhook(world, HOSTILE, order());
      await (await fetch(`${program.url}/webhooks`, { method: 'POST', body, headers })).arrayBuffer();
    }),
  ];
  return {
    async end() {
      ending.abort();
      await Promise.all(loops);
      world.operator.clearFaults();
      return `the hostile shop was answered ${asked.answered} times and refused ${asked.refused} times`;
    },
  };
}
