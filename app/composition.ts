import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import type { Logger } from './logging.ts';
import { countAdminCalls, createMetrics } from './metrics.ts';
import { createActionBudget, type ActionBudget } from './persistence/action-budget.ts';
import { openDatabase } from './persistence/database.ts';
import { createEncryption } from './persistence/encryption.ts';
import { oneAtATime } from './persistence/exclusive.ts';
import { createGauges } from './persistence/gauges.ts';
import { openQueue } from './persistence/queue.ts';
import { createSessionStorage } from './persistence/session-storage.ts';
import { openWebhookInbox } from './persistence/webhook-inbox.ts';
import { JOB_KINDS } from './pipeline/jobs.ts';
import { createOperatorLimits, createShopifyLimits, keepToLimits } from './pipeline/limits.ts';
import { install } from './pipeline/shop-lifecycle.ts';
import type { World } from './pipeline/world.ts';
import { createAdminApi } from './shopify/admin-api.ts';
import { forgetRefusedSession, usableOfflineSession } from './shopify/offline-session.ts';
import { createShopifyApi, createShopifyApp, type ShopifyApp } from './shopify/shopify.server.ts';

/** The program, put together: what one process of it works with. */
export interface Handoff {
  readonly world: World;
  /** Authentication of what comes out of the Shopify admin. */
  readonly shopify: ShopifyApp;
  readonly actionBudget: ActionBudget;
  /** Hands running jobs back and closes the database. */
  close(): Promise<void>;
}

export async function compose(given: {
  environment: Environment;
  databaseUrl: string;
  logger: Logger;
  now?: () => Date;
  random?: () => number;
}): Promise<Handoff> {
  const { environment, databaseUrl, logger, now = () => new Date(), random = Math.random } = given;
  const database = openDatabase(databaseUrl);
  const metrics = createMetrics();
  const locks = openDatabase(databaseUrl, { connections: 3 });
  const encryption = createEncryption(environment.ENCRYPTION_KEY, environment.ENCRYPTION_KEYS_OLD);
  const sessionStorage = createSessionStorage(database, encryption);
  const supervise = environment.ROLE !== 'web';
  const queue = await openQueue({ databaseUrl, kinds: JOB_KINDS, logger, supervise });
  const shopifyConfig = {
    apiKey: environment.SHOPIFY_API_KEY,
    apiSecret: environment.SHOPIFY_API_SECRET,
    appUrl: environment.SHOPIFY_APP_URL,
    sessionStorage,
    logger,
  };
  const api = createShopifyApi(shopifyConfig);
  const shopifyLimits = createShopifyLimits({ now, random });
  const unlimitedAdminApi = createAdminApi(api, {
    sessionOf: (shop) =>
      usableOfflineSession({
        ...{ shop, api, sessionStorage, now },
        oneAtATime: (name, work) => oneAtATime(locks, name, work),
      }),
    refused: (session) => forgetRefusedSession(sessionStorage, session),
  });
  const servedDistricts = await readDistricts(environment.OPERATOR_DISTRICTS_FILE);
  const world: World = {
    ...{ environment, logger, metrics, now, random, database, queue, encryption, sessionStorage, servedDistricts },
    webhookInbox: openWebhookInbox(database),
    gauges: createGauges({ database, logger, now }),
    adminApi: keepToLimits(countAdminCalls(unlimitedAdminApi, metrics), shopifyLimits, now),
    shopifyLimits,
    operatorLimits: createOperatorLimits({ environment, database, logger, now, random }),
  };
  const shopify = createShopifyApp({ ...shopifyConfig, afterAuth: ({ shop }) => install(world, shop) });
  const actionBudget = createActionBudget(databaseUrl);
  return {
    world,
    shopify,
    actionBudget,
    async close() {
      await queue.stop(20_000);
      await actionBudget.close();
      await locks.$disconnect();
      await database.$disconnect();
    },
  };
}

async function readDistricts(file: string | undefined): Promise<readonly string[] | null> {
  if (!file) return null;
  try {
    const names: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.array(z.string().min(1)).min(1).parse(names);
  } catch (error) {
    throw new Error(`OPERATOR_DISTRICTS_FILE: ${file} is not a JSON array of district names`, { cause: error });
  }
}
