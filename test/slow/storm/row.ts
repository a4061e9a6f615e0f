import { release } from '../../../app/deliveries/delivery-store.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../../set-up/world/program-process.ts';
import { until } from '../../set-up/time/until.ts';
import { startOwnDatabaseServer } from '../own-database-server.ts';
import { repeat } from '../storm.ts';
import { spread, type Disturbance } from './disturbances.ts';
import { injectFaults, type StormMode } from './modes.ts';
import type { MeasuredRow } from './table.ts';

export interface StormRow {
  readonly mode: StormMode;
  readonly disturbance: Disturbance;
}

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
/** Of a plan that fits so many orders: Shopify's budget is not what is tried here. */
const LIMITS = { maximum: 1e6, restoreRate: 1e5 };
const TIMEOUT_SECONDS = 2;
/** What the horizon has beside the operator's lateness, for a call that is cut off and a machine that is busy. */
const MARGIN_SECONDS = 9;
const TURN_MS = 1_000;
const LINE_LIMIT = 30;
/** Orders come in over so much time, so that the disturbances strike among them. */
const ARRIVAL_MS = (count: number) => 2_000 + count * 40;

/**
 * Fulfills so many orders of a shop whose operator is of that mode and fails a third of its calls, while it is disturbed;
 * waits until nothing is under way any more, and counts at the operator what has come of it.
 */
export async function weatherRow({ mode, disturbance }: StormRow, fulfillments: number): Promise<MeasuredRow> {
  const server = disturbance.hasOwnServer ? await startOwnDatabaseServer() : null;
  const database = server && { url: server.url, drop: () => server.end() };
  const world = await startOfflineWorld(mode.operator, database ?? undefined);
  const endings: (() => Promise<unknown>)[] = [];
  try {
    return await weather({ mode, disturbance, world, server, fulfillments, endings });
  } finally {
    for (const end of endings) await end().catch(() => null); // what it throws is told already
    await world.stop();
  }
}

async function weather(given: StormRow & StormSetUp): Promise<MeasuredRow> {
  const { mode, disturbance, world, server, fulfillments: count, endings } = given;
  world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
  const horizonSeconds = (mode.latenessSeconds ?? 0) + MARGIN_SECONDS;
  const variables = {
    OPERATOR_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    LOOK_UP_DELAY_SECONDS: '0.3',
    LOOK_UP_HORIZON_MINUTES: String(horizonSeconds / 60),
    TRACKING_INTERVAL_SECONDS: '5',
    ...mode.variables,
  };
  const start = (role: string, port: number) =>
    world.startProcess({ ...variables, ROLE: role, PORT: String(port) }, { hurry: true });
  const first = { program: await start(disturbance.role, world.port) };
  await world.setUpShop(first.program);
  await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
  injectFaults(world.operator, mode);
  const stopTurning = repeat(TURN_MS, async (times) => {
    mode.turn?.(world.operator, times);
    await approveHeld(world);
  });
  endings.push(stopTurning);

  const begunAt = performance.now();
  // the database may be away for a while
  const ask = (query: () => Promise<number>) => query().catch(() => -1);
  const handedOver = async (least: number) => {
    await until(`${least} handed over`, async () => {
      return (await ask(() => world.database.delivery.count({ where: { handedOverAt: { not: null } } }))) >= least;
    });
  };
  const end = await disturbance.begin({ world, server, start, first, handedOver, fulfillments: count });
  let ended: Promise<number> | null = null;
  const endDisturbance = () => (ended ??= end());
  endings.push(endDisturbance);
  world.shopify.setWebhookPolicy({ duplicate: Math.floor(count / 3) });
  const fulfilled = await spread(count, { ms: ARRIVAL_MS(count), batches: 20 }, () => {
    const order = world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES }));
    return world.shopify.fulfill(SHOP, order.id);
  });
  const ids = fulfilled.map(({ id }) => id);
  // what a person was told of and is tried again, is still under way
  const isSettled = [{ phase: { in: ['in-delivery', 'delivered'] } }, { phase: 'needs-attention', sendAt: null }];
  const judged = async () => {
    if (!disturbance.kills) mustLive(first.program);
    const where = { fulfillmentId: { in: ids }, OR: isSettled };
    return (await ask(() => world.database.delivery.count({ where }))) === count;
  };
  await until('a delivery of every fulfillment, none of them under way', judged);
  const disturbances = await endDisturbance();
  await until('the same after the last disturbance', judged);
  await until(
    'every publication settled',
    async () => (await ask(() => world.database.publication.count({ where: { settledAt: null } }))) === 0,
  );
  await until('nothing that the operator has yet to register', () => world.operator.pendingOrders().length === 0);
  await stopTurning();
  const seconds = (performance.now() - begunAt) / 1_000;

  const deliveries = await world.database.delivery.findMany({
    where: { fulfillmentId: { in: ids } },
    include: { attempts: { where: { verb: 'look-up' }, select: { id: true } } },
  });
  const expected = new Set(fulfilled.map(({ name }) => `tienda-prueba-${name.slice(1)}`));
  const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
  const found = new Set(numbers);
  if (found.size < numbers.length) throw new Error(await storyOfSecondOrders(world));
  return {
    mode: mode.name,
    disturbance: disturbance.name,
    fulfillments: count,
    creates: world.operator.requests().filter(({ verb }) => verb === 'create').length,
    lookUps: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
    recovered: deliveries.filter(({ recoveredAt }) => recoveredAt !== null).length,
    orders: numbers.length,
    secondOrders: numbers.length - found.size,
    lost: [...expected].filter((number) => !found.has(number)).length,
    forAPerson: deliveries.filter(({ phase, problems }) => phase === 'needs-attention' || isNotEmpty(problems)).length,
    seconds,
    disturbances,
  };
}

