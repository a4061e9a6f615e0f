import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { retryDelivery } from '../../../../app/deliveries/merchant-actions/ask-now.ts';
import type { Phase } from '../../../../app/domain/lifecycle/delivery-phase.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { createOrder } from '../../../../app/operator/client.ts';
import { ORDER } from '../../../contract/an-order.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../../set-up/world/program.ts';
import { until } from '../../../set-up/time/until.ts';

const HOUR = 3_600_000;

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ LOOK_UP_HORIZON_MINUTES: '30' }); // it is over when a test says so
  await world.setUpShop(program);
  await program.sweeps.reads.stop();
  await program.sweeps['hand-overs'].stop();
});

afterAll(() => world.stop());

const deliveryOf = (fulfillmentId: string) => world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });

/**
 * Takes the delivery's steps until it is in this phase. On a busy machine a step can be put off before its call, because
 * the process waits for its share of the calls.
 */
function step(fulfillmentId: string, phase: Phase) {
  return until(`the delivery ${phase}`, async () => {
    const due = { sendAt: world.clock.now() };
    const underWay = { fulfillmentId, phase: { in: ['waiting', 'handing-over'] }, claimToken: null };
    await world.database.delivery.updateMany({ where: underWay, data: due });
    await program.sweeps['hand-overs'].step();
    const delivery = await deliveryOf(fulfillmentId);
    return delivery.phase === phase && delivery.claimToken === null ? delivery : null;
  });
}

const couriersOf = (orderNumber: string | null) =>
  world.operator.orders().filter((order) => order.orderNumber === orderNumber);

/** An order of another buyer under the number that the fulfillment will get. */
async function takeNumber(orderNumber: string): Promise<void> {
  const { pace } = program.app;
  const access = { baseUrl: world.operator.url, token: OPERATOR_TOKEN, pace: pace.operator };
  const contact = { fullname: 'Otra Persona', email: 'otra@example.com', phone: '+51911111111' };
  await createOrder(access, { ...ORDER, order_number: orderNumber, dropoff: { ...ORDER.dropoff, contact } });
}

async function usePrefix(prefix: string): Promise<void> {
  const shop = await world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  const settings = shopSettingsSchema.parse({ ...shopSettingsSchema.parse(shop.settings), orderNumber: { prefix } });
  await world.database.shop.update({ where: { domain: SHOP }, data: { settings } });
}

it('the order of another buyer, with which the operator answers a repeated number, is not taken for ours', async () => {
  world.operator.setModes({ repeats: 'answered' });
  onTestFinished(() => world.operator.setModes({ repeats: 'refused' }));
  const { id: fulfillmentId, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  await takeNumber(orderNumber);
  await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId } }));

  const delivery = await step(fulfillmentId, 'needs-attention');
  expect(delivery).toMatchObject({ handedOverAt: null, trackingUrl: null, problems: [{ code: 'order-number-taken' }] });
  expect(world.shopify.store.get(SHOP)?.fulfillment(fulfillmentId)).toMatchObject({ trackingInfo: [] });
  expect(couriersOf(orderNumber)).toHaveLength(1);
});

it('a number that belongs to another buyer is given up for a new one, once it is certain that nothing was sent under it', async () => {
  const { id: fulfillmentId, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  await takeNumber(orderNumber);
  await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId } }));

  const { id: deliveryId, ...asked } = await step(fulfillmentId, 'needs-attention');
  expect(asked).toMatchObject({ phase: 'needs-attention', orderNumber, problems: [{ code: 'order-number-taken' }] });
  const retry = () => retryDelivery(program.app, { shop: SHOP, deliveryId });
  expect(await retry()).toBe(true);
  expect(await step(fulfillmentId, 'needs-attention')).toMatchObject({ orderNumber });

  await usePrefix('otra');
  expect(await retry()).toBe(true);
  const checked = await step(fulfillmentId, 'handing-over');
  expect(checked).toMatchObject({ phase: 'handing-over', orderNumber, problems: [{ code: 'order-number-taken' }] });

  const sentAt = new Date(world.clock.now().getTime() - HOUR);
  await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { possiblySentAt: sentAt } });
  const delivery = await step(fulfillmentId, 'in-delivery');
  expect(delivery).toMatchObject({ phase: 'in-delivery', orderNumber: `otra-${name.slice(1)}`, problems: [] });
  expect(couriersOf(orderNumber)).toHaveLength(1);
  expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
});

describe('an order that is edited after a creation without an answer', () => {
  /** The operator has it, and the program does not know. */
  async function sentWithoutAnswer(prefix: string) {
    await usePrefix(prefix);
    const order = world.shopify.enterOrder(SHOP, limaOrder());
    const { id: fulfillmentId, name } = world.shopify.fulfill(SHOP, order.id);
    const orderNumber = `${prefix}-${name.slice(1)}`;
    world.operator.injectFault({ kind: 'reset-after-accepting', verb: 'create', orderNumber, times: 1 });
    await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId } }));
    await step(fulfillmentId, 'handing-over');
    expect(couriersOf(orderNumber)).toHaveLength(1);
    return { orderId: order.id, fulfillmentId, orderNumber };
  }

  it('to another buyer is not sent again under another number', async () => {
    const { orderId, fulfillmentId, orderNumber } = await sentWithoutAnswer('editada');
    const shippingAddress = { firstName: 'Otra', lastName: 'Persona', phone: '911111111' };
    world.shopify.changeOrder(SHOP, orderId, { shippingAddress, email: 'otra@example.com' });
    const possiblySentAt = new Date(world.clock.now().getTime() - HOUR);
    await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { possiblySentAt } });
    const { id: deliveryId, problems } = await step(fulfillmentId, 'needs-attention');
    expect(problems).toMatchObject([{ code: 'outcome-unknown' }]);

    await usePrefix('tercera');
    expect(await retryDelivery(program.app, { shop: SHOP, deliveryId })).toBe(true);
    expect(await step(fulfillmentId, 'needs-attention')).toMatchObject({ orderNumber, handedOverAt: null });
    expect(couriersOf(orderNumber)).toHaveLength(1);
    expect(couriersOf(orderNumber.replace('editada', 'tercera'))).toEqual([]);
  });

  it('to another street is adopted, and a person is told of the edit', async () => {
    const { orderId, fulfillmentId, orderNumber } = await sentWithoutAnswer('movida');
    world.shopify.changeOrder(SHOP, orderId, { shippingAddress: { address1: 'Av. Larco 999' } });
    await step(fulfillmentId, 'in-delivery');
    const { problems } = await until('the edit noticed', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, problems: { not: [] } } }),
    );
    expect(problems).toMatchObject([{ code: 'edited-after-hand-over', details: { fields: ['street'] } }]);
    expect(couriersOf(orderNumber)).toHaveLength(1);
  });
});
