import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../../set-up/world/program-process.ts';
import { countCalls, type CountingOperator } from './counting-operator.ts';

const WORKERS = 3;
const FULFILLMENTS = 60;
const AT_ONCE = 6;
const LATENCY_MS = 150;
/** Longer than it takes until a call waits in every place. */
const TIMEOUT_SECONDS = 15;
/** Half of it is time enough for every process to hear of the rest. */
const REST_MS = 15_000;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
/** Of a plan that fits so many orders. */
const LIMITS = { maximum: 1e6, restoreRate: 1e5 };

let world: OfflineWorld;
let operator: CountingOperator;
const workers: ProgramProcess[] = [];

const start = async (role: string) =>
  world.startProcess(
    {
      ROLE: role,
      OPERATOR_BASE_URL: operator.url,
      OPERATOR_CONCURRENCY: String(AT_ONCE),
      OPERATOR_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
      TRACKING_INTERVAL_SECONDS: '60', // reads are not to take all places
      ...(role === 'worker' && { PORT: String(await freePort()) }),
    },
    { hurry: true },
  );

beforeAll(async () => {
  world = await startOfflineWorld();
  world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
  operator = await countCalls({ operatorUrl: world.operator.url, latencyMs: LATENCY_MS, now: () => world.clock.now() });
  const web = await start('web');
  await world.setUpShop(web);
  for (let count = 0; count < WORKERS; count += 1) workers.push(await start('worker'));
});

afterAll(async () => {
  await world.stop();
  await operator.close();
});

const fulfill = (count: number) =>
  Array.from({ length: count }, () =>
    world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id),
  );
const handedOver = async (count: number) => {
  await until(`${count} handed over`, async () => {
    return (await world.database.delivery.count({ where: { handedOverAt: { not: null } } })) >= count;
  });
};
/** The processes that have a share of the account now. */
const holders = async () => {
  const [row] = await world.database.callLimit.findMany({ take: 1 });
  return typeof row?.shares === 'object' ? Object.keys(row.shares ?? {}).length : 0;
};

it('three workers together never make more calls at once than one account allows, and one takes over what another leaves', async () => {
  operator.hold();
  fulfill(FULFILLMENTS);
  await until('a share for each worker', async () => (await holders()) === WORKERS);
  await until('a call in every place', () => operator.underWay() === AT_ONCE);
  const [victim] = workers;
  await victim?.kill();
  operator.release();
  await handedOver(FULFILLMENTS);
  expect(operator.mostAtOnce()).toBe(AT_ONCE);
  expect(world.operator.orders()).toHaveLength(FULFILLMENTS);
});

it('a burst of 429 makes all of them rest', async () => {
  const begun = world.clock.now().getTime();
  operator.throttle(AT_ONCE, REST_MS / 1_000);
  fulfill(FULFILLMENTS);
  const rest = await until('a rest', async () => {
    const account = await world.database.operatorAccount.findFirst();
    const end = account?.restUntil?.getTime() ?? 0;
    return end > begun + REST_MS / 2 && end; // not one of the short rests after a failure
  });
  await handedOver(2 * FULFILLMENTS);
  // time passes until all processes have heard of it
  const early = operator.begunAt.filter((at) => at > rest - REST_MS / 2 && at < rest - LATENCY_MS);
  expect(early).toEqual([]);
  expect(operator.begunAt.some((at) => at > rest)).toBe(true);
  expect(operator.mostAtOnce()).toBeLessThanOrEqual(AT_ONCE);
});
