import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultKind } from '../../sandbox/operator/faults.ts';
import { inOrderOfTime } from '../../app/domain/operator-state.ts';
import { limaOrder, SHOP } from '../set-up/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/offline-world.ts';
import { freePort, type Program } from '../set-up/program.ts';
import { until } from '../set-up/until.ts';

/** A small storm in every test run; `npm run storm` is the full one. */
const FULFILLMENTS = Number(process.env.STORM_FULFILLMENTS ?? 40);
const KILL_EVERY_MS = 4_000;
const WITHIN_MS = 240_000 + FULFILLMENTS * 2_000;

/** Together they strike about a third of all calls. */
const FAULTS: readonly FaultKind[] = [
  ...(['500', '500-after-accepting', 'reset', 'reset-after-accepting', 'hang', 'hang-after-accepting'] as const),
  ...(['429', '429-retry-after', '503', 'html', 'html-after-accepting', 'truncated-json'] as const),
];
const PROBABILITY = 0.033;

let world: OfflineWorld;
const workers: Program[] = [];
let web: Program;

beforeAll(async () => {
  const state = 1_500;
  world = await startOfflineWorld({
    timeline: {
      ...{ ingresado: state, 'asignación aceptada': state, 'en punto de retiro': state },
      ...{ 'en despacho': state, 'en camino entrega': state },
    },
  });
  web = await world.start({ ROLE: 'web' });
  await world.setUpShop(web);
  for (let count = 0; count < 2; count += 1) workers.push(await startWorker());
});

afterAll(async () => {
  await world.stop();
});

const startWorker = async () => world.start({ ROLE: 'worker', PORT: String(await freePort()) });

/** A worker falls, and another one comes, again and again until it is told to stop. */
function killAgainAndAgain() {
  let kills = 0;
  const over = new AbortController();
  const killing = (async () => {
    for (;;) {
      const next = Date.now() + KILL_EVERY_MS;
      await until('the time to kill', () => over.signal.aborted || Date.now() >= next, KILL_EVERY_MS * 2);
      if (over.signal.aborted) break;
      await workers.shift()?.kill();
      kills += 1;
      workers.push(await startWorker());
    }
  })();
  return async () => {
    over.abort();
    await killing;
    return kills;
  };
}

it(
  `${FULFILLMENTS} fulfillments through an operator that fails a third of its calls, while workers are killed`,
  async () => {
    for (const kind of FAULTS) world.operator.injectFault({ kind, verb: 'any', probability: PROBABILITY });
    world.shopify.setWebhookPolicy({ duplicate: FULFILLMENTS });
    const stopKilling = killAgainAndAgain();
    const fulfillments = Array.from({ length: FULFILLMENTS }, () =>
      world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id),
    );
    const ids = fulfillments.map(({ id }) => id);

    await until(
      'every delivery delivered',
      async () => {
        const where = { fulfillmentId: { in: ids }, phase: 'delivered' };
        return (await world.database.delivery.count({ where })) === FULFILLMENTS;
      },
      WITHIN_MS,
    );
    await until(
      'every publication settled',
      async () => (await world.database.publication.count({ where: { settledAt: null } })) === 0,
      WITHIN_MS,
    );
    const kills = await stopKilling();

    // exactly one delivery order for each fulfillment
    const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
    expect([...numbers].sort()).toEqual(fulfillments.map(({ name }) => `tienda-prueba-${name.slice(1)}`).sort());
    const deliveries = await world.database.delivery.findMany({
      where: { fulfillmentId: { in: ids } },
      include: { stateEntries: true, attempts: true },
    });
    for (const { stateEntries, problems } of deliveries) {
      expect(inOrderOfTime(stateEntries).map(({ status }) => status)).toEqual([
        ...['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega', 'entregado'],
      ]);
      expect(problems).toEqual([]);
    }
    // every event once, and in order
    for (const { events, trackingInfo } of fulfillments) {
      expect(events.map(({ status }) => status)).toEqual(['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']);
      expect(trackingInfo).toHaveLength(1);
    }

    const attempts = deliveries.flatMap((delivery) => delivery.attempts);
    const count = (verb: string) => attempts.filter((attempt) => attempt.verb === verb).length;
    const recovered = deliveries.filter(({ recoveredAt }) => recoveredAt !== null).length;
    process.stdout.write(
      `storm: ${FULFILLMENTS} fulfillments, ${count('create')} creates, ${count('look-up')} look-ups, ` +
        `${recovered} recovered, ${count('read')} failed reads, ${kills} kills\n`,
    );
    expect(count('create')).toBeGreaterThan(FULFILLMENTS);
    expect(kills).toBeGreaterThan(0);
  },
  WITHIN_MS * 2,
);

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
