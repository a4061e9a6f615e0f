import { afterAll, beforeAll, expect, it } from 'vitest';
import { stepsTo } from '../../../app/domain/lifecycle/delivery-phase.ts';
import { phaseOf, stop } from '../../../app/deliveries/delivery-store.ts';
import { requestHandOver, retryDelivery, sendNow } from '../../../app/deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { limaOrder, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import {
  OPERATOR_TOKEN,
  SECOND_OPERATOR_TOKEN,
  startOfflineWorld,
  type OfflineWorld,
} from '../../set-up/world/offline-world.ts';
import { watchPhases, type PhaseChange } from '../../set-up/world/phase-watch.ts';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';

const ROUNDS = 32;
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const PLAN = { maximum: 1_000_000, restoreRate: 50_000 };
const SHOP = 'tienda-rapida.myshopify.com';
/** Nothing of it goes before its grace period is over, unless somebody sends it. */
const PATIENT_SHOP = 'tienda-paciente.myshopify.com';

let world: OfflineWorld;
/** Two more processes' worth, for what people ask. */
let here: AppContext;
let there: AppContext;
let phaseChanges: () => Promise<PhaseChange[]>;

beforeAll(async () => {
  world = await startOfflineWorld();
  phaseChanges = await watchPhases(world.database);
  const calm = { TRACKING_INTERVAL_SECONDS: '600', OPERATOR_TIMEOUT_SECONDS: '30' };
  const program = await world.start(calm);
  await world.start({ ...calm, PORT: String(await freePort()) });
  for (const domain of [SHOP, PATIENT_SHOP]) world.shopify.addShop({ ...TEST_SHOP, domain, limits: PLAN });
  await world.setUpShop(program, {}, { shop: SHOP, token: OPERATOR_TOKEN });
  await world.setUpShop(program, { gracePeriodMinutes: 60 }, { shop: PATIENT_SHOP, token: SECOND_OPERATOR_TOKEN });
  [here, there] = [await world.join(), await world.join()];
  // a race has time to be lost while the operator thinks
  world.operator.injectFault({ kind: 'slow', verb: 'create', delayMs: 400 });
});

afterAll(async () => {
  await world.stop();
});

interface Fulfilled {
  readonly shop: string;
  readonly orderId: string;
  readonly fulfillmentId: string;
  readonly orderNumber: string;
}

function fulfill(shop: string): Fulfilled {
  const { id: orderId } = world.shopify.enterOrder(shop, limaOrder({ lineItems: LINES }));
  const { id: fulfillmentId, name } = world.shopify.fulfill(shop, orderId);
  return { shop, orderId, fulfillmentId, orderNumber: `${shop.split('.')[0]}-${name.slice(1)}` };
}
const fulfillMany = (shop: string) => Array.from({ length: ROUNDS }, () => fulfill(shop));

const deliveryIn = (phases: readonly string[], { fulfillmentId }: Fulfilled) =>
  until(`the delivery ${phases.join(' or ')}`, () =>
    world.database.delivery.findFirst({
      where: { fulfillmentId, phase: { in: [...phases] }, claimToken: null },
      include: { attempts: true },
    }),
  );

const creates = ({ orderNumber }: Fulfilled) =>
  world.operator.requests().filter((request) => request.verb === 'create' && request.orderNumber === orderNumber)
    .length;

/** The moments at which somebody changes his mind, one after the other over the rounds. */
const MOMENTS: readonly ((of: Fulfilled) => Promise<unknown>)[] = [
  () => Promise.resolve(), // at once
  ({ fulfillmentId }) =>
    until('the delivery claimed', () =>
      world.database.delivery.findFirst({
        where: { fulfillmentId, OR: [{ claimToken: { not: null } }, { phase: { not: 'waiting' } }] },
      }),
    ),
  (of) => until('the operator thinking', () => creates(of) > 0),
  (of) => deliveryIn(['in-delivery'], of),
];
const momentOf = (round: number) => MOMENTS[round % MOMENTS.length] ?? (() => Promise.resolve());

