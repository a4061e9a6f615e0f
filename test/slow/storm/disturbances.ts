import { setTimeout as pause } from 'node:timers/promises';
import { startBackfill } from '../../../app/deliveries/reconciliation/backfill.ts';
import { createLogger } from '../../../app/logging.ts';
import { SHOP } from '../../set-up/world/demo-order.ts';
import { freePort } from '../../set-up/free-port.ts';
import type { OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../../set-up/world/program-process.ts';
import { until } from '../../set-up/time/until.ts';
import { postWebhook } from '../../set-up/webhook.ts';
import { copyDatabase, dropDatabase, nameOf } from '../copy-database.ts';
import type { OwnDatabaseServer } from '../own-database-server.ts';
import { againAndAgain } from '../storm.ts';

/** A storm that has begun. */
export interface Storm {
  readonly world: OfflineWorld;
  /** Only of storms that restart it. */
  readonly server: OwnDatabaseServer | null;
  readonly start: (role: 'all' | 'web' | 'worker', port: number) => Promise<ProgramProcess>;
  /** The first process, which Shopify and the merchant reach. */
  readonly first: { program: ProgramProcess };
  /** As many deliveries as that have been handed over; the storm goes on meanwhile. */
  readonly handedOver: (count: number) => Promise<void>;
  readonly fulfillments: number;
}

export interface Disturbance {
  readonly name: string;
  readonly role: 'all' | 'web';
  readonly hasOwnServer: boolean;
  /** Its processes are killed; all others must live to the end. */
  readonly kills: boolean;
  /**
   * Begins with the storm.
   *
   * @returns ends it, as soon as it has happened once, and says how often it has
   */
  readonly begin: (storm: Storm) => Promise<() => Promise<number>>;
}

const KILL_EVERY_MS = 3_000;
const RESTART_EVERY_MS = 6_000;
const KILL_LIMIT = 20;
const RESTART_LIMIT = 6;
const DAY_MS = 86_400_000;

export const DISTURBANCES = {
  none: {
    name: 'nothing',
    role: 'all',
    hasOwnServer: false,
    kills: false,
    begin: () => Promise.resolve(() => Promise.resolve(0)),
  },

  kills: {
    name: 'kill -9',
    role: 'web',
    hasOwnServer: false,
    kills: true,
    async begin({ world, start, first }) {
      const port = await freePort();
      const worker = { program: await start('worker', port) };
      let turn = 0;
      return againAndAgain({ everyMs: KILL_EVERY_MS, most: KILL_LIMIT }, async () => {
        turn += 1;
        if (turn % 3 === 0) {
          await first.program.kill();
          first.program = await start('web', world.port);
        } else {
          await worker.program.kill();
          worker.program = await start('worker', port);
        }
      });
    },
  },

  restarts: {
    name: 'restarts of PostgreSQL',
    role: 'all',
    hasOwnServer: true,
    kills: false,
    begin: async ({ server }) =>
      againAndAgain({ everyMs: RESTART_EVERY_MS, most: RESTART_LIMIT }, async () => server?.restart()),
  },

  reinstall: {
    name: 'uninstall, redaction, reinstall, backfill',
    role: 'all',
    hasOwnServer: false,
    kills: false,
    begin: async (storm) => once(() => reinstall(storm)),
  },

  restore: {
    name: 'a restored backup',
    role: 'all',
    hasOwnServer: false,
    kills: true,
    begin: async (storm) => once(() => restoreBackup(storm)),
  },
} as const satisfies Readonly<Record<string, Disturbance>>;

function once(happen: () => Promise<void>): () => Promise<number> {
  const happened = happen();
  happened.catch(() => null); // told when it is asked for
  return async () => {
    await happened;
    return 1;
  };
}

async function reinstall({ world, first, handedOver, fulfillments }: Storm): Promise<void> {
  await handedOver(Math.floor(fulfillments / 3));
  world.shopify.uninstallApp(SHOP);
  await until('the uninstall', async () => {
    const shop = await world.database.shop.findUnique({ where: { domain: SHOP } });
    return shop?.uninstalledAt;
  });
  const { url } = first.program;
  await postWebhook(url, { topic: 'shop/redact', shop: SHOP, webhookId: 'redact', body: { id: 1 } });
  await until('the redaction', async () => (await world.database.delivery.count()) === 0);
  await world.setUpShop(first.program);
  const range = { from: new Date(Date.now() - DAY_MS), before: new Date(Date.now() + DAY_MS) };
  const asMerchant = { database: world.database, now: () => new Date(), logger: createLogger('silent') };
  await startBackfill(asMerchant, { shop: SHOP, range });
}

async function restoreBackup({ world, first, start, handedOver, fulfillments }: Storm): Promise<void> {
  const name = await nameOf(world.database);
  const backup = `${name}_backup`;
  const replace = async (from: string, to: string) => {
    await first.program.kill();
    await copyDatabase(from, to);
    first.program = await start('all', world.port);
  };
  await handedOver(Math.floor(fulfillments / 4));
  await replace(name, backup);
  await handedOver(Math.floor((fulfillments * 2) / 3));
  await replace(backup, name);
  // tokens of the backup's time may be dead: the merchant opens the app; what its webhooks told of is swept up
  await world.database.session.deleteMany();
  await world.openApp(first.program);
  await world.database.shop.updateMany({ data: { reconcileAt: new Date() } });
  await dropDatabase(backup);
}

/** Orders come in as long as the storm lasts, not all before it. */
export async function spread<T>(count: number, { ms, batches }: { ms: number; batches: number }, make: () => T) {
  const made: T[] = [];
  for (let batch = 1; batch <= batches; batch += 1) {
    const until = Math.round((count * batch) / batches);
    while (made.length < until) made.push(make());
    await pause(ms / batches);
  }
  return made;
}
