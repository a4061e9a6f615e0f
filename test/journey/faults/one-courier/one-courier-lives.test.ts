import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackfill } from '../../../../app/deliveries/reconciliation/backfill.ts';
import { createLogger } from '../../../../app/logging.ts';
import { beginDatabaseLife } from '../../../../app/persistence/connection/database-life.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../../set-up/world/program.ts';
import { until } from '../../../set-up/time/until.ts';
import { postWebhook } from '../../../set-up/webhook.ts';

const DAY_MS = 86_400_000;

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld({ repeats: 'taken' });
  program = await world.start({ LOOK_UP_HORIZON_MINUTES: '0.1' });
  await world.setUpShop(program);
});

afterAll(() => world.stop());

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id).id;
const deliveryOf = (fulfillmentId: string) =>
  world.database.delivery.findFirst({
    where: { fulfillmentId },
    include: { attempts: { where: { verb: { not: 'read' } }, orderBy: { id: 'asc' } } },
  });
const inDelivery = (fulfillmentId: string) =>
  until('the delivery accepted', async () => {
    const delivery = await deliveryOf(fulfillmentId);
    return delivery?.phase === 'in-delivery' ? delivery : null;
  });
const createsOf = (orderNumber: string | null) =>
  world.operator.requests().filter((request) => request.verb === 'create' && request.orderNumber === orderNumber);

it('after an uninstall, a redaction and another installation, a backfill sends nothing twice', async () => {
  const fulfillmentId = fulfillOne();
  const { orderNumber } = await inDelivery(fulfillmentId);
  world.shopify.uninstallApp(SHOP);
  await until('the uninstall', async () => {
    const shop = await world.database.shop.findUnique({ where: { domain: SHOP } });
    return shop?.uninstalledAt;
  });
  await postWebhook(program.url, { topic: 'shop/redact', shop: SHOP, webhookId: 'redact', body: { id: 1 } });
  await until('the redaction', async () => (await world.database.delivery.count()) === 0);
  await world.setUpShop(program);
  const range = {
    from: new Date(world.clock.now().getTime() - DAY_MS),
    before: new Date(world.clock.now().getTime() + DAY_MS),
  };
  const asMerchant = { database: world.database, now: () => world.clock.now(), logger: createLogger('silent') };
  await startBackfill(asMerchant, { shop: SHOP, range });
  const delivery = await inDelivery(fulfillmentId);
  expect(delivery.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([['look-up', 'found']]);
  expect(createsOf(orderNumber)).toHaveLength(1);
});

it('a fulfillment that a backfill finds and nobody sent is looked up, and then sent once', async () => {
  world.shopify.setWebhookPolicy({ drop: 1_000 });
  await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: null } });
  const fulfillmentId = fulfillOne();
  world.shopify.setWebhookPolicy({});
  const range = {
    from: new Date(world.clock.now().getTime() - DAY_MS),
    before: new Date(world.clock.now().getTime() + DAY_MS),
  };
  const asMerchant = { database: world.database, now: () => world.clock.now(), logger: createLogger('silent') };
  await startBackfill(asMerchant, { shop: SHOP, range });
  const delivery = await inDelivery(fulfillmentId);
  const calls = delivery.attempts.map(({ verb, outcome }) => `${verb} ${outcome}`);
  expect(calls.at(-1)).toBe('create accepted');
  const before = calls.slice(0, -1); // as many as the horizon takes
  expect(before.length).toBeGreaterThan(0);
  expect(new Set(before)).toEqual(new Set(['look-up not-found']));
});

it('a restored database looks for what it is about to send until the horizon', async () => {
  world.operator.setModes({ registersAfterSeconds: 12 });
  const fulfillmentId = fulfillOne();
  const { id, orderNumber } = await inDelivery(fulfillmentId);
  await program.stop();
  // as the backup knows it: from before it was handed over
  await world.database.attempt.deleteMany({ where: { deliveryId: id } });
  await world.database.publication.deleteMany({ where: { deliveryId: id } });
  await world.database.delivery.update({
    where: { id },
    data: {
      phase: 'waiting',
      sendAt: world.clock.now(),
      orderNumber: null,
      operatorAccountId: null,
      handedOverAt: null,
      nextReadAt: null,
      possiblySentAt: null,
    },
  });
  await beginDatabaseLife(world.database);
  program = await world.start({ LOOK_UP_HORIZON_MINUTES: '0.4' });
  const delivery = await inDelivery(fulfillmentId);
  const attempts = delivery.attempts.map(({ verb, outcome }) => `${verb} ${outcome}`);
  expect(attempts).not.toContainEqual(expect.stringMatching(/^create/));
  expect(attempts.at(-1)).toBe('look-up found');
  expect(createsOf(orderNumber)).toHaveLength(1);
  expect(delivery.recoveredAt).not.toBeNull();
});
