import { afterAll, beforeAll, expect, it } from 'vitest';
import { TRANSITIONS, stepsTo, type Phase } from '../../app/domain/lifecycle/delivery-phase.ts';
import { phaseOf, stop } from '../../app/deliveries/delivery-store.ts';
import { retryDelivery } from '../../app/deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../app/app-context.ts';
import type { Fault } from '../../sandbox/operator/misbehaviour/faults.ts';
import type { OrderDraft } from '../../sandbox/shopify/orders/order-entry.ts';
import { limaOrder, SECOND_SHOP, SHOP } from '../set-up/world/demo-order.ts';
import { SECOND_OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { watchPhases, type PhaseChange } from '../set-up/world/phase-watch.ts';
import { until } from '../set-up/time/until.ts';

let world: OfflineWorld;
let verbs: AppContext;
let phaseChanges: () => Promise<PhaseChange[]>;

beforeAll(async () => {
  world = await startOfflineWorld();
  phaseChanges = await watchPhases(world.database);
  const program = await world.start();
  await world.setUpShop(program);
  // nothing of this shop is handed over before its merchant stops or sends it
  await world.setUpShop(program, { gracePeriodMinutes: 60 }, { shop: SECOND_SHOP, token: SECOND_OPERATOR_TOKEN });
  verbs = await world.join();
});

afterAll(async () => {
  await world.stop();
});

interface Fulfilled {
  readonly shop: string;
  readonly fulfillmentId: string;
}

function fulfill(given: { shop?: string; order?: Partial<OrderDraft>; fault?: Fault } = {}): Fulfilled {
  const { shop = SHOP, order, fault } = given;
  const { id, name } = world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder(order)).id);
  const orderNumber = `${shop.replace('.myshopify.com', '')}-${name.slice(1)}`;
  if (fault) world.operator.injectFault({ ...fault, times: 1, orderNumber });
  return { shop, fulfillmentId: id };
}

const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1_000);

/** Waits for it to be in the phase; reads and tries come at once. */
const arrival = (phase: Phase, { fulfillmentId }: Fulfilled) =>
  until(`the delivery ${phase}`, async () => {
    await world.database.delivery.updateMany({
      where: { fulfillmentId, nextReadAt: { gt: inSeconds(60) } },
      data: { nextReadAt: world.clock.now() },
    });
    return world.database.delivery.findFirst({ where: { fulfillmentId, phase } });
  });

const refused = { kind: 'success-false', verb: 'create' } as const;

/** The operator has it, and reports a state. */
async function reported(status: string): Promise<{ of: Fulfilled; orderNumber: string }> {
  const of = fulfill();
  const { orderNumber } = await arrival('in-delivery', of);
  world.operator.setState(orderNumber ?? '', status);
  return { of, orderNumber: orderNumber ?? '' };
}

/** A later entry of the operator's that contradicts the end. */
async function contradicted(end: 'delivered' | 'failed', status: string): Promise<Fulfilled> {
  const { of, orderNumber } = await reported(status);
  await arrival(end, of);
  world.operator.setState(orderNumber, 'en camino entrega', inSeconds(1));
  await arrival('in-delivery', of);
  return of;
}

/** The operator had it, and knows it no longer. */
async function forgotten(): Promise<Fulfilled> {
  const { of, orderNumber } = await reported('en despacho');
  world.operator.injectFault({ kind: '404', verb: 'read', orderNumber });
  const { problems } = await arrival('needs-attention', of);
  expect(problems).toEqual([{ code: 'unknown-to-operator', field: null, details: {} }]);
  return of;
}

async function stopped(): Promise<Fulfilled & { deliveryId: string }> {
  const of = fulfill({ shop: SECOND_SHOP });
  const { id: deliveryId } = await arrival('waiting', of);
  expect(await stop(verbs.database, { shop: SECOND_SHOP, deliveryId }, verbs.now())).toBe(true);
  return { ...of, deliveryId };
}

/** Each transition of the table, and what makes it happen. */
const CASES: Readonly<Record<string, () => Promise<Fulfilled>>> = {
  'waiting → handing-over': async () => fulfill(),
  'waiting → needs-attention': async () => fulfill({ order: { shippingAddress: null } }),
  'waiting → skipped': stopped,
  'waiting → cancelled': async () => {
    const of = fulfill({ shop: SECOND_SHOP });
    await arrival('waiting', of);
    world.shopify.cancelFulfillment(SECOND_SHOP, of.fulfillmentId);
    return of;
  },
  'handing-over → in-delivery': async () => fulfill(),
  'handing-over → needs-attention': async () => fulfill({ fault: { kind: '422', verb: 'create' } }),
  'handing-over → waiting': async () => fulfill({ fault: { kind: '429', verb: 'create' } }),
  'in-delivery → delivered': async () => (await reported('entregado')).of,
  'in-delivery → failed': async () => (await reported('extraviado')).of,
  'in-delivery → needs-attention': forgotten,
  'needs-attention → in-delivery': async () => {
    const of = await forgotten();
    world.operator.clearFaults();
    const { problems } = await arrival('in-delivery', of);
    expect(problems).toEqual([]);
    return of;
  },
  'needs-attention → waiting': async () => {
    const of = fulfill({ fault: refused });
    const { id: deliveryId } = await arrival('needs-attention', of);
    expect(await retryDelivery(verbs, { shop: SHOP, deliveryId })).toBe(true);
    return of;
  },
  'needs-attention → skipped': async () => {
    const of = fulfill({ fault: refused });
    const { id: deliveryId } = await arrival('needs-attention', of);
    expect(await stop(verbs.database, { shop: SHOP, deliveryId }, verbs.now())).toBe(true);
    return of;
  },
  'needs-attention → cancelled': async () => {
    const of = fulfill({ order: { shippingAddress: null } }); // the operator never heard of it
    await arrival('needs-attention', of);
    world.shopify.cancelFulfillment(SHOP, of.fulfillmentId);
    return of;
  },
  'delivered → in-delivery': () => contradicted('delivered', 'entregado'),
  'failed → in-delivery': () => contradicted('failed', 'extraviado'),
  'skipped → waiting': async () => {
    const { deliveryId, ...of } = await stopped();
    expect(await retryDelivery(verbs, { shop: SECOND_SHOP, deliveryId })).toBe(true);
    return of;
  },
};

const inTheTable = Object.entries(TRANSITIONS).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`));

it('every transition of the table has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(inTheTable.sort());
});

it.each(Object.entries(CASES))('%s', async (transition, happen) => {
  const { fulfillmentId } = await happen();
  await until(transition, async () => {
    const delivery = await world.database.delivery.findFirst({ where: { fulfillmentId } });
    const seen = (await phaseChanges()).filter(({ deliveryId }) => deliveryId === delivery?.id);
    return seen.some(({ from, to }) => `${from} → ${to}` === transition);
  });
});

it('every change was along the table, and by a statement that names the phase it comes from', async () => {
  const changes = await phaseChanges();
  expect(changes.length).toBeGreaterThan(0);
  const phase = (name: string) => phaseOf({ phase: name });
  expect(changes.filter(({ from, to }) => stepsTo(phase(from), phase(to)).length === 0)).toEqual([]);
  expect(changes.filter(({ statement }) => !/\bWHERE\b.*"phase"/s.test(statement))).toEqual([]);
});
