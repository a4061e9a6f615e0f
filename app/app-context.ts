import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import type { Environment } from './environment.ts';
import type { Logger } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { Pace } from './pace.ts';
import type { ActionBudget } from './persistence/action-budget.ts';
import type { Database } from './persistence/database.ts';
import type { Encryption } from './persistence/secrets/encryption.ts';
import type { Gauges } from './persistence/gauges.ts';
import type { DueClock } from './scheduling/due-clock.ts';
import type { WebhookInbox } from './persistence/webhook-inbox.ts';
import type { ShopifyApp } from './shopify/access/shopify.server.ts';
import type { AdminApi } from './shopify/admin-api/admin-api.ts';
import type { CallLimits } from './scheduling/call-limits.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { QueryBudgets } from './scheduling/query-budgets.ts';

/**
 * The dependencies of the program's functions. The composition creates one for each process, and tests create their
 * own.
 */
export interface AppContext {
  readonly environment: Environment;
  readonly logger: Logger;
  /** Counts of this process only. */
  readonly metrics: Metrics;
  /** Measurements that are read from the database, for all processes. */
  readonly gauges: Gauges;
  /** Traces of deliveries; it does nothing unless the deployer asks for them. */
  readonly tracing: Tracing;
  readonly now: () => Date;
  readonly pace: Pace;
  /** Returns 0 to 1, for jitter. */
  readonly random: () => number;
  readonly database: Database;
  readonly webhookInbox: WebhookInbox;
  /** Tells this process's sweeps when they have something due. */
  readonly dueClock: DueClock;
  readonly encryption: Encryption;
  readonly sessionStorage: SessionStorage;
  /** Applies `shopifyLimits` to every call. */
  readonly adminApi: AdminApi;
  /** Limits of calls to Shopify, by shop. */
  readonly shopifyLimits: CallLimits;
  /** Query budgets of shops, as far as Shopify's answers have told this process. */
  readonly queryBudgets: QueryBudgets;
  /** Limits of calls by operator account. Every call to the operator about a delivery goes through them. */
  readonly operatorLimits: CallLimits;
  /** District names as the operator writes them; null when the deployer supplies no list. */
  readonly servedDistricts: readonly string[] | null;
}

/** The parts of one process of the program, put together. */
export interface Handoff {
  readonly app: AppContext;
  /** Authenticates requests from the Shopify admin. */
  readonly shopify: ShopifyApp;
  readonly actionBudget: ActionBudget;
  /** Closes the database. */
  close(): Promise<void>;
}
