import { randomUUID } from 'node:crypto';
import {
  startSandboxOperator,
  type SandboxOperator,
  type SandboxOperatorOptions,
} from '../../../sandbox/operator/server.ts';
import { startSandboxShopify, type SandboxShopify } from '../../../sandbox/shopify/server.ts';
import { compose } from '../../../app/program/composition.ts';
import { createLogger } from '../../../app/logging.ts';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { createEncryption } from '../../../app/persistence/secrets/encryption.ts';
import { findShop } from '../../../app/shops/shop-store.ts';
import { setOperatorToken } from '../../../app/installation/operator-token.ts';
import { shopSettingsSchema, type ShopSettings } from '../../../app/domain/settings/shop-settings.ts';
import type { AppContext, Handoff } from '../../../app/app-context.ts';
import type { Pace } from '../../../app/pace.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { SECOND_TEST_SHOP, SHOP, TEST_SHOP } from './demo-order.ts';
import { TEST_API_KEY, TEST_API_SECRET, testEnvironment } from '../environment.ts';
import { openApp } from './open-app.ts';
import { testClock, type TestClock } from '../time/clock.ts';
import { freePort } from '../free-port.ts';
import { startProgramHere, type Program, type ProgramHere } from './program.ts';
import { startProgramProcess, type ProgramProcess } from './program-process.ts';
import { routeShopHosts } from '../../../sandbox/shopify/shop-hosts.ts';
import { addWitness, until } from '../time/until.ts';
import { worldWitness } from './world-witness.ts';
import { TEST_PACE, testPace } from '../time/pace.ts';

/** Unique to this test file, so that a program left behind by another file is refused. */
export const OPERATOR_TOKEN = `sandbox-operator-token-${randomUUID()}`;
/** The token of another operator account. */
export const SECOND_OPERATOR_TOKEN = `second-${OPERATOR_TOKEN}`;
export const BRANCH = 101;

export interface OfflineWorld {
  readonly operator: SandboxOperator;
  readonly shopify: SandboxShopify;
  readonly database: Database;
  /** Where Shopify finds the app. The first process listens there, unless it gets another `PORT`. */
  readonly port: number;
  /**
   * The clock of the sandboxes and of the program in this process. Separate processes do not notice when it is advanced
   * later.
   */
  readonly clock: TestClock;
  /** Starts the program in this process. A second call starts another instance. */
  start(variables?: Readonly<Record<string, string>>, options?: { pace?: (pace: Pace) => Pace }): Promise<ProgramHere>;
  /** Starts the program as a separate process, which a test can kill. */
  startProcess(variables?: Readonly<Record<string, string>>, options?: { hurry?: boolean }): Promise<ProgramProcess>;
  /** Gives a test the program's functions on the same database as its processes. It runs no jobs itself. */
  join(): Promise<AppContext>;
  /** Acts as a merchant who opens the app in the admin, which gives the app its token. */
  openApp(program: Pick<Program, 'url' | 'lines'>, shop?: string): Promise<void>;
  /**
   * Sets up a shop with the app installed, and with the settings that the test names. Nothing is reconciled by itself
   * from then on: a test that wants it sets the shop's `reconcileAt`.
   */
  setUpShop(program: Program, settings?: object, of?: { shop: string; token: string }): Promise<void>;
  /** Gives a shop that has opened the app what `setUpShop` does. */
  configureShop(settings?: object, of?: { shop: string; token: string }): Promise<void>;
  /** Waits until every webhook that Shopify has sent is received, and handled by a program that runs. */
  webhooksHandled(): Promise<void>;
  stop(): Promise<void>;
}

/** The program accepts tokens from a clock that is 10 seconds ahead at most, so this stays below that. */
const AHEAD_LIMIT_MS = 5_000;

/**
 * Starts both sandboxes and a database. The test starts the program itself, so that it can also kill it.
 *
 * @param testDatabase by default a database on the run's server, which no test may stop or restart
 */
