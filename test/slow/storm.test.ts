import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBalancer } from '../set-up/world/balancer.ts';
import { TEST_SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { freePort } from '../set-up/free-port.ts';
import type { ProgramProcess } from '../set-up/world/program-process.ts';
import { againAndAgain, report, STORM_OPERATOR, weatherStorm } from './storm.ts';

/** A small storm; `npm run storm` is the full one. */
const FULFILLMENTS = Number(process.env.STORM_FULFILLMENTS ?? 40);
const KILL_EVERY_MS = 4_000;
const KILL_LIMIT = Math.ceil(FULFILLMENTS * 0.3);
/** Of a plan that fits so many orders: Shopify Plus has ten times the budget of a Standard shop. */
const LIMITS = FULFILLMENTS > 100 ? { maximum: 20_000, restoreRate: 1_000 } : {};
/** Reads are not to take all of the machine. */
const TRACKING_INTERVAL_SECONDS = String(Math.max(0.1, FULFILLMENTS / 500));
/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 1_200_000 + FULFILLMENTS * 4_000;

interface Process {
  readonly role: 'web' | 'worker';
  readonly port: number;
  program: ProgramProcess;
}

let world: OfflineWorld;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
const processes: Process[] = [];

beforeAll(async () => {
  world = await startOfflineWorld(STORM_OPERATOR);
  world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
  for (const role of ['web', 'web', 'worker', 'worker'] as const) {
    const port = await freePort();
    processes.push({ role, port, program: await start(role, port) });
  }
  balancer = await startBalancer(
    world.port,
    processes.filter(({ role }) => role === 'web').map(({ port }) => port),
  );
  const [web] = processes;
  if (web) await world.setUpShop(web.program);
  await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
});

afterAll(async () => {
  await balancer.stop();
  await world.stop();
});

const start = (role: string, port: number) =>
  world.startProcess({ ROLE: role, PORT: String(port), TRACKING_INTERVAL_SECONDS }, { hurry: true });

it(
  `${FULFILLMENTS} fulfillments through an operator that fails a third of its calls, while processes are killed`,
  async () => {
    let turn = 0;
    const stopKilling = againAndAgain({ everyMs: KILL_EVERY_MS, most: KILL_LIMIT }, async () => {
      // a worker, a web process, the other worker, the other web process, and again
      const [webs, workers] = [['web'], ['worker']].map(([of]) => processes.filter(({ role }) => role === of));
      const victims = turn % 2 === 0 ? workers : webs;
      const victim = victims?.[Math.floor(turn / 2) % 2];
      turn += 1;
      if (!victim) return;
      await victim.program.kill();
      victim.program = await start(victim.role, victim.port);
    });
    // whatever else strikes by chance, one call is made a second time
    world.operator.injectFault({ kind: '500', verb: 'create', times: 1 });
    const figures = await weatherStorm(world, { fulfillments: FULFILLMENTS });
    const kills = await stopKilling();
    report('storm', { fulfillments: FULFILLMENTS, ...figures, kills });
    expect(figures.creates).toBeGreaterThan(FULFILLMENTS);
    expect(kills).toBeGreaterThan(0);
  },
  AT_LAST_MS,
);
