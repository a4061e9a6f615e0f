import { afterEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { postWebhook } from '../../set-up/webhook.ts';
import { SHOP } from '../../set-up/world/demo-order.ts';
import { againAndAgain, report, STORM_OPERATOR, weatherStorm } from '../storm.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { failOverWatched, forgottenWebhooks, watchService } from './failover.ts';
import { installed, WHY_SKIPPED } from './installed.ts';

/** `npm run storm:failover` is the full one. */
const FULFILLMENTS = Number(process.env.FAILOVER_FULFILLMENTS ?? 20);
const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const FAIL_EVERY_MS = 5_000;
/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 1_200_000 + FULFILLMENTS * 4_000;
const USE_LIMIT_MS = 2_000;

describe.skipIf(!installed)(`a synchronous standby ${WHY_SKIPPED}`, () => {
  const endings: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  async function startOn(): Promise<{ cluster: Cluster; world: OfflineWorld }> {
    if (!installed) throw new Error(WHY_SKIPPED);
    const cluster = await startCluster(installed);
    endings.push(() => cluster.end());
    await applyMigrations(cluster.directUrl);
    await cluster.protect();
    const world = await startOfflineWorld(STORM_OPERATOR, { url: cluster.url, drop: () => Promise.resolve() });
    endings.push(() => world.stop());
    return { cluster, world };
  }

  it(
    `${FULFILLMENTS} fulfillments while the primary is killed and its standby promoted, ${FAILOVERS} times`,
    async () => {
      const { cluster, world } = await startOn();
      const direct = { DIRECT_DATABASE_URL: cluster.directUrl };
      const web = await world.startProcess({ ...direct, ROLE: 'web' }, { hurry: true });
      await world.startProcess({ ...direct, ROLE: 'worker', PORT: String(await freePort()) }, { hurry: true });
      await world.setUpShop(web);
      await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
      const watch = await watchService(cluster.url);
      const gaps: number[] = [];
      const stopFailing = againAndAgain({ everyMs: FAIL_EVERY_MS, most: FAILOVERS }, async () => {
        gaps.push(await failOverWatched(cluster, watch));
      });
      endings.push(stopFailing);
      const figures = await weatherStorm(world, { fulfillments: FULFILLMENTS });
      const failovers = await stopFailing();
      report('storm with failovers', { fulfillments: FULFILLMENTS, ...figures, failovers });
      const seconds = gaps.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
      process.stdout.write(`seconds without an answered write, for each failover: ${seconds}\n`);
      expect(failovers).toBeGreaterThan(0);
      expect(await watch.stop()).toEqual([]);
      expect(await forgottenWebhooks(world)).toEqual([]);
    },
    AT_LAST_MS,
  );

  it('when it is gone, nothing is acknowledged and nobody waits forever; when it is back, everything continues', async () => {
    const { cluster, world } = await startOn();
    const program = await world.start(
      { DIRECT_DATABASE_URL: cluster.directUrl, ROLE: 'web' },
      { pace: (pace) => ({ ...pace, database: { ...pace.database, useLimitMs: USE_LIMIT_MS } }) },
    );
    await world.setUpShop(program);
    await cluster.standby().stop();
    const webhook = { topic: 'fulfillments/create', shop: SHOP, webhookId: 'unacknowledged' };
    const body = { admin_graphql_api_id: 'gid://shopify/Fulfillment/1', id: 1, order_id: 1, status: 'success' };
    const begunAt = performance.now();
    const { status } = await postWebhook(program.url, { ...webhook, body });
    expect(status).toBeGreaterThanOrEqual(500);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(USE_LIMIT_MS);
    const isReady = async () => (await fetch(`${program.url}/readyz`)).ok;
    expect(await isReady()).toBe(false);
    await cluster.standby().start();
    await until('the program ready again', isReady);
    await until('an answer', async () => (await postWebhook(program.url, { ...webhook, body })).status === 200);
  });
});
