import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBalancer } from '../set-up/balancer.ts';
import { TEST_SHOP } from '../set-up/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/offline-world.ts';
import { freePort, type Program } from '../set-up/program.ts';
import { againAndAgain, report, STORM_OPERATOR, weatherStorm } from './storm.ts';

/** A small storm in every test run; `npm run storm` is the full one. */
const FULFILLMENTS = Number(process.env.STORM_FULFILLMENTS ?? 40);
const KILL_EVERY_MS = 4_000;
const MOST_KILLS = Math.ceil(FULFILLMENTS * 0.3);
/** Of a plan that fits so many orders: Shopify Plus has ten times the budget of a Standard shop. */
const LIMITS = FULFILLMENTS > 100 ? { maximum: 20_000, restoreRate: 1_000 } : {};
/** Reads are not to take all of the machine. */
const TRACKING_INTERVAL_SECONDS = String(Math.max(0.1, FULFILLMENTS / 500));
const WITHIN_MS = 600_000 + FULFILLMENTS * 2_000;

interface Process {
  readonly role: 'web' | 'worker';
  readonly port: number;
  program: Program;
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
}, 120_000);

afterAll(async () => {
  await balancer.stop();
  await world.stop();
});

const start = (role: string, port: number) =>
  world.start({ ROLE: role, PORT: String(port), TRACKING_INTERVAL_SECONDS });

it(
  `${FULFILLMENTS} fulfillments through an operator that fails a third of its calls, while processes are killed`,
  async () => {
    let turn = 0;
    const stopKilling = againAndAgain({ everyMs: KILL_EVERY_MS, most: MOST_KILLS }, async () => {
      // a worker, a web process, the other worker, the other web process, and again
      const [webs, workers] = [['web'], ['worker']].map(([of]) => processes.filter(({ role }) => role === of));
      const victims = turn % 2 === 0 ? workers : webs;
      const victim = victims?.[Math.floor(turn / 2) % 2];
      turn += 1;
      if (!victim) return;
      await victim.program.kill();
      victim.program = await start(victim.role, victim.port);
    });
    const figures = await weatherStorm(world, { fulfillments: FULFILLMENTS, withinMs: WITHIN_MS });
    const kills = await stopKilling();
    report('storm', { fulfillments: FULFILLMENTS, ...figures, kills });
    expect(figures.creates).toBeGreaterThan(FULFILLMENTS);
    expect(kills).toBeGreaterThan(0);
  },
  WITHIN_MS * 2,
);
