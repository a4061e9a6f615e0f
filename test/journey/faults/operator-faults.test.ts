import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptVerb } from '../../../app/domain/lifecycle/attempt.ts';
import { retryDelivery } from '../../../app/deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../../app/app-context.ts';
import type { Fault, FaultKind } from '../../../sandbox/operator/misbehaviour/faults.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let verbs: AppContext;

beforeAll(async () => {
  world = await startOfflineWorld();
  // the horizon is over when a test says so: a look-up that was lied to is always followed by another one
  const program = await world.start({ TRACKING_INTERVAL_SECONDS: '600', LOOK_UP_HORIZON_MINUTES: '30' });
  await world.setUpShop(program);
  verbs = await world.join();
});

afterAll(async () => {
  await world.stop();
});

/** Verb, outcome and HTTP status of each attempt. */
const ACCEPTED = ['create accepted 201'];
const adopted = (status: string) => [`create unknown ${status}`, 'look-up found 200'];
/** Looked for in vain until the horizon, however often, and then sent again. */
const sentAgain = (status: string) => [`create not-received ${status}`, 'look-up not-found 404', ...ACCEPTED];
const refused = (status: string) => [`create refused ${status}`, 'look-up not-found 404'];

interface Consequence {
  /** What it is told beyond its kind. */
  readonly fault?: Omit<Fault, 'kind'>;
  /** The attempts of a hand-over whose creation it strikes, up to where it goes on by itself. */
  readonly create: readonly string[];
  /** What it makes of a GET; null when it does no harm. */
  readonly get: string | null;
  /** After a creation it strikes nothing goes on by itself: a person must act. */
  readonly thenAct?: 'retry';
}

/** The faults of the operator that are followed through a whole hand-over. */
const CONSEQUENCES: Readonly<Partial<Record<FaultKind, Consequence>>> = {
  slow: { fault: { delayMs: 600_000 }, create: sentAgain('-'), get: 'unknown -' },
  hang: { create: sentAgain('-'), get: 'unknown -' },
  reset: { create: sentAgain('-'), get: 'unknown -' },
  '500': { create: sentAgain('500'), get: 'unknown 500' },
  '503': { create: sentAgain('503'), get: 'unknown 503' },
  '503-retry-after': { fault: { retryAfter: 1 }, create: sentAgain('503'), get: 'unknown 503' },
  html: { create: sentAgain('200'), get: 'unknown 200' },
  redirect: { create: sentAgain('302'), get: 'unknown 302' },
  'hang-after-accepting': { create: adopted('-'), get: 'unknown -' },
  'reset-after-accepting': { create: adopted('-'), get: 'unknown -' },
  '500-after-accepting': { create: adopted('500'), get: 'unknown 500' },
  'html-after-accepting': { create: adopted('200'), get: 'unknown 200' },
  'truncated-json': { create: adopted('201'), get: 'unknown 200' },
  huge: { fault: { bytes: 2_097_152 }, create: adopted('201'), get: 'unknown 200' },
  empty: { create: adopted('201'), get: 'unknown 200' },
  array: { create: ACCEPTED, get: null },
  'wrong-content-type': { create: ACCEPTED, get: null },
  'unknown-state': { create: ACCEPTED, get: null },
  'last-state-disagrees': { create: ACCEPTED, get: null },
  '429': { create: sentAgain('429'), get: 'throttled 429' },
  '429-retry-after': { fault: { retryAfter: 1 }, create: sentAgain('429'), get: 'throttled 429' },
  '400': { create: refused('400'), get: 'refused 400', thenAct: 'retry' },
  '422': { create: refused('422'), get: 'refused 422', thenAct: 'retry' },
  '404': { create: sentAgain('404'), get: 'not-found 404' },
  'success-false': { create: refused('200'), get: 'refused 200', thenAct: 'retry' },
  '401': { create: sentAgain('401'), get: 'account-refused 401' },
  '403': { create: sentAgain('403'), get: 'account-refused 403' },
};

type Row = readonly [FaultKind, Consequence];
const isKind = (name: string): name is FaultKind => name in CONSEQUENCES;
const ROWS: readonly Row[] = Object.entries(CONSEQUENCES).flatMap(([kind, consequence]) =>
  isKind(kind) ? [[kind, consequence] as const] : [],
);
/** Those after which the whole account rests, or that count toward its pause: one after the other. */
const OF_THE_ACCOUNT = ROWS.filter(([kind]) => ['429', '429-retry-after', '401', '403'].includes(kind));
const OF_ONE_CALL = ROWS.filter((row) => !OF_THE_ACCOUNT.includes(row));

