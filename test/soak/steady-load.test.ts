import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { startOfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';

/** `npm run soak` says for how long; without it there is nothing to do. */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 0);
/** Less than the query budget of one shop bears, or the queue would grow by itself. */
const FULFILLMENTS_A_SECOND = 0.4;
const MEASURE_EVERY_S = Math.max(5, SECONDS / 40);

interface Figures {
  readonly second: number;
  readonly residentMb: number;
  readonly handles: number;
  /** Age of the oldest hand-over that is due and not done, in seconds. */
  readonly queueAge: number;
  readonly handedOver: number;
}

it.runIf(SECONDS > 0)(
  'under a steady load nothing grows: memory, handles, the age of the queue',
  async () => {
    const world = await startOfflineWorld();
    onTestFinished(() => world.stop());
    const program = await world.startProcess({
      NODE_OPTIONS: '--max-old-space-size=192',
      TRACKING_INTERVAL_SECONDS: '5',
    });
    await world.setUpShop(program);
    await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
    const measure = async (second: number): Promise<Figures> => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
      const oldest = await world.database.delivery.findFirst({
        where: { phase: { in: ['waiting', 'handing-over'] }, sendAt: { lte: new Date() } },
        orderBy: { sendAt: 'asc' },
      });
      return {
        second,
        residentMb: Math.round(Number(kilobytes) / 1024),
        handles: readdirSync(`/proc/${program.pid}/fd`).length,
        queueAge: oldest?.sendAt ? Math.max(0, (Date.now() - oldest.sendAt.getTime()) / 1000) : 0,
        handedOver: await world.database.delivery.count({ where: { handedOverAt: { not: null } } }),
      };
    };

    const startedAt = Date.now();
    const figures: Figures[] = [];
    let sent = 0;
    for (let second = 0; second < SECONDS; second = (Date.now() - startedAt) / 1000) {
      while (sent < second * FULFILLMENTS_A_SECOND) {
        fulfilledOrder(world);
        sent += 1;
      }
      if (second >= figures.length * MEASURE_EVERY_S) {
        const measured = await measure(Math.round(second));
        figures.push(measured);
        process.stdout.write(`${JSON.stringify(measured)}\n`);
      }
      await pause(200);
    }
    await until('everything handed over', async () => (await measure(0)).handedOver >= sent);

    const third = Math.floor(figures.length / 3);
    const most = (part: readonly Figures[], key: keyof Figures) => Math.max(...part.map((each) => each[key]));
    const early = figures.slice(third, 2 * third);
    const late = figures.slice(-third);
    expect(most(late, 'handles')).toBeLessThanOrEqual(most(early, 'handles') + 10);
    expect(most(late, 'residentMb')).toBeLessThanOrEqual(most(early, 'residentMb') * 1.25 + 20);
    expect(most(late, 'queueAge')).toBeLessThan(30);
    expect(await world.database.delivery.count()).toBe(sent);
    expect(world.operator.orders()).toHaveLength(sent);
  },
  SECONDS * 1000 + 300_000,
);
