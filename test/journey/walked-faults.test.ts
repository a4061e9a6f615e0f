import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../app/app-context.ts';
import { createDispatcher } from '../../app/deliveries/hand-over/dispatch.ts';
import { openDeliveries } from '../../app/deliveries/open-and-cancel.ts';
import { createLogger } from '../../app/logging.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramHere } from '../set-up/world/program.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '600' });
  await world.setUpShop(program, { gracePeriodMinutes: 0 });
  world.shopify.setWebhookPolicy({ drop: 1e9 });
  await Promise.all(Object.values(program.sweeps).map((sweep) => sweep.stop()));
});

afterAll(() => world.stop());
afterEach(() => vi.unstubAllGlobals());

/**
 * - `before`: the call is not made
 * - `after`: it takes effect, and its answer is lost
 * - `from-then-on`: no call is made any more, as when the database is away
 */
const MODES = ['before', 'after', 'from-then-on'] as const;
type Mode = (typeof MODES)[number];

interface Strike {
  /** Calls count from now on. */
  begin(): void;
  readonly struck: () => string | null;
  now<Value>(what: string, call: () => Value): Value;
  around<Value>(what: string, call: () => PromiseLike<Value>): Promise<Value>;
}

/** Throws at the `place`-th call of a step, whatever it is. */
function strikeAt(place: number, mode: Mode): Strike {
  let hasBegun = false;
  let calls = 0;
  let struck: string | null = null;
  const isHit = () => {
    if (!hasBegun) return false;
    calls += 1;
    return calls === place || (mode === 'from-then-on' && calls > place);
  };
  const hit = (what: string) => {
    struck ??= what;
    return new Error(`struck at ${what}`);
  };
  return {
    begin() {
      hasBegun = true;
    },
    struck: () => struck,
    now(what, call) {
      if (isHit()) throw hit(what);
      return call();
    },
    async around(what, call) {
      const hits = isHit();
      if (hits && mode !== 'after') throw hit(what);
      const value = await call();
      if (hits) throw hit(what);
      return value;
    },
  };
}

type Callable = (...given: unknown[]) => PromiseLike<unknown>;
const isCallable = (value: unknown): value is Callable => typeof value === 'function';

/** The same object, each of whose methods may be struck. */
function struckMethods<Target extends object>(target: Target, name: string, strike: Strike): Target {
  return new Proxy(target, {
    get(of, key) {
      const value: unknown = Reflect.get(of, key);
      const what = `${name}.${String(key)}`;
      if (key === '$transaction' && isCallable(value)) {
        return (work: (transaction: object) => unknown, ...options: unknown[]) =>
          strike.around(what, () =>
            value.call(
              of,
              (transaction: object) => work(struckMethods(transaction, 'transaction', strike)),
              ...options,
            ),
          );
      }
      if (isCallable(value)) return (...given: unknown[]) => strike.around(what, () => value.apply(of, given));
      return typeof value === 'object' && value !== null ? struckMethods(value, what, strike) : value;
    },
  });
}

function struckApp(app: AppContext, strike: Strike, write: (line: string) => void): AppContext {
  const { operatorLimits: limits } = app;
  return {
    ...app,
    logger: createLogger('debug', { write }),
    now: () => strike.now('clock', app.now),
    random: () => 0,
    database: struckMethods(app.database, 'database', strike),
    adminApi: {
      request: (shop, operation, variables) =>
        strike.around('shopify', () => app.adminApi.request(shop, operation, variables)),
    },
    operatorLimits: {
      ...limits,
      call: (id, work) => strike.around('turn', () => limits.call(id, () => strike.around('operator', work))),
    },
  };
}

async function takeStep(app: AppContext, strike?: Strike): Promise<void> {
  const dispatcher = createDispatcher(app);
  strike?.begin();
  await dispatcher.round().catch(() => null); // the sweep logs it, and comes again
  await dispatcher.drain();
}

/** Rounds of the sweep, each after every lease and every pause has ended. */
const ROUND_LIMIT = 12;
const CALL_LIMIT = 6;

/** @returns what was struck; null when the step was over before */
async function walk(place: number, mode: Mode): Promise<string | null> {
  const { app } = program;
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  const { id: fulfillmentId } = world.shopify.fulfill(SHOP, order.id);
  await openDeliveries(app, app.database, [{ shop: SHOP, fulfillmentId, orderId: order.id }]);
  world.clock.advance(1_000);
  const find = () => world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });

  const lines: string[] = [];
  const strike = strikeAt(place, mode);
  await takeStep(
    struckApp(app, strike, (line) => void lines.push(line)),
    strike,
  );
  vi.unstubAllGlobals();
  const what = strike.struck();
  const where = `${mode} call ${place}, ${what ?? 'not struck'}`;
  const after = await find();
  if (mode !== 'from-then-on' && lines.some((line) => line.includes('the step failed'))) {
    expect(after.phase === 'in-delivery' ? 1 : after.tries, `tries after ${where}`).toBe(1);
  }
  for (let round = 0; round < ROUND_LIMIT && (await find()).phase !== 'in-delivery'; round += 1) {
    world.clock.advance(20 * 60_000);
    await takeStep(app);
  }
  const { id: deliveryId, phase, orderNumber, problems } = await find();
  expect({ phase, problems }, where).toEqual({ phase: 'in-delivery', problems: [] });
  const sent = world.operator.orders().filter((each) => each.orderNumber === orderNumber);
  expect(sent, `orders at the operator, ${where}`).toHaveLength(1);
  const attempts = await world.database.attempt.findMany({ where: { deliveryId }, orderBy: { id: 'asc' } });
  expect(attempts.length, `calls, ${where}`).toBeLessThanOrEqual(CALL_LIMIT);
  expect(
    attempts.filter(({ outcome }) => outcome === null),
    `open attempts, ${where}`,
  ).toEqual([]);
  return what;
}

it.each(MODES)('whatever is thrown at any call of a hand-over (%s), it is sent once and settled', async (mode) => {
  const struck: string[] = [];
  for (let place = 1; ; place += 1) {
    const what = await walk(place, mode);
    if (what === null) break;
    struck.push(what);
  }
  expect(struck.length).toBeGreaterThan(15);
  for (const each of ['shopify', 'operator', 'clock', 'turn', 'database.$transaction']) expect(struck).toContain(each);
});
