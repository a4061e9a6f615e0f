import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FaultInput } from '../../../sandbox/shopify/admin-api/fault.ts';
import type { OrderRecord } from '../../../sandbox/shopify/shop/order-records.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';
import { startOwnDatabaseServer, type OwnDatabaseServer } from '../own-database-server.ts';
import { repeat } from '../storm.ts';
import { DISTURBANCES, spread, type Disturbance } from './disturbances.ts';
import { injectFaults } from './modes.ts';

/** Orders that would not go out are held and released in a storm: each once, and none of anybody else. */

/** `npm run storm` says how many. */
const ORDERS = Number(process.env.STORM_FULFILLMENTS ?? 12);
const AT_LAST_MS = 1_800_000 + ORDERS * 4_000;
const LIMITS = { maximum: 1e6, restoreRate: 1e5 };
/** So often one more fault waits for each call. */
const FAULTS_EVERY_MS = 400;
const SWEEP_EVERY_MS = 1_000;

const CALLS = ['query OpenOrder', 'mutation HoldFulfillmentOrder', 'mutation ReleaseFulfillmentOrder'];
const FAULTS: readonly FaultInput[] = [
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after-commit' },
  { kind: 'truncated', when: 'after-commit' },
  { kind: 'unreadable', when: 'after-commit' },
  { kind: 'http', status: 503 },
  { kind: 'internal-error' },
  { kind: 'throttled' },
  { kind: 'access-token-refused' },
];

let folder: string;
let server: OwnDatabaseServer | null;
let world: OfflineWorld;
let endings: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-holds-'));
  await writeFile(path.join(folder, 'districts.json'), JSON.stringify(['Miraflores', 'San Isidro']));
  server = null;
  endings = [];
});

afterEach(async () => {
  for (const end of endings) await end().catch(() => null); // what it throws is told already
  await world.stop();
  await rm(folder, { recursive: true });
});

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const orderTo = (city: string) =>
  limaOrder({ lineItems: LINES, shippingAddress: { ...limaOrder().shippingAddress, city } });
const holdsOn = (order: OrderRecord) => order.fulfillmentOrders.flatMap(({ holds }) => holds);
const isHeldByApp = (order: OrderRecord) => holdsOn(order).some((hold) => hold.heldByRequestingApp);
const holdsByApp = (order: OrderRecord) => order.fulfillmentOrders.map((each) => each.holdsByApp);

const { none, kills, restarts } = DISTURBANCES;

it.for<[string, Disturbance]>([none, kills, restarts].map((each) => [each.name, each]))(
  `${ORDERS} orders to a district that is not served, with faults at Shopify and half of the webhooks lost × %s`,
  { timeout: AT_LAST_MS },
  async ([, disturbance]) => {
    server = disturbance.hasOwnServer ? await startOwnDatabaseServer() : null;
    const own = server;
    world = await startOfflineWorld({ repeats: 'taken' }, own ? { url: own.url, drop: () => own.end() } : undefined);
    world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
    const variables = {
      OPERATOR_DISTRICTS_FILE: path.join(folder, 'districts.json'),
      OPERATOR_TIMEOUT_SECONDS: '2',
      LOOK_UP_DELAY_SECONDS: '0.3',
      LOOK_UP_HORIZON_MINUTES: '0.15',
    };
    const start = (role: string, port: number) =>
      world.startProcess({ ...variables, ROLE: role, PORT: String(port) }, { hurry: true });
    const first = { program: await start(disturbance.role, world.port) };
    await world.setUpShop(first.program, { earlyWarning: 'hold' });
    injectFaults(world.operator, { name: 'takes repeats', operator: {} });
    const ask = async <T>(query: () => Promise<T>) => query().catch(() => null); // the database may be away for a while

    const handedOver = async (least: number) => {
      await until(`${least} handed over`, async () => {
        const count = await ask(() => world.database.delivery.count({ where: { handedOverAt: { not: null } } }));
        return (count ?? -1) >= least;
      });
    };
    const end = await disturbance.begin({ world, server, start, first, handedOver, fulfillments: ORDERS });
    let ended: Promise<number> | null = null;
    const endDisturbance = () => (ended ??= end());
    const stopFaults = repeat(FAULTS_EVERY_MS, (turn) => {
      const kind = FAULTS[turn % FAULTS.length];
      if (kind)
        world.shopify.setFaults(
          SHOP,
          CALLS.map((match) => ({ ...kind, match })),
        );
    });
    const stopSweeps = repeat(SWEEP_EVERY_MS, () =>
      ask(() => world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } })),
    );
    endings.push(endDisturbance, stopFaults, stopSweeps);

    const orders = await spread(ORDERS, { ms: 2_000 + ORDERS * 40, batches: 12 }, () => {
      world.shopify.setWebhookPolicy({ drop: Math.round(Math.random()) * 2, duplicate: 3 });
      return world.shopify.enterOrder(SHOP, orderTo('Villa Lejana'));
    });
    const notOurs = orders.filter((_, index) => index % 4 === 0);
    await until('a hold of the app on every order', () => orders.every(isHeldByApp));
    for (const { id } of notOurs) world.shopify.holdOrder(SHOP, id, 'de la tienda');
    for (const { id } of orders) {
      world.shopify.setWebhookPolicy({ drop: Math.round(Math.random()) * 2, duplicate: 3 });
      world.shopify.changeOrder(SHOP, id, { shippingAddress: { city: 'Miraflores' } });
    }
    await until('every hold of the app released', () => !orders.some(isHeldByApp));
    expect(notOurs.map((order) => holdsOn(order).map((hold) => hold.reasonNotes))).toEqual(
      notOurs.map(() => ['de la tienda']),
    );
    for (const { id } of notOurs) world.shopify.releaseOrder(SHOP, id);

    world.shopify.setWebhookPolicy({ drop: Math.round(ORDERS / 2), duplicate: ORDERS });
    const ids = orders.map(({ id }) => world.shopify.fulfill(SHOP, id).id);
    await until('every delivery with the operator', async () => {
      const where = { fulfillmentId: { in: ids }, phase: { in: ['in-delivery', 'delivered'] } };
      return (await ask(() => world.database.delivery.count({ where }))) === ORDERS;
    });
    const disturbances = await endDisturbance();
    await stopFaults();
    world.shopify.setFaults(SHOP, []);
    await until('no order that is still open', async () => {
      const open = { OR: [{ verdict: { not: 'ended' } }, { lookAt: { not: null } }] };
      return (await ask(() => world.database.openOrder.count({ where: open }))) === 0;
    });
    await stopSweeps();

    expect(orders.map(holdsByApp)).toEqual(orders.map(() => [1]));
    expect(orders.flatMap(holdsOn)).toEqual([]);
    const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
    expect(numbers.toSorted()).toEqual(orders.map(({ name }) => `tienda-prueba-${name.slice(1)}.1`).toSorted());
    if (disturbance !== none) expect(disturbances).toBeGreaterThan(0);
  },
);
