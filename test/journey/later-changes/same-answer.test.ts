import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetCustomer } from '../../../app/deliveries/store/upkeep.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

/** A digest of the record, and one of the answer. */
const BOTH = /^[\w-]{43} [\w-]{43}$/;
const RECORD_ALONE = /^[\w-]{43}$/;

let world: OfflineWorld;

beforeAll(async () => {
  world = await startOfflineWorld();
  await world.setUpShop(await world.start());
});

afterAll(async () => {
  await world.stop();
});

async function delivery() {
  const { id: orderId } = world.shopify.enterOrder(SHOP, limaOrder());
  const { id: fulfillmentId, name } = world.shopify.fulfill(SHOP, orderId);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  await untilRead(fulfillmentId, 'ingresado');
  return { orderId, fulfillmentId, orderNumber };
}

const readNow = (fulfillmentId: string) =>
  world.database.delivery.updateMany({ where: { fulfillmentId }, data: { nextReadAt: world.clock.now() } });

const untilRead = (fulfillmentId: string, state: string) =>
  until(`${state} is read`, async () => {
    await readNow(fulfillmentId);
    return world.database.delivery.findFirst({ where: { fulfillmentId, state } });
  });

/** The delivery after one more read. */
async function readOnce(fulfillmentId: string) {
  const { lastReadAt } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  await readNow(fulfillmentId);
  return until('it is read once more', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, NOT: { lastReadAt } } }),
  );
}

it('answers that stay the same hide no change, and are forgotten with the end', async () => {
  const { fulfillmentId, orderNumber } = await delivery();
  const first = await readOnce(fulfillmentId);
  const second = await readOnce(fulfillmentId);
  expect(second).toMatchObject({ state: 'ingresado', operatorUpdatedAt: first.operatorUpdatedAt });
  expect(second.recordSeen).toMatch(BOTH);

  world.operator.setState(orderNumber, 'entregado', new Date(world.clock.now().getTime() + 1_000));
  const ended = await untilRead(fulfillmentId, 'entregado');
  expect(ended.recordSeen).toMatch(RECORD_ALONE);
  expect((await readOnce(fulfillmentId)).recordSeen).toBe(ended.recordSeen);
});

it('the same answer brings no news, whatever is known of its record', async () => {
  const { fulfillmentId } = await delivery();
  // an answer counts as the same within one hour, and the hour may end between the two reads
  await until('a read that parses nothing', async () => {
    const [, answer = ''] = (await readOnce(fulfillmentId)).recordSeen?.split(' ') ?? [];
    const recordSeen = `another-record ${answer}`;
    await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { recordSeen } });
    return (await readOnce(fulfillmentId)).recordSeen === recordSeen;
  });
});

it('no hash of an answer is kept of a customer who is forgotten', async () => {
  const { fulfillmentId, orderId } = await delivery();
  await readOnce(fulfillmentId);
  await world.database.$transaction((transaction) => forgetCustomer(transaction, { shop: SHOP, orderIds: [orderId] }));
  await readOnce(fulfillmentId);
  const again = await readOnce(fulfillmentId);
  expect(again).toMatchObject({ state: 'ingresado' });
  expect(again.recordSeen).toMatch(RECORD_ALONE);
});
