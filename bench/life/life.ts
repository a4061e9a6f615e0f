import path from 'node:path';
import { Session } from '@shopify/shopify-api';
import { z } from 'zod';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { createEncryption } from '../../app/persistence/secrets/encryption.ts';
import { createSessionStorage } from '../../app/persistence/secrets/session-storage.ts';
import { setOperatorToken } from '../../app/installation/operator-token.ts';
import { testEnvironment, testVariables } from '../../test/set-up/environment.ts';
import { limaOrder, TEST_SHOP } from '../../test/set-up/world/demo-order.ts';
import {
  BRANCH,
  OPERATOR_TOKEN,
  SECOND_OPERATOR_TOKEN,
  startOfflineWorld,
  type OfflineWorld,
} from '../../test/set-up/world/offline-world.ts';
import { printNumber, printSpread, spreadOf } from '../harness/figure.ts';
import { startBenchDatabase } from '../harness/server.ts';
import type { Area, Row } from '../harness/table.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { startStepProcess, type StepProcess } from './step-process.ts';
import { verbsOfFloor, verbsOfProgram, type Verbs } from './verbs.ts';

/** Deliveries in a round. */
const DELIVERIES = Number(process.env.BENCH_LIFE ?? 300);
/** Rounds that are measured, after one that warms up. */
const ROUNDS = Number(process.env.BENCH_LIFE_ROUNDS ?? 3);
const SWEPT = Number(process.env.BENCH_LIFE_SWEPT ?? 5_000);
const SWEPT_SHOPS = 10;
const OURS = 'tienda-vida.myshopify.com';
const FLOORS = 'tienda-piso.myshopify.com';
const LIMITS = { maximum: 1e9, restoreRate: 1e9 };
const MOST_TIMES_THE_FLOOR = 2.5;

/** What each of the eight reads finds: five changes of state, and nothing new in the others. */
const READS = [
  'ingresado',
  null,
  'asignación aceptada',
  'en despacho',
  null,
  'en camino entrega',
  null,
  'entregado',
] as const;

const VERBS = {
  webhook: 'webhook, until it is answered',
  'hand-over': 'hand-over, from the due row to the accepted POST',
  publication: 'publication of one order: tracking and metafield',
  'quiet read': 'read without news',
  life: 'whole life: webhook, POST, 8 reads, 5 changes of state with their events, the end',
  sweep: `sweep of ${SWEPT.toLocaleString('en')} orders, each`,
} as const;
type Verb = keyof typeof VERBS;
type Figures = Record<Verb, number[]>;

const figures = (): Figures => ({
  webhook: [],
  'hand-over': [],
  publication: [],
  'quiet read': [],
  life: [],
  sweep: [],
});

/**
 * The processor that one process uses for a delivery, user and system, beside a bare script that makes the same calls and
 * commits the same facts. Each is measured in turn, on one database and with the same sandboxes.
 */
export const life: Area = {
  name: 'life',
  title: `Processor of a delivery: ${ROUNDS} rounds of ${DELIVERIES} deliveries, the program and the floor in turn`,
  async measure(say) {
    const server = await startBenchDatabase();
    const world = await startOfflineWorld({}, { url: server.url, drop: () => server.stop() });
    const processes: StepProcess[] = [];
    try {
      world.shopify.setWebhookPolicy({ isMute: true });
      await addShop(world, OURS, OPERATOR_TOKEN);
      const account = await addShop(world, FLOORS, SECOND_OPERATOR_TOKEN);
      const variables = { ...testVariables({ NODE_ENV: 'production', LOG_LEVEL: 'error' }), DATABASE_URL: server.url };
      const nodeOptions = (process.env.BENCH_LIFE_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
      const ours = await startStepProcess(
        path.join(import.meta.dirname, 'program.ts'),
        {
          ...variables,
          OPERATOR_BASE_URL: world.operator.url,
          OPERATOR_TIME_ZONE: 'America/Lima',
          OPERATOR_TIMEOUT_SECONDS: '15',
          OPERATOR_CONCURRENCY: '200', // so that no read of a round is put off
          TRACKING_INTERVAL_SECONDS: '3600',
          SANDBOX_SHOPIFY_URL: world.shopify.url,
        },
        ['--import', path.resolve(import.meta.dirname, '../../sandbox/shopify/route-shop-hosts.ts'), ...nodeOptions],
      );
      processes.push(ours);
      const floor = await startStepProcess(path.join(import.meta.dirname, 'floor.ts'), {
        ...variables,
        SHOP: FLOORS,
        SHOPIFY_URL: world.shopify.url,
        SHOPIFY_TOKEN: world.shopify.accessToken(FLOORS),
        OPERATOR_URL: world.operator.url,
        OPERATOR_TOKEN: SECOND_OPERATOR_TOKEN,
        ACCOUNT: account,
      });
      processes.push(floor);
      const contenders = [
        {
          name: 'program',
          figures: figures(),
          shop: OURS,
          process: ours,
          verbs: verbsOfProgram(world, ours, { shop: OURS, swept: SWEPT }),
        },
        { name: 'floor', figures: figures(), shop: FLOORS, process: floor, verbs: verbsOfFloor(world, floor) },
      ] as const;
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { name, figures: all, shop, process: child, verbs } of contenders) {
          const used = await live(world, shop, child, verbs);
          say(
            `round ${round}, ${name}: ${Object.entries(used)
              .map(([verb, ms]) => `${verb} ${printNumber(ms)} ms`)
              .join(', ')}`,
          );
          if (round === 0) continue;
          for (const [verb, ms] of Object.entries(used)) all[verb as Verb].push(ms);
        }
      }
      return rowsOf(contenders[0].figures, contenders[1].figures);
    } finally {
      for (const each of processes) await each.stop();
      await world.stop();
    }
  },
};