/** Fulfills an order; faults that are about it strike from its first call on. */
function fulfillOne(...faults: Fault[]) {
  const { id, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  for (const fault of faults) world.operator.injectFault({ times: 1, ...fault, orderNumber });
  return { fulfillmentId: id, orderNumber };
}
type Fulfilled = ReturnType<typeof fulfillOne>;

async function deliveryOf({ fulfillmentId }: Fulfilled) {
  const delivery = await world.database.delivery.findFirst({
    where: { fulfillmentId },
    include: { attempts: { orderBy: { id: 'asc' } }, stateEntries: true, operatorAccount: true },
  });
  if (!delivery) return null;
  const tell = (...verbsTold: AttemptVerb[]) =>
    delivery.attempts
      .filter(({ verb }) => verbsTold.some((told) => told === verb))
      .map(({ verb, outcome, httpStatus }) => `${verb} ${outcome} ${httpStatus ?? '-'}`);
  const handOver = tell('create', 'look-up').filter((each, place, all) => !(isVain(each) && each === all[place - 1]));
  return { ...delivery, handOver, reads: tell('read') };
}
const isVain = (attempt: string) => attempt.startsWith('look-up not-found');
type Seen = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>;

const HOUR_MS = 3_600_000;

/**
 * Waits for a state of the delivery. The pause before the next try or read is passed over if it is the one that was
 * seen: a step that has ended meanwhile is looked at first.
 *
 * @param options.passesHorizon whether a look-up in vain ends the horizon
 */
const untilDelivery = (
  what: string,
  of: Fulfilled,
  is: (delivery: Seen) => boolean,
  { passesHorizon = false }: { passesHorizon?: boolean } = {},
) =>
  until(what, async () => {
    const delivery = await deliveryOf(of);
    if (!delivery) return null;
    if (is(delivery)) return delivery;
    const { id, sendAt, nextReadAt, claimToken, possiblySentAt, handOver } = delivery;
    const now = world.clock.now().getTime();
    const isLater = (time: Date | null, ms: number) => time !== null && time.getTime() > now + ms;
    const isInVain = passesHorizon && possiblySentAt !== null && isVain(handOver.at(-1) ?? '');
    if (sendAt !== null && claimToken === null && (isInVain || isLater(sendAt, 1_000))) {
      const passed = new Date(now - HOUR_MS);
      const horizon = isInVain ? { possiblySentAt: passed } : {};
      const where = { id, sendAt, claimToken };
      if (isInVain) await world.database.attempt.updateMany({ where: { deliveryId: id }, data: { startedAt: passed } });
      await world.database.delivery.updateMany({ where, data: { sendAt: new Date(now), ...horizon } });
    }
    if (isLater(nextReadAt, 60_000)) {
      await world.database.delivery.updateMany({ where: { id, nextReadAt }, data: { nextReadAt: new Date(now) } });
    }
    return null;
  });

const untilAccepted = (of: Fulfilled, options: { passesHorizon?: boolean } = {}) =>
  untilDelivery('the delivery accepted', of, ({ phase }) => phase === 'in-delivery', options);

const ordersOf = ({ orderNumber }: Fulfilled) =>
  world.operator.orders().filter((order) => order.orderNumber === orderNumber);

/** What a merchant is told: of a district that is refused as of one that is in no list, of all else the operator's words. */
const problemAfter = (kind: FaultKind) =>
  kind === '422'
    ? {
        code: 'district-not-served',
        field: 'dropoff.location.district',
        details: {
          district: 'miraflores',
          written: 'Miraflores',
          nearest: [],
          sources: ['order.shippingAddress.city'],
        },
      }
    : { code: 'operator-refused', field: null, details: { message: expect.stringMatching(/\w/) } };

async function createStruck(kind: FaultKind, { fault, create, thenAct }: Consequence): Promise<void> {
  const of = fulfillOne({ ...fault, kind, verb: 'create' });
  if (thenAct === 'retry') {
    const isAsked = ({ phase }: Seen) => phase === 'needs-attention';
    const delivery = await untilDelivery('the refusal', of, isAsked, { passesHorizon: true });
    expect(delivery.handOver).toEqual(create);
    expect(delivery.problems).toEqual([problemAfter(kind)]);
    expect(ordersOf(of)).toEqual([]);
    expect(await retryDelivery(verbs, { shop: SHOP, deliveryId: delivery.id })).toBe(true);
  }
  const delivery = await untilAccepted(of, { passesHorizon: true });
  expect(delivery.handOver).toEqual(thenAct ? [...create, ...ACCEPTED] : create);
  expect(delivery).toMatchObject({ problems: [], heldFor: null, orderNumber: of.orderNumber });
  expect(delivery.recoveredAt !== null).toBe(delivery.handOver.at(-1) === 'look-up found 200');
  world.operator.carryOut(of.orderNumber); // a slow one
  await until('every call of it ended', () =>
    callsOf(of).every(({ status, fault: by }) => status !== null || isCut(by)),
  );
  expect(ordersOf(of)).toHaveLength(1);
  expect(world.operator.requests().filter(({ verb }) => verb === null)).toEqual([]); // no redirect was followed
}

const callsOf = ({ orderNumber }: Fulfilled) =>
  world.operator.requests().filter((request) => request.orderNumber === orderNumber);
const isCut = (kind: FaultKind | null) => kind?.startsWith('reset') || kind?.startsWith('hang');

async function lookUpStruck(kind: FaultKind, { fault, get }: Consequence): Promise<void> {
  const of = fulfillOne({ kind: 'reset-after-accepting', verb: 'create' }, { ...fault, kind, verb: 'read' });
  const delivery = await untilAccepted(of);
  const struck = get ? [`look-up ${get}`] : [];
  expect(delivery.handOver).toEqual(['create unknown -', ...struck, 'look-up found 200']);
  expect(delivery).toMatchObject({ problems: [], recoveredAt: expect.any(Date) });
  expect(ordersOf(of)).toHaveLength(1);
}

async function readStruck(kind: FaultKind, { fault, get }: Consequence): Promise<void> {
  const of = fulfillOne({ ...fault, kind, verb: 'read' });
  const reads = get ? [`read ${get}`] : [];
  if (get) {
    const struck = await untilDelivery('the failed read', of, (delivery) => delivery.reads.length > 0);
    expect(struck).toMatchObject({ phase: 'in-delivery', problems: [], reads, state: null });
  }
  const delivery = await untilDelivery('the state read', of, ({ state }) => state === 'ingresado');
  expect(delivery).toMatchObject({ phase: 'in-delivery', problems: [], stateGroup: 'accepted', reads });
  expect(ordersOf(of)).toHaveLength(1);
}

describe.each([
  ['a creation', createStruck],
  ['the look-up after a lost answer', lookUpStruck],
  ['a read', readStruck],
])('a fault of %s:', (_what, strike) => {
  it.concurrent.each(OF_ONE_CALL)('%s', strike);
  it.each(OF_THE_ACCOUNT)('%s', strike);
});

describe('what the operator says, and is taken as it is said', () => {
  it('a state with an unknown name is shown verbatim, and publishes no event', async () => {
    const of = fulfillOne();
    await untilDelivery('the first state read', of, ({ state }) => state === 'ingresado');
    world.operator.setState(of.orderNumber, 'en revisión de bodega', new Date(world.clock.now().getTime() + 1_000)); // of another second
    const { id, phase, stateGroup, problems } = await untilDelivery(
      'the unknown state read',
      of,
      ({ state }) => state === 'en revisión de bodega',
    );
    expect({ phase, stateGroup, problems }).toEqual({ phase: 'in-delivery', stateGroup: 'unknown', problems: [] });
    const events = await world.database.publication.findMany({ where: { deliveryId: id, kind: 'event' } });
    expect(events.map(({ eventStatus }) => eventStatus)).toEqual(['CONFIRMED']);
  });

  it('a last_state that disagrees is kept beside the newest entry of the history, which counts', async () => {
    const of = fulfillOne({ kind: 'last-state-disagrees', verb: 'read', times: 1_000 });
    await untilAccepted(of);
    world.operator.advanceTo(of.orderNumber, 'en camino entrega');
    const delivery = await untilDelivery('the state read', of, ({ state }) => state === 'en camino entrega');
    expect(delivery).toMatchObject({ phase: 'in-delivery', lastState: 'asignación aceptada', problems: [] });
  });
});
