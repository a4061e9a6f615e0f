import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseMeaning, forgetMeaning } from '../../../app/deliveries/merchant-actions/state-meanings.ts';
import { createShopApi } from '../../../app/shop-api/shop-api.ts';
import { openShopContext } from '../../../app/shop-api/shop-context.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { settledDelivery, WRITTEN } from '../../set-up/world/settled-delivery.ts';

/** States that no table knows get a meaning from the merchant, at once and backwards. */

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { publish: { stateTags: true } });
});

afterAll(async () => {
  await world.stop();
});

const shopApi = () => createShopApi(openShopContext(program.handoff, { shop: SHOP, staff: '77' }, 'en'), program.app);
const statesNow = async () => (await shopApi().review()).states;

async function deliveryIn(state: string): Promise<{ fulfillment: FulfillmentRecord; id: string; orderNumber: string }> {
  const fulfillment = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const { id, orderNumber } = await settled(fulfillment, { state: 'ingresado' });
  world.operator.setState(orderNumber ?? '', state, new Date(world.clock.now().getTime() + 1_000));
  await settled(fulfillment, { state });
  return { fulfillment, id, orderNumber: orderNumber ?? '' };
}

const settled = (fulfillment: FulfillmentRecord, where: object) =>
  settledDelivery(world, JSON.stringify(where), fulfillment, { ...where, AND: WRITTEN });

function inShopify({ id, orderId }: FulfillmentRecord) {
  const [metafield] = world.shopify.metafields(SHOP, orderId);
  return {
    events: world.shopify.store
      .get(SHOP)
      ?.fulfillment(id)
      .events.map(({ status }) => status),
    written: JSON.parse(metafield?.value ?? '{}') as unknown,
    tags: world.shopify.store.get(SHOP)?.order(orderId).tags,
  };
}

it('a state without a name gets a meaning, for earlier deliveries too, and loses it again', async () => {
  const one = await deliveryIn('entregue na portaria');
  const two = await deliveryIn('ENTREGUE  NA PORTARIA');
  const calls = world.operator.orders().length;
  const unknown = (await statesNow()).unknown;
  expect(unknown.map(({ name, count, last }) => [name, count, last.length]).sort()).toEqual([
    ['ENTREGUE  NA PORTARIA', 1, 1],
    ['entregue na portaria', 1, 1],
  ]);
  expect((await statesNow()).chosen).toEqual([]);

  expect(await shopApi().chooseMeaning({ name: 'entregue na portaria', group: 'delivered' })).toBe(true);
  for (const { fulfillment } of [one, two]) {
    await settled(fulfillment, { phase: 'delivered', stateGroup: 'delivered', endedAt: { not: null } });
    const { events, written, tags } = inShopify(fulfillment);
    expect(events?.filter((status) => status === 'DELIVERED')).toHaveLength(1);
    expect(written).toMatchObject({ [fulfillment.id]: { phase: 'delivered', stateGroup: 'delivered' } });
    expect(tags).toContain('handoff:delivered');
  }
  expect(await statesNow()).toMatchObject({
    unknown: [],
    chosen: [{ key: 'entregue na portaria', group: 'delivered', staffUrl: 'shopify://admin/settings/account/77' }],
  });
  expect(world.operator.orders()).toHaveLength(calls);
  const page = await shopApi().delivery(one.id);
  expect(page?.view.timeline[0]).toMatchObject({ stateGroup: 'delivered' });
  expect(JSON.parse(page?.support ?? '{}')).toMatchObject({ states: { 'entregue na portaria': 'delivered' } });

  const metrics = await (await fetch(`${program.url}/metrics`)).text();
  expect(metrics).toContain('handoff_state_meanings{state="entregue na portaria",group="delivered"} 1');

  // a later delivery has the meaning from its first read on
  const three = await deliveryIn('Entregue na Portaria');
  await settled(three.fulfillment, { phase: 'delivered' });

  expect(await shopApi().forgetMeaning('entregue na portaria')).toBe(true);
  await settled(one.fulfillment, { phase: 'in-delivery', stateGroup: 'unknown', endedAt: null });
  const after = inShopify(one.fulfillment);
  expect(after.events?.filter((status) => status === 'DELIVERED')).toHaveLength(1); // Shopify forgets no event
  expect(after.written).toMatchObject({ [one.fulfillment.id]: { phase: 'in-delivery', stateGroup: 'unknown' } });
  expect(after.tags).not.toContain('handoff:delivered');
  expect((await statesNow()).chosen).toEqual([]);
  expect(await shopApi().forgetMeaning('entregue na portaria')).toBe(false);
});

it('a meaning that needs a person says so, and another one ends that', async () => {
  const { fulfillment } = await deliveryIn('volta amanhã');
  const choose = (group: 'attempt-failed' | 'on-the-way') => shopApi().chooseMeaning({ name: 'volta amanhã', group });
  expect(await choose('attempt-failed')).toBe(true);
  await settled(fulfillment, { stateGroup: 'attempt-failed', attentionSince: { not: null } });
  expect(inShopify(fulfillment).events).toContain('ATTEMPTED_DELIVERY');
  expect(await choose('on-the-way')).toBe(true);
  await settled(fulfillment, { stateGroup: 'on-the-way', attentionSince: null, problems: { equals: [] } });
  expect((await statesNow()).chosen.map(({ name, group }) => [name, group])).toEqual([['volta amanhã', 'on-the-way']]);
});

it('a state that is known, or that no delivery has, gets no meaning', async () => {
  await deliveryIn('estado raro');
  expect(await shopApi().chooseMeaning({ name: 'entregado', group: 'ended-badly' })).toBe(false);
  expect(await shopApi().chooseMeaning({ name: 'nobody says this', group: 'delivered' })).toBe(false);
  expect((await statesNow()).chosen.some(({ name }) => name === 'nobody says this')).toBe(false);
  const stranger = { shop: 'nobody.myshopify.com', by: '1' };
  expect(await chooseMeaning(program.app, { ...stranger, name: 'estado raro', group: 'delivered' })).toBe(false);
  expect(await forgetMeaning(program.app, { shop: stranger.shop, key: 'volta amanha' })).toBe(false);
});