/** Adds a shop to the sandbox and to the database, as the setup by a merchant would leave it. */
async function addShop(world: OfflineWorld, domain: string, operatorToken: string): Promise<string> {
  world.shopify.addShop({ ...TEST_SHOP, domain, limits: LIMITS });
  world.shopify.installApp(domain);
  const encryption = createEncryption(testEnvironment().ENCRYPTION_KEY);
  await createSessionStorage(world.database, encryption).storeSession(
    new Session({
      id: `offline_${domain}`,
      shop: domain,
      state: '',
      isOnline: false,
      accessToken: world.shopify.accessToken(domain),
    }),
  );
  const settings = shopSettingsSchema.parse({ pickup: { default: { id: BRANCH } } });
  const shop = await world.database.shop.create({
    data: { domain, installedAt: world.clock.now(), handOverOn: true, settings },
    include: { operatorAccount: true },
  });
  return setOperatorToken(world.database, encryption, {
    shop,
    environment: 'production',
    token: operatorToken,
    now: world.clock.now(),
  });
}

/** Milliseconds of processor of one round, for each delivery. */
async function live(
  world: OfflineWorld,
  shop: string,
  process: StepProcess,
  verbs: Verbs,
): Promise<Record<Verb, number>> {
  const fulfillments = Array.from({ length: DELIVERIES }, () => {
    const order = world.shopify.enterOrder(shop, limaOrder());
    return { orderId: order.id, id: world.shopify.fulfill(shop, order.id).id };
  });
  const each = async (work: () => Promise<unknown>) => (await process.processorOf(work)) / DELIVERIES;
  const port = z.number().parse(await process.ask('port'));
  const webhook = await each(() => sendWebhooks(`http://127.0.0.1:${port}`, shop, fulfillments));
  const handled = await each(() => verbs.handle(DELIVERIES));
  const handOver = await each(() => verbs.handOver(DELIVERIES));
  const publication = await each(verbs.publishTracking);
  let total = webhook + handled + handOver + publication;
  const quiet: number[] = [];
  const token = shop === OURS ? OPERATOR_TOKEN : SECOND_OPERATOR_TOKEN;
  const orderNumbers = world.operator
    .orders()
    .filter(({ account }) => account === token)
    .slice(-DELIVERIES)
    .map(({ orderNumber, account }) => ({ orderNumber, account }));
  if (orderNumbers.length !== DELIVERIES) throw new Error('not all were handed over');
  for (const state of READS) {
    if (state)
      for (const { orderNumber, account } of orderNumbers) world.operator.advanceTo(orderNumber, state, account);
    await verbs.makeReadsDue();
    const read = await each(verbs.read);
    total += read;
    if (state) total += await each(verbs.publishEvent);
    else quiet.push(read);
  }
  await verbs.forget();
  const shops = await addSweptShops(world);
  const sweep = (await process.processorOf(() => verbs.sweep(shops))) / SWEPT;
  const { count: opened } = await world.database.delivery.deleteMany({ where: { shopDomain: { in: shops } } });
  if (opened !== SWEPT) throw new Error(`the sweep opened ${opened} of ${SWEPT} deliveries`);
  await world.database.shop.updateMany({ where: { domain: { in: shops } }, data: { uninstalledAt: new Date() } });
  return {
    webhook,
    'hand-over': handOver,
    publication,
    'quiet read': quiet.reduce((sum, ms) => sum + ms, 0) / quiet.length,
    life: total,
    sweep,
  };
}

let sweptRounds = 0;

/** Shops whose orders no webhook reported. They are not to be handed over. */
async function addSweptShops(world: OfflineWorld): Promise<string[]> {
  sweptRounds += 1;
  const shops = Array.from({ length: SWEPT_SHOPS }, (_, place) => `barrido-${sweptRounds}-${place}.myshopify.com`);
  for (const domain of shops) {
    const installedAt = new Date(world.clock.now().getTime() - 60_000);
    await addShop(world, domain, `${OPERATOR_TOKEN}-${domain}`);
    for (let made = 0; made < SWEPT / SWEPT_SHOPS; made += 1) {
      const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
      world.shopify.fulfill(domain, world.shopify.enterOrder(domain, limaOrder({ lineItems })).id);
    }
    await world.database.shop.update({
      where: { domain },
      data: { installedAt, handOverOn: false, reconcileAt: installedAt },
    });
  }
  return shops;
}

function rowsOf(ours: Figures, floor: Figures): Row[] {
  return (Object.keys(VERBS) as Verb[]).map((verb) => {
    const [used, least] = [spreadOf(ours[verb]), spreadOf(floor[verb])];
    const ratio = used.median / least.median;
    return {
      what: VERBS[verb],
      figure: `${printSpread(used, 'ms')} of processor`,
      beside: `floor: ${printSpread(least, 'ms')}, ${ratio.toFixed(1)} times it`,
      ...(verb === 'life' && {
        ceiling: {
          text: `at most ${MOST_TIMES_THE_FLOOR} times the floor: ${ratio.toFixed(1)}`,
          isMet: ratio <= MOST_TIMES_THE_FLOOR,
        },
      }),
    };
  });
}
