import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import { startBalancer } from '../../set-up/world/balancer.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../../set-up/world/program-process.ts';
import { againAndAgain } from '../storm.ts';
import { spread } from '../storm/disturbances.ts';
import { injectFaults, MODES } from '../storm/modes.ts';
import { startCluster } from './cluster.ts';
import { failOverWatched, forgottenWebhooks, watchService } from './failover.ts';
import { installed, WHY_SKIPPED } from './installed.ts';

/** `npm run storm:fleet` says how many; without it, a small storm. */
const { FLEET_FULFILLMENTS } = process.env;
const FULFILLMENTS = Number(FLEET_FULFILLMENTS ?? 20);
const FAILOVERS = FLEET_FULFILLMENTS ? 3 : 1;
const FAIL_EVERY_MS = 6_000 + FULFILLMENTS * 10;
const KILL_EVERY_MS = 5_000;
const KILL_LIMIT = Math.ceil(FULFILLMENTS / 10);
const ARRIVAL_MS = 2_000 + FULFILLMENTS * 40;
/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 1_200_000 + FULFILLMENTS * 6_000;
const ROLES = ['web', 'web', 'worker', 'worker', 'worker'] as const;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
/** Of a plan that fits so many orders: Shopify's budget is not what is tried here. */
const LIMITS = { maximum: 1e6, restoreRate: 1e5 };

/** A repeated number is a second courier, so nothing hides an order that went out twice. */
const mode = MODES.find(({ name }) => name === 'takes repeats');

describe.skipIf(!installed)(`a fleet ${WHY_SKIPPED}`, () => {
  const endings: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  it(
    `${FULFILLMENTS} fulfillments; a third of the calls fails, the primary is killed ${FAILOVERS} times, processes at random`,
    async () => {
      if (!installed || !mode) throw new Error(WHY_SKIPPED);
      const cluster = await startCluster(installed);
      endings.push(() => cluster.end());
      await applyMigrations(cluster.directUrl);
      await cluster.protect();
      const world = await startOfflineWorld(mode.operator, { url: cluster.url, drop: () => Promise.resolve() });
      endings.push(() => world.stop());
      world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
      const fleet = await startFleet(world, { DIRECT_DATABASE_URL: cluster.directUrl });
      endings.push(fleet.stop);
      const watch = await watchService(cluster.url);
      injectFaults(world.operator, mode);
      world.shopify.setWebhookPolicy({ duplicate: Math.floor(FULFILLMENTS / 3) });

      const begunAt = performance.now();
      const gaps: number[] = [];
      const stopFailing = againAndAgain({ everyMs: FAIL_EVERY_MS, most: FAILOVERS }, async () => {
        gaps.push(await failOverWatched(cluster, watch));
      });
      endings.push(stopFailing);
      const stopKilling = againAndAgain({ everyMs: KILL_EVERY_MS, most: KILL_LIMIT }, () => fleet.killOne());
      endings.push(stopKilling);
      const fulfilled = await spread(FULFILLMENTS, { ms: ARRIVAL_MS, batches: 20 }, () =>
        world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id),
      );
      const ids = fulfilled.map(({ id }) => id);
      const count = (ask: () => Promise<number>) => ask().catch(() => -1); // the database may be away
      const settledPhases = { in: ['in-delivery', 'delivered', 'needs-attention'] };
      const where = { fulfillmentId: { in: ids }, phase: settledPhases };
      const areSettled = async () => (await count(() => world.database.delivery.count({ where }))) === FULFILLMENTS;
      await until('the last failover', () => gaps.length === FAILOVERS);
      const failovers = await stopFailing();
      await until('a delivery of every fulfillment, none of them under way', areSettled);
      const kills = await stopKilling();
      await until('the same after the last kill', areSettled);
      await until(
        'every publication settled',
        async () => (await count(() => world.database.publication.count({ where: { settledAt: null } }))) === 0,
      );
      const seconds = (performance.now() - begunAt) / 1_000;

      const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
      const expected = fulfilled.map(({ name }) => `tienda-prueba-${name.slice(1)}`);
      const unanswered = await watch.stop();
      const forgotten = await forgottenWebhooks(world);
      const deliveries = await world.database.delivery.findMany({ where: { fulfillmentId: { in: ids } } });
      const figures = {
        fulfillments: FULFILLMENTS,
        creates: world.operator.requests().filter(({ verb }) => verb === 'create').length,
        recovered: deliveries.filter(({ recoveredAt }) => recoveredAt !== null).length,
        'orders at the operator': numbers.length,
        'second orders': numbers.length - new Set(numbers).size,
        lost: expected.filter((number) => !numbers.includes(number)).length,
        'acknowledged and forgotten': forgotten.length + unanswered.length,
        'for a person': deliveries.filter(({ phase }) => phase === 'needs-attention').length,
        'processes killed': kills,
        failovers,
        'seconds without service': gaps.map((ms) => (ms / 1_000).toFixed(1)).join(', '),
        seconds: Math.round(seconds),
      };
      process.stdout.write(`\n${tableOf(figures)}\n\n`);
      expect(figures).toMatchObject({
        'orders at the operator': FULFILLMENTS,
        'second orders': 0,
        lost: 0,
        'acknowledged and forgotten': 0,
        'for a person': 0,
        failovers: FAILOVERS,
      });
      expect(kills).toBeGreaterThan(0);
    },
    AT_LAST_MS,
  );
});

/** Two web processes behind a load balancer, and three workers. */
async function startFleet(world: OfflineWorld, direct: Readonly<Record<string, string>>) {
  const variables = {
    ...direct,
    OPERATOR_TIMEOUT_SECONDS: '2',
    LOOK_UP_DELAY_SECONDS: '0.3',
    LOOK_UP_HORIZON_MINUTES: String(9 / 60),
    TRACKING_INTERVAL_SECONDS: '5',
  };
  const start = (role: string, port: number) =>
    world.startProcess({ ...variables, ROLE: role, PORT: String(port) }, { hurry: true });
  const processes: { role: string; port: number; program: ProgramProcess }[] = [];
  for (const role of ROLES) {
    const port = await freePort();
    processes.push({ role, port, program: await start(role, port) });
  }
  const webPorts = processes.filter(({ role }) => role === 'web').map(({ port }) => port);
  const balancer = await startBalancer(world.port, webPorts);
  const [web] = processes;
  if (web) await world.setUpShop(web.program);
  await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
  return {
    stop: () => balancer.stop(),
    async killOne() {
      const victim = processes[randomInt(processes.length)];
      if (!victim) return;
      await victim.program.kill();
      victim.program = await supervised(() => start(victim.role, victim.port));
    },
  };
}

const START_LIMIT = 10;

/** A process that is started while the database is away ends with a message, and its supervisor starts it again. */
async function supervised(start: () => Promise<ProgramProcess>): Promise<ProgramProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === START_LIMIT || !String(error).includes('DATABASE_URL')) throw error;
    }
  }
}

function tableOf(figures: Readonly<Record<string, string | number>>): string {
  const lines = [Object.keys(figures), Object.keys(figures).map(() => '---'), Object.values(figures).map(String)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
