import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import { countAdminCalls, createMetrics } from '../metrics.ts';
import { BOUNDS } from '../bounds.ts';
import { createActionBudget } from '../persistence/action-budget.ts';
import { openDatabase } from '../persistence/database.ts';
import { openDatabaseClock } from '../persistence/connection/database-clock.ts';
import { askAtStart } from '../persistence/connection/reach-database.ts';
import { createEncryption } from '../persistence/secrets/encryption.ts';
import { oneAtATime } from '../persistence/exclusive.ts';
import { createGauges } from '../persistence/gauges.ts';
import { createSessionStorage } from '../persistence/secrets/session-storage.ts';
import { openWebhookInbox } from '../persistence/webhook-inbox.ts';
import { createOperatorLimits, createShopifyLimits, keepToLimits } from '../operator-accounts/account-limits.ts';
import { createDueClock } from '../scheduling/due-clock.ts';
import { whatIsDue } from './due.ts';
import { createFleetShares } from '../scheduling/fleet/fleet-shares.ts';
import { createQueryBudgets } from '../scheduling/query-budgets.ts';
import { watchAddress } from '../shops/address-refusal.ts';
import { install } from '../installation/shop-lifecycle.ts';
import { NO_TRACING, traceAdminCalls, type Tracing } from '../tracing/tracing.ts';
import { StartError } from '../start-error.ts';
import type { AppContext, Handoff } from '../app-context.ts';
import { paceOf, type Pace } from '../pace.ts';
import { createAdminApi } from '../shopify/admin-api/admin-api.ts';
import { endRefusedSession, renewRefusedSession, usableOfflineSession } from '../shopify/access/offline-session.ts';
import { createShopifyApi, createShopifyApp, reachShopifyAt } from '../shopify/access/shopify.server.ts';

export async function compose(options: {
  environment: Environment;
  databaseUrl: string;
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler in transaction mode. */
  directDatabaseUrl?: string;
  logger: Logger;
  /** District names as the operator writes them; null when there is no list. */
  servedDistricts?: readonly string[] | null;
  pace?: Pace;
  /** By default the database's clock. */
  now?: () => Date;
  random?: () => number;
}): Promise<Handoff> {
  const { environment, databaseUrl, directDatabaseUrl = databaseUrl, logger, random = Math.random } = options;
  const { servedDistricts = null } = options;
  const { pace = paceOf(environment) } = options;
  const tracing = await openTracing(environment, logger, pace.traces);
  const isPooled = directDatabaseUrl !== databaseUrl;
  const database = openDatabase(databaseUrl, pace.database, {
    connections: environment.DATABASE_CONNECTIONS,
    isPooled,
  });
  const { clockEveryMs: everyMs, clockToleranceMs: toleranceMs } = pace.database;
  const clock = await askAtStart(openDatabaseClock({ database, logger, everyMs, toleranceMs }));
  const { now = clock.now } = options;
  const metrics = createMetrics();
  const locks = openDatabase(databaseUrl, pace.database, { connections: 3, isPooled });
  const encryption = createEncryption(environment.ENCRYPTION_KEY, environment.ENCRYPTION_KEYS_OLD);
  const sessionStorage = createSessionStorage(database, encryption, { keptMs: pace.shopify.sessionKeptMs });
  const shopifyConfig = {
    apiKey: environment.SHOPIFY_API_KEY,
    apiSecret: environment.SHOPIFY_API_SECRET,
    appUrl: environment.SHOPIFY_APP_URL,
    sessionStorage,
    logger,
  };
  reachShopifyAt(pace.shopify);
  const api = createShopifyApi(shopifyConfig);
  const limit = environment.OPERATOR_CONCURRENCY;
  const shares = createFleetShares({ database, logger, pace, now, limit });
  const shopifyLimits = createShopifyLimits({ pace, now, random });
  const queryBudgets = createQueryBudgets(now);
  const sessionsOf = (shop: string) => ({
    shop,
    api,
    sessionStorage,
    now,
    refreshBeforeEndMs: pace.shopify.refreshBeforeEndMs,
    oneAtATime: <T>(name: string, work: () => Promise<T>) =>
      oneAtATime(locks, { name, limitMs: pace.database.lockMs }, work),
  });
  const unlimitedAdminApi = createAdminApi(api, {
    sessionOf: (shop) => {
      return usableOfflineSession({ ...sessionsOf(shop), loadForCall: sessionStorage.loadForCall });
    },
    renew: (shop, refused) => renewRefusedSession(sessionsOf(shop), refused),
    refused: (session) => endRefusedSession({ sessionStorage }, session),
    noteBudget: queryBudgets.note,
    retryAfterLimitMs: pace.shopify.retryAfterLimitMs,
  });
  const app: AppContext = {
    environment,
    logger,
    metrics,
    tracing,
    now,
    pace,
    random,
    database,
    encryption,
    sessionStorage,
    servedDistricts,
    webhookInbox: openWebhookInbox(database, pace.inbox),
    dueClock: createDueClock({ ask: () => whatIsDue({ database, now, pace }), logger, pace: pace.dueClock }),
    gauges: createGauges({ database, logger, pace: pace.database, now }),
    adminApi: keepToLimits(
      watchAddress(traceAdminCalls(countAdminCalls(unlimitedAdminApi, metrics), tracing), {
        database,
        logger,
        now,
        pace,
      }),
      shopifyLimits,
      now,
    ),
    shopifyLimits,
    queryBudgets,
    operatorLimits: createOperatorLimits({ environment, database, logger, pace, now, random, shares }),
  };
  const shopify = createShopifyApp({ ...shopifyConfig, afterAuth: ({ shop }) => install(app, shop) });
  const actionBudget = createActionBudget(databaseUrl, BOUNDS.actionsPerMinute, {
    isPooled,
    pace: pace.database,
    onSpent: (shop, restMs) => logger.warn({ shop, restMs }, 'a shop has used up its actions of this minute'),
  });
  return {
    app,
    shopify,
    actionBudget,
    async close() {
      await shares.close();
      await actionBudget.close();
      clock.stop();
      await locks.$disconnect();
      await database.$disconnect();
      await tracing.stop();
    },
  };
}

/**
 * Opens traces if the deployer names a collector. Without one, the SDK is not even loaded.
 *
 * @throws StartError when the SDK is not installed
 */
async function openTracing(environment: Environment, logger: Logger, pace: Pace['traces']): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = environment;
  if (collector === undefined) return NO_TRACING;
  try {
    const { sendSpans } = await import('../tracing/send-spans.ts');
    return sendSpans({ environment, collector, logger, pace });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new StartError(
      'OTEL_EXPORTER_OTLP_ENDPOINT: the SDK of OpenTelemetry is not installed: run npm ci with optional dependencies, or remove the variable',
      { cause: error },
    );
  }
}
