import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';
import { copyDatabase, dropDatabase, nameOf } from './copy-database.ts';

let world: OfflineWorld;

beforeAll(async () => {
  // the operator does not help: a repeated number would be a second courier
  world = await startOfflineWorld({ repeats: 'taken' });
});

afterAll(() => world.stop());

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
const deliveryOf = (fulfillmentId: string) => world.database.delivery.findFirst({ where: { fulfillmentId } });
const handedOver = (fulfillmentId: string) =>
  until('the hand-over', async () => (await deliveryOf(fulfillmentId))?.handedOverAt);

it('a restored backup continues with the live shop and operator, and sends nothing twice', async () => {
  const name = await nameOf(world.database);
  const backup = `${name}_backup`;
  const before = await world.startProcess({}, { hurry: true });
  await world.setUpShop(before);
  const handedOverBefore = fulfillOne();
  await handedOver(handedOverBefore.id);
  await world.database.shop.update({ where: { domain: SHOP }, data: { handOverOn: false } });
  const waitingThen = fulfillOne();
  await until('the held delivery', async () => (await deliveryOf(waitingThen.id))?.heldFor === 'switched-off');
  await before.stop();
  await copyDatabase(name, backup);

  const between = await world.startProcess({}, { hurry: true });
  await world.setUpShop(between); // hand-over is on again, and the app is opened, which lets go what waits
  await world.openApp(between);
  await world.database.session.deleteMany();
  await world.openApp(between);
  await handedOver(waitingThen.id);
  const afterTheBackup = fulfillOne();
  await handedOver(afterTheBackup.id);
  await between.stop();
  const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
  expect(numbers).toHaveLength(3);

  await copyDatabase(backup, name);
  expect(await deliveryOf(afterTheBackup.id)).toBeNull();
  expect((await deliveryOf(waitingThen.id))?.handedOverAt).toBeNull();
  const restored = await world.startProcess({}, { hurry: true });
  await world.setUpShop(restored);
  await world.database.session.deleteMany();
  await world.openApp(restored);
  await world.database.shop.updateMany({ data: { reconcileAt: world.clock.now() } });
  for (const { id } of [handedOverBefore, waitingThen, afterTheBackup]) await handedOver(id);

  expect(await deliveryOf(waitingThen.id)).toMatchObject({ phase: 'in-delivery', recoveredAt: expect.any(Date) });
  expect(await deliveryOf(afterTheBackup.id)).toMatchObject({ phase: 'in-delivery', recoveredAt: expect.any(Date) });
  expect(world.operator.orders().map(({ orderNumber }) => orderNumber)).toEqual(numbers);
  const { lastReadAt } = (await deliveryOf(handedOverBefore.id)) ?? {};
  await until('reads that go on', async () => {
    const now = await deliveryOf(handedOverBefore.id);
    return now?.lastReadAt && (!lastReadAt || now.lastReadAt > lastReadAt);
  });
  await dropDatabase(backup);
});