export async function startOfflineWorld(
  operatorOptions: SandboxOperatorOptions = {},
  testDatabase?: TestDatabase,
): Promise<OfflineWorld> {
  const clock = testClock();
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const operator = await startSandboxOperator({
    clock,
    tokens: [OPERATOR_TOKEN, SECOND_OPERATOR_TOKEN],
    ...operatorOptions,
  });
  const shopify = await startSandboxShopify({
    clock,
    apiKey: TEST_API_KEY,
    apiSecret: TEST_API_SECRET,
    appUrl,
    shops: [TEST_SHOP, SECOND_TEST_SHOP],
    // the program answers on a thread that a busy machine may keep from it for seconds
    webhookLimits: { connectMs: 30_000, answerMs: 30_000 },
    webhookRetryDelays: [100, 200, 400, 800, 1600, 3200, 6400, 12800, 12800, 12800],
  });
  const ownDatabase = testDatabase ?? (await createTestDatabase({ hasFewRows: true }));
  const database = openDatabase(ownDatabase.url, TEST_PACE.database, { connections: 3 });
  const programs: Program[] = [];
  const endings = [
    addWitness(worldWitness(database, operator, () => shopify.webhooks.log)),
    routeShopHosts(shopify.url),
  ];
  const variablesFor = (variables: Readonly<Record<string, string>>) => ({
    PORT: String(port),
    SHOPIFY_APP_URL: appUrl,
    SANDBOX_SHOPIFY_URL: shopify.url,
    SHOPIFY_ADMIN_ORIGINS: shopify.url,
    APP_BRIDGE_URL: `${shopify.url}/app-bridge.js`,
    OPERATOR_BASE_URL: operator.url,
    OPERATOR_TIME_ZONE: 'America/Lima',
    DATABASE_URL: ownDatabase.url,
    ...variables,
  });
  const keep = <P extends Program>(program: P): P => {
    programs.push(program);
    return program;
  };
  const joined: Handoff[] = [];
  const configureShop: OfflineWorld['configureShop'] = async (
    settings = {},
    { shop: domain, token } = { shop: SHOP, token: OPERATOR_TOKEN },
  ) => {
    const shop = await until('the installed shop', () => findShop(database, domain));
    const { ENCRYPTION_KEY } = testEnvironment();
    await setOperatorToken(database, createEncryption(ENCRYPTION_KEY), {
      shop,
      environment: 'production',
      token,
      now: clock.now(),
    });
    const chosen: ShopSettings = shopSettingsSchema.parse({ pickup: { default: { id: BRANCH } }, ...settings });
    await database.shop.update({
      where: { domain },
      // a page of the first reconciliation that is being read is dropped, because it began elsewhere
      data: { handOverOn: true, settings: chosen, reconcileAt: null, reconciledUntil: null },
    });
  };

  return {
    operator,
    shopify,
    database,
    port,
    clock,
    async start(variables = {}, options = {}) {
      if (programs.length === 0) clock.toNextSecond();
      return keep(await startProgramHere(variablesFor(variables), { now: () => clock.now(), ...options }));
    },
    async startProcess(variables = {}, options = {}) {
      if (programs.length === 0) clock.toNextSecond();
      return keep(await startProgramProcess(variablesFor(variables), { ...options, aheadMs: clock.aheadMs }));
    },
    async join() {
      const environment = testEnvironment({ OPERATOR_BASE_URL: operator.url, SHOPIFY_APP_URL: appUrl });
      const handoff = await compose({
        environment,
        databaseUrl: ownDatabase.url,
        logger: createLogger('silent'),
        pace: testPace(environment),
        now: () => clock.now(),
      });
      joined.push(handoff);
      return handoff.app;
    },
    configureShop,
    openApp: (program, domain = SHOP) => openApp(program, shopify, domain),
    async setUpShop(program, settings = {}, of = { shop: SHOP, token: OPERATOR_TOKEN }) {
      shopify.installApp(of.shop);
      await openApp(program, shopify, of.shop);
      await configureShop(settings, of);
      if (clock.aheadMs < AHEAD_LIMIT_MS) clock.toNextSecond();
    },
    async webhooksHandled() {
      await until('every webhook received and handled', async () => {
        if (shopify.webhooks.log.some(({ state }) => state === 'pending')) return false;
        return (await database.webhookReceipt.count({ where: { outcome: null } })) === 0;
      });
    },
    async stop() {
      for (const program of programs) await program.stop();
      for (const handoff of joined) await handoff.close();
      for (const end of endings) end();
      await shopify.close();
      await operator.close();
      await database.$disconnect();
      await ownDatabase.drop();
    },
  };
}