/**
 * The merchant's answer: more than a handful of fulfillments between an installation and its set-up wait for it, and how
 * many these are depends on the speed of the machine.
 */
async function approveHeld({ database, clock }: OfflineWorld): Promise<void> {
  const approved = release(database, { shop: SHOP, holds: ['release'], now: clock.now() });
  await approved.catch(() => null); // the database may be away for a while
}

/** What the program and the operator did about the fulfillments that have two orders, for whoever must find out why. */
async function storyOfSecondOrders({ database, operator }: OfflineWorld): Promise<string> {
  const orders = Map.groupBy(operator.orders(), ({ orderNumber }) => orderNumber);
  const stories = [...orders].map(async ([orderNumber, each]) => {
    if (each.length < 2) return [];
    const attempts = await database.attempt.findMany({ where: { delivery: { orderNumber } }, orderBy: { id: 'asc' } });
    const requests = operator.requests().filter((request) => request.orderNumber === orderNumber);
    return [
      `${orderNumber}, registered ${each.map(({ registeredAt }) => registeredAt.toISOString()).join(', ')}`,
      ...attempts.map(({ startedAt, durationMs, verb, outcome, httpStatus }) => {
        const took = durationMs === null ? 'cut off' : `${durationMs} ms`;
        return `  program ${startedAt.toISOString()} ${verb}: ${outcome ?? 'open'} ${httpStatus ?? '-'}, ${took}`;
      }),
      ...requests.map(({ at, verb, status, fault }) => {
        return `  operator ${at.toISOString()} ${verb ?? '-'}: ${status ?? 'no answer'}, fault ${fault ?? 'none'}`;
      }),
    ];
  });
  return ['second couriers:', ...(await Promise.all(stories)).flat()].join('\n');
}

interface StormSetUp {
  readonly world: OfflineWorld;
  readonly server: Awaited<ReturnType<typeof startOwnDatabaseServer>> | null;
  readonly fulfillments: number;
  /** What must be ended even if the row fails. */
  readonly endings: (() => Promise<unknown>)[];
}

/** @throws Error with the end of its log when it has ended */
function mustLive({ pid, lines }: ProgramProcess): void {
  try {
    process.kill(pid, 0);
  } catch {
    throw new Error(`the program ended by itself:\n${lines.slice(-LINE_LIMIT).join('\n')}`);
  }
}

const isNotEmpty = (problems: unknown) => Array.isArray(problems) && problems.length > 0;
