import { afterEach, expect, it } from 'vitest';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { freePort } from '../set-up/free-port.ts';
import { until } from '../set-up/time/until.ts';
import { startOwnDatabaseServer } from './own-database-server.ts';
import { againAndAgain, report, STORM_OPERATOR, weatherStorm } from './storm.ts';

const FULFILLMENTS = 20;
const EVERY_MS = 8_000;
const REPEAT_LIMIT = 5;
/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 1_200_000;

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startOwnServer() {
  const server = await startOwnDatabaseServer();
  endings.push(() => server.end());
  return server;
}

async function startWorld(databaseUrl: string): Promise<OfflineWorld> {
  const world = await startOfflineWorld(STORM_OPERATOR, { url: databaseUrl, drop: () => Promise.resolve() });
  endings.push(() => world.stop());
  return world;
}

it(
  'a PostgreSQL server that is restarted again and again, under a web and two worker processes',
  async () => {
    const server = await startOwnServer();
    const world = await startWorld(server.url);
    const web = await world.startProcess({ ROLE: 'web' }, { hurry: true });
    for (let count = 0; count < 2; count += 1) {
      await world.startProcess({ ROLE: 'worker', PORT: String(await freePort()) }, { hurry: true });
    }
    await world.setUpShop(web);
    await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
    const stopRestarting = againAndAgain({ everyMs: EVERY_MS, most: REPEAT_LIMIT }, () => server.restart());
    const figures = await weatherStorm(world, { fulfillments: FULFILLMENTS });
    const restarts = await stopRestarting();
    report('storm with database restarts', { fulfillments: FULFILLMENTS, ...figures, restarts });
    expect(restarts).toBeGreaterThan(0);
  },
  AT_LAST_MS,
);

it(
  'the embedded database killed with -9 again and again, under the program that started it',
  async () => {
    const server = await startOwnServer();
    const world = await startWorld(server.url);
    const program = await world.startProcess({ DATABASE_URL: '', DATA_DIR: server.dataDir }, { hurry: true });
    await world.setUpShop(program);
    await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
    const stopKilling = againAndAgain({ everyMs: EVERY_MS, most: REPEAT_LIMIT }, async () => {
      const before = await server.postmaster();
      process.kill(before, 'SIGKILL');
      // the program itself brings it back
      await until('the database started again', async () => (await server.postmaster().catch(() => before)) !== before);
    });
    const figures = await weatherStorm(world, { fulfillments: FULFILLMENTS });
    const kills = await stopKilling();
    report('storm with a killed database', { fulfillments: FULFILLMENTS, ...figures, kills });
    expect(kills).toBeGreaterThan(0);
  },
  AT_LAST_MS,
);
