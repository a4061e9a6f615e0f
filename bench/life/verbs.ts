import { until } from '../../test/set-up/time/until.ts';
import type { OfflineWorld } from '../../test/set-up/world/offline-world.ts';
import type { StepProcess } from './step-process.ts';

/** What a contender is asked to do in a round. */
export interface Verbs {
  readonly handle: (deliveries: number) => Promise<unknown>;
  readonly handOver: (deliveries: number) => Promise<unknown>;
  readonly publishTracking: () => Promise<unknown>;
  readonly publishEvent: () => Promise<unknown>;
  readonly read: () => Promise<unknown>;
  /** Runs before the measurement of a read. */
  readonly makeReadsDue: () => Promise<unknown>;
  readonly sweep: (shops: readonly string[]) => Promise<unknown>;
  readonly forget: () => Promise<unknown>;
}

export function verbsOfProgram(
  { database }: OfflineWorld,
  process: StepProcess,
  { shop, swept }: { shop: string; swept: number },
): Verbs {
  const of = { shopDomain: shop };
  const whileSweeping = async (name: string, what: string, isDone: () => Promise<boolean>) => {
    await process.ask('startSweep', name);
    await until(what, isDone);
    await process.ask('stopSweep', name);
  };
  const publish = () =>
    whileSweeping('publications', 'everything published', async () => {
      return (await database.publication.count({ where: { settledAt: null, delivery: of } })) === 0;
    });
  const present = { ...of, prunedAt: null };
  return {
    handle: (deliveries) =>
      whileSweeping('webhooks', 'the webhooks handled', async () => {
        return (await database.delivery.count({ where: present })) === deliveries;
      }),
    handOver: (deliveries) =>
      whileSweeping('hand-overs', 'the queue handed over', async () => {
        return (await database.delivery.count({ where: { ...present, phase: 'in-delivery' } })) === deliveries;
      }),
    publishTracking: publish,
    publishEvent: publish,
    makeReadsDue: () => database.delivery.updateMany({ where: present, data: { nextReadAt: new Date(0) } }),
    read: () =>
      whileSweeping('reads', 'every delivery read', async () => {
        return (await database.delivery.count({ where: { ...present, nextReadAt: { lt: new Date() } } })) === 0;
      }),
    sweep: async (shops) => {
      await whileSweeping('reconciliation', 'every order found', async () => {
        return (await database.delivery.count({ where: { shopDomain: { in: [...shops] } } })) === swept;
      });
    },
    forget: () => database.delivery.updateMany({ where: of, data: { nextReadAt: null, prunedAt: new Date() } }),
  };
}

export function verbsOfFloor(world: OfflineWorld, process: StepProcess): Verbs {
  const since = new Date(world.clock.now().getTime() - 60_000).toISOString();
  return {
    handle: () => process.ask('handleWebhooks'),
    handOver: () => process.ask('handOver'),
    publishTracking: () => process.ask('publishTracking'),
    publishEvent: () => process.ask('publishEvent'),
    makeReadsDue: () => Promise.resolve(),
    read: () => process.ask('read'),
    sweep: (shops) => {
      const access = shops.map((shop) => ({ shop, token: world.shopify.accessToken(shop) }));
      return process.ask('sweep', { shops: access, since });
    },
    forget: () => process.ask('forget'),
  };
}