it('cancel against hand-over: cancelled unsent, or sent once and one call to make', async () => {
  const cancellationOf = ({ fulfillmentId }: Fulfilled) =>
    until('the cancellation handled', () =>
      world.database.webhookReceipt.findFirst({
        where: { subjectId: fulfillmentId, status: 'cancelled', outcome: { not: null } },
      }),
    );
  const ends = await Promise.all(
    fulfillMany(SHOP).map(async (of, round) => {
      await momentOf(round)(of);
      world.shopify.cancelFulfillment(SHOP, of.fulfillmentId);
      await cancellationOf(of);
      // where the answer of the creation is lost, and found after the cancellation, a person must look
      const ends = ['cancelled', 'in-delivery', 'needs-attention'];
      const { phase, problems, cancelRequestedAt } = await deliveryIn(ends, of);
      expect(creates(of)).toBe(phase === 'cancelled' ? 0 : 1);
      expect(problems).toEqual(
        phase === 'cancelled' ? [] : [{ code: 'cancelled-after-hand-over', field: null, details: {} }],
      );
      expect(cancelRequestedAt === null).toBe(phase === 'cancelled');
      return phase;
    }),
  );
  expect(ends).toEqual(expect.arrayContaining(['cancelled', 'in-delivery']));
});

it('stop against send now: one of them has its way', async () => {
  const ends = await Promise.all(
    fulfillMany(PATIENT_SHOP).map(async (of, round) => {
      const { id: deliveryId } = await deliveryIn(['waiting'], of);
      const delivery = { shop: PATIENT_SHOP, deliveryId };
      const stopIt = () => stop(there.database, delivery, there.now());
      const isAtOnce = round % MOMENTS.length === 0;
      const [isSent, isStopped] = await Promise.all([
        sendNow(here, delivery),
        isAtOnce ? stopIt() : momentOf(round)(of).then(stopIt),
      ]);
      expect(isSent || isStopped).toBe(true);
      const { phase } = await deliveryIn(['skipped', 'in-delivery'], of);
      expect({ phase, creates: creates(of) }).toEqual(
        isStopped ? { phase: 'skipped', creates: 0 } : { phase: 'in-delivery', creates: 1 },
      );
      return phase;
    }),
  );
  expect(new Set(ends)).toEqual(new Set(['skipped', 'in-delivery']));
});

/** As if the operator had refused each of them. */
async function refused(): Promise<{ of: Fulfilled; deliveryId: string }[]> {
  const all = fulfillMany(PATIENT_SHOP);
  return Promise.all(
    all.map(async (of) => {
      const { id: deliveryId } = await deliveryIn(['waiting'], of);
      await world.database.delivery.updateMany({
        where: { id: deliveryId, phase: 'waiting' },
        data: {
          phase: 'needs-attention',
          sendAt: null,
          problems: [{ code: 'operator-refused', field: null, details: {} }],
        },
      });
      return { of, deliveryId };
    }),
  );
}

it('two people retry the same delivery: the operator gets one call', async () => {
  await Promise.all(
    (await refused()).map(async ({ of, deliveryId }) => {
      const delivery = { shop: PATIENT_SHOP, deliveryId };
      const results = await Promise.all([retryDelivery(here, delivery), retryDelivery(there, delivery)]);
      expect(results.filter(Boolean)).toHaveLength(1);
      await deliveryIn(['in-delivery'], of);
      expect(creates(of)).toBe(1);
    }),
  );
});

it('left unsent against tried again: the later word counts, and nothing is sent after it is left unsent', async () => {
  await Promise.all(
    (await refused()).map(async ({ of, deliveryId }) => {
      const delivery = { shop: PATIENT_SHOP, deliveryId };
      const [isStopped, isRetried] = await Promise.all([
        stop(here.database, delivery, here.now()),
        retryDelivery(there, delivery),
      ]);
      expect(isStopped || isRetried).toBe(true);
      const { phase } = await deliveryIn(
        [...(isStopped ? (['skipped'] as const) : []), ...(isRetried ? (['in-delivery'] as const) : [])],
        of,
      );
      expect(creates(of)).toBe(phase === 'in-delivery' ? 1 : 0);
    }),
  );
});

it('the webhook and three people request one hand-over: the operator gets one call', async () => {
  const all = fulfillMany(SHOP);
  await Promise.all(
    all.map(async (of) => {
      const asked = { ...of, sendAnyway: false };
      await Promise.all([requestHandOver(here, asked), requestHandOver(there, asked), requestHandOver(here, asked)]);
      await deliveryIn(['in-delivery'], of);
    }),
  );
  expect(all.map(creates)).toEqual(all.map(() => 1));
});

it('whoever won, every change was along the table, and by a statement that names the phase it comes from', async () => {
  const changes = await phaseChanges();
  expect(changes.length).toBeGreaterThan(ROUNDS);
  const phase = (name: string) => phaseOf({ phase: name });
  expect(changes.filter(({ from, to }) => stepsTo(phase(from), phase(to)).length === 0)).toEqual([]);
  expect(changes.filter(({ statement }) => !/\bWHERE\b.*"phase"/s.test(statement))).toEqual([]);
});
