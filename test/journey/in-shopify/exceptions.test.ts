import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { dismissProblems, stop } from '../../../app/deliveries/delivery-store.ts';
import { watchPromises } from '../../../app/deliveries/tracking/watch-promises.ts';
import { createShopApi } from '../../../app/shop-api/shop-api.ts';
import { openShopContext } from '../../../app/shop-api/shop-context.ts';
import { EVERYTHING } from '../../../app/pages/deliveries/delivery-query.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { settledDelivery } from '../../set-up/world/settled-delivery.ts';
import { until } from '../../set-up/time/until.ts';

/** What goes wrong before, at and after the hand-over is one thing for the merchant, wherever it is looked for. */

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { publish: { stateTags: true } });
  await world.shopify.useFlow(SHOP, true);
});

afterAll(async () => {
  await world.stop();
});

const fulfillOne = (change: Parameters<typeof limaOrder>[0] = {}) =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder(change)).id);
const shopApi = () => createShopApi(openShopContext(program.handoff, { shop: SHOP, staff: '1' }, 'es'), program.app);

const settled = (what: string, fulfillment: FulfillmentRecord, where: object) =>
  settledDelivery(world, what, fulfillment, where);

/** Everything that a merchant, a workflow, a theme and a buyer can see of it. */
async function seen({ id: fulfillmentId, orderId }: FulfillmentRecord) {
  const { id } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  const api = shopApi();
  const [home, tab, page] = await Promise.all([
    api.home(),
    api.deliveryList({ ...EVERYTHING, tab: 'attention' }, {}),
    api.delivery(id),
  ]);
  const block = (await api.orderDeliveries(orderId, { known: true }))?.deliveries.find(
    (each) => each.fulfillmentId === fulfillmentId,
  );
  const [metafield] = world.shopify.metafields(SHOP, orderId);
  const written: unknown = JSON.parse(metafield?.value ?? '{}');
  const tags = world.shopify.store.get(SHOP)?.order(orderId).tags ?? [];
  const told = world.shopify.flowTriggers(SHOP).filter(({ payload }) => payload['Fulfillment ID'] === fulfillmentId);
  return {
    home: home.figures.attention,
    tab: tab.list.rows.some((row) => row.id === id),
    page: page?.view.exceptions.map(({ sentence }) => sentence) ?? [],
    block: [...(block?.problems ?? []), ...(block?.flags ?? [])].length,
    written,
    isTagged: tags.includes('handoff:needs-attention'),
    told: told.flatMap(({ handle, payload }) => (handle === 'delivery-needs-attention' ? [payload.Problem] : [])),
  };
}

async function isEverywhere(fulfillment: FulfillmentRecord, code: string, already: number): Promise<void> {
  await until(`Flow told of ${code}`, async () => (await seen(fulfillment)).told.includes(code));
  const now = await seen(fulfillment);
  expect(now).toMatchObject({ home: already + 1, tab: true, block: 1, isTagged: true });
  expect(now.page).toHaveLength(1);
  expect(now.written).toMatchObject({ [fulfillment.id]: { exceptions: [{ code }] } });
}

async function isNowhere(fulfillment: FulfillmentRecord): Promise<void> {
  const now = await seen(fulfillment);
  expect(now).toMatchObject({ home: 0, tab: false, page: [], block: 0, isTagged: false });
  if (Object.keys(now.written ?? {}).length > 0) {
    expect(now.written).toMatchObject({ [fulfillment.id]: { exceptions: [] } });
  }
}

const needy = { attentionSince: { not: null } };
const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1_000);

describe('what the operator reports', () => {
  it.each([
    ['sin moradores', 'attempt-failed', 'entregado'],
    ['error dirección', 'address-wrong', 'en camino entrega'],
    ['incidencia', 'operator-asks', 'en despacho'],
    ['almacenaje', 'stored', 'en camino entrega'],
    ['en devolución', 'returning', 'entregado'],
    ['devuelto', 'returned', null],
    ['rechazado cliente', 'refused-by-customer', null],
    ['extraviado', 'lost', null],
    ['pedido anulado', 'cancelled-by-operator', null],
    ['retiro CD cliente', 'not-delivered', null],
  ])('%s is %s everywhere, until %s or a person’s word', async (state, code, next) => {
    const fulfillment = fulfillOne();
    const { id, orderNumber } = await settled('the operator has it', fulfillment, { state: 'ingresado' });
    world.operator.setState(orderNumber ?? '', state, inSeconds(1));
    await settled(state, fulfillment, needy);
    await isEverywhere(fulfillment, code, 0);
    if (next === null) {
      expect(await dismissProblems(program.app.database, { shop: SHOP, deliveryId: id }, program.app.now())).toBe(true);
    } else {
      world.operator.setState(orderNumber ?? '', next, inSeconds(2));
    }
    await settled('its end', fulfillment, { attentionSince: null, ...(next === null ? {} : { state: next }) });
    await isNowhere(fulfillment);
  });

  it.each(['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega', 'entregado'])(
    '%s needs nobody',
    async (state) => {
      const fulfillment = fulfillOne();
      const { orderNumber } = await settled('the operator has it', fulfillment, { state: 'ingresado' });
      if (state !== 'ingresado') world.operator.setState(orderNumber ?? '', state, inSeconds(1));
      await settled(state, fulfillment, { state });
      await isNowhere(fulfillment);
    },
  );
});

it('a problem before the hand-over is the same everywhere, until it is left unsent', async () => {
  const fulfillment = fulfillOne({ shippingAddress: null });
  const { id } = await settled('the problem', fulfillment, needy);
  await until('Flow told', async () => (await seen(fulfillment)).told.length > 0);
  expect(await seen(fulfillment)).toMatchObject({ home: 1, tab: true, isTagged: true });
  expect(await stop(program.app.database, { shop: SHOP, deliveryId: id }, program.app.now())).toBe(true);
  await settled('its end', fulfillment, { attentionSince: null });
  await isNowhere(fulfillment);
  expect((await shopApi().home()).notSent).toBe(1);
});

it('a delay beyond the promise is the same everywhere, and stays down once a person has taken care of it', async () => {
  const fulfillment = fulfillOne();
  const { id } = await settled('the operator has it', fulfillment, { state: 'ingresado' });
  const promisedUntil = new Date(world.clock.now().getTime() - 60_000);
  const data = { promisedUntil, watchAt: world.clock.now(), handedOverAt: new Date(promisedUntil.getTime() - 60_000) };
  await world.database.delivery.update({ where: { id }, data });
  await watchPromises(program.app);
  await settled('late', fulfillment, needy);
  await isEverywhere(fulfillment, 'late', 0);
  expect(await dismissProblems(program.app.database, { shop: SHOP, deliveryId: id }, program.app.now())).toBe(true);
  await world.database.delivery.update({ where: { id }, data: { watchAt: world.clock.now() } });
  await watchPromises(program.app);
  await settled('its end', fulfillment, { attentionSince: null });
  await isNowhere(fulfillment);
});
