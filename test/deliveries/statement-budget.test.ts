import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handoff } from '../../app/app-context.ts';
import { createLogger } from '../../app/logging.ts';
import { paceOf } from '../../app/pace.ts';
import type { CallPurpose } from '../../app/scheduling/call-limits.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { testEnvironment } from '../set-up/environment.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { createTestDatabase } from '../set-up/database/database.ts';
import { countStatements, type StatementCounter } from '../set-up/database/statement-counter.ts';

/** Enough to share the statements of a claim, few enough for the places of one round. */
const DELIVERIES = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let offline: OfflineWorld;
let counter: StatementCounter;
let handoff: Handoff;
let minutesLater = 0;
let fulfillments: { id: string; orderId: string }[];

beforeAll(async () => {
  const database = await createTestDatabase();
  offline = await startOfflineWorld({}, database);
  const web = await offline.start({ ROLE: 'web' });
  await offline.setUpShop(web);
  offline.shopify.setWebhookPolicy({ drop: 1_000 });
  fulfillments = fulfillOrders();
  counter = await countStatements(database.url);
  // Shopify's library keeps the `fetch` it finds when it is imported
  process.env.SANDBOX_SHOPIFY_URL = offline.shopify.url;
  await import('../../sandbox/shopify/route-shop-hosts.ts');
  const { compose } = await import('../../app/program/composition.ts');
  const environment = testEnvironment({
    ROLE: 'web',
    OPERATOR_BASE_URL: offline.operator.url,
    OPERATOR_TIME_ZONE: 'America/Lima',
  });
  const pace = paceOf(environment);
  handoff = await compose({
    environment,
    databaseUrl: counter.url,
    logger: createLogger('silent'),
    // what is said to the database from time to time would be counted with a verb
    pace: {
      ...pace,
      fleet: { ...pace.fleet, beatMs: HOUR_MS },
      database: { ...pace.database, clockEveryMs: HOUR_MS },
    },
    random: () => 0.5,
    now: () => new Date(offline.clock.now().getTime() + minutesLater * MINUTE_MS),
  });
});

afterAll(async () => {
  await handoff.close();
  await counter.close();
  await offline.stop();
});

const fulfillOrders = () =>
  Array.from({ length: DELIVERIES }, () =>
    offline.shopify.fulfill(SHOP, offline.shopify.enterOrder(SHOP, limaOrder()).id),
  );

/** For each delivery, what the verb says to the database. */
async function statementsPer(verb: () => Promise<unknown>): Promise<number> {
  const before = counter.count();
  await verb();
  return (counter.count() - before) / DELIVERIES;
}

const inDelivery = () => offline.database.delivery.count({ where: { phase: 'in-delivery' } });

it('each verb keeps to its budget of statements for a delivery', async () => {
  const { ingest } = await import('../../app/webhooks/ingest.ts');
  const { handleWebhooks } = await import('../../app/webhooks/handle-webhooks.ts');
  const { createDispatcher } = await import('../../app/deliveries/hand-over/dispatch.ts');
  const { createPublisher } = await import('../../app/deliveries/write-back/publish.ts');
  const { createTracker } = await import('../../app/deliveries/tracking/read-delivery.ts');
  const { createReconciler } = await import('../../app/deliveries/reconciliation/reconcile.ts');
  const { app: world } = handoff;

  const receive = async (topic: string, bodyOf: (fulfillment: { id: string; orderId: string }) => object) => {
    const body = { status: null, orderId: null, name: null, orderIds: [] };
    await Promise.all(
      fulfillments.map((each) => {
        const about = { shop: SHOP, topic, webhookId: `${topic} ${each.id}`, eventId: null, triggeredAt: null };
        return ingest(world, { ...about, body: { ...body, subjectId: each.orderId, ...bodyOf(each) } });
      }),
    );
  };
  const ingested = await statementsPer(() =>
    receive('fulfillments/create', ({ id: subjectId, orderId }) => ({
      subjectId,
      orderId,
      status: 'success',
      name: '#1001.1',
    })),
  );
  const handled = await statementsPer(() => handleWebhooks(world));

  const dispatcher = createDispatcher(world);
  const handedOver = await statementsPer(async () => {
    await dispatcher.round();
    await dispatcher.drain();
  });
  expect(await inDelivery()).toBe(DELIVERIES);

  const published = await statementsPer(async () => {
    const publisher = createPublisher(world);
    await publisher.round();
    await publisher.drain();
  });
  expect(await offline.database.publication.count({ where: { settledAt: null } })).toBe(0);

  await receive('orders/updated', () => ({})); // Shopify tells of each of our own writes
  const handledChanges = await statementsPer(() => handleWebhooks(world));
  expect(await offline.database.webhookReceipt.count({ where: { outcome: 'handled' } })).toBe(2 * DELIVERIES);

  const tracker = createTracker(world);
  const read = async () => {
    await tracker.round();
    await tracker.drain();
  };
  const readWithNews = await statementsPer(read);
  expect(await offline.database.stateEntry.count()).toBe(DELIVERIES);
  minutesLater = 60;
  const readWithoutNews = await statementsPer(read);
  expect(await offline.database.stateEntry.count()).toBe(DELIVERIES);

  minutesLater = 0;
  const missed = fulfillOrders().map(({ id }) => id); // the page lists the others as well
  await offline.database.shop.updateMany({ data: { reconcileAt: new Date(0) } });
  const reconciler = createReconciler(world, () => 1);
  const swept = await statementsPer(async () => {
    await reconciler.round();
    await reconciler.drain();
  });
  expect(await offline.database.delivery.count({ where: { fulfillmentId: { in: missed } } })).toBe(DELIVERIES);

  await receive('fulfillments/update', ({ id: subjectId, orderId }) => ({ subjectId, orderId, status: 'cancelled' }));
  const handledCancellations = await statementsPer(() => handleWebhooks(world));
  const cancelled = { where: { cancelRequestedAt: { not: null } } };
  expect(await offline.database.delivery.count(cancelled)).toBe(DELIVERIES);

  // half as much again as on an idle machine: answers that come one by one share fewer of their statements
  for (const [verb, count, most] of [
    ['ingest', ingested, 0.5],
    ['handle the webhook', handled, 1.1],
    ['handle the webhook of a changed order', handledChanges, 1.1],
    ['handle the webhook of a cancellation', handledCancellations, 1.1],
    ['hand over', handedOver, 6],
    ['publish tracking and metafield', published, 3],
    ['read with news', readWithNews, 3.5],
    ['read without news', readWithoutNews, 1.1],
    ['sweep of a page', swept, 1.7],
  ] as const) {
    expect(count, verb).toBeLessThanOrEqual(most);
  }
});

/** Takes all places of the shop's operator account but `left`, until the returned function is called. */
async function takePlaces(purpose: CallPurpose, { left = 0 } = {}): Promise<() => Promise<void>> {
  const { operatorLimits } = handoff.app;
  const { operatorAccountId } = await offline.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  const account = operatorAccountId ?? '';
  const freed = Promise.withResolvers<undefined>();
  const occupied: Promise<void>[] = [];
  while (operatorLimits.room(purpose, account) > left) {
    occupied.push(operatorLimits.occupy(purpose, account, () => freed.promise));
  }
  return async () => {
    freed.resolve(undefined);
    await Promise.all(occupied);
  };
}

it('hand-overs of an account without a free place are not asked for again at once', async () => {
  const { createDispatcher } = await import('../../app/deliveries/hand-over/dispatch.ts');
  const free = await takePlaces('hand-over');
  const dispatcher = createDispatcher(handoff.app);
  const before = counter.count();
  expect(await dispatcher.round()).toBe(false);
  expect(counter.count() - before).toBe(1);
  expect(dispatcher.underWay()).toBe(0);
  await free();
});

it('reads of an account without a free place stay due, and are not asked for again at once', async () => {
  const { createTracker } = await import('../../app/deliveries/tracking/read-delivery.ts');
  const { app } = handoff;
  const free = await takePlaces('read');
  const now = app.now();
  await offline.database.delivery.updateMany({ where: { phase: 'in-delivery' }, data: { nextReadAt: now } });
  const tracker = createTracker(app);
  const before = counter.count();
  expect(await tracker.round()).toBe(false);
  expect(counter.count() - before).toBe(1);
  expect(tracker.underWay()).toBe(0);
  const stillDue = { phase: 'in-delivery', nextReadAt: now, plannedRead: { claimedUntil: null } };
  expect(await offline.database.delivery.count({ where: stillDue })).toBe(DELIVERIES);
  await free();
});

it('the only free place of an account goes to the delivery that has been due longest', async () => {
  const { createTracker } = await import('../../app/deliveries/tracking/read-delivery.ts');
  const { app } = handoff;
  const { delivery } = offline.database;
  const now = app.now().getTime();
  const ago = (ms: number) => new Date(now - ms);
  await delivery.updateMany({ data: { nextReadAt: null } });
  const [first, second, ...others] = await delivery.findMany({ where: { phase: 'in-delivery' } });
  const due = (id = '', nextReadAt: Date) => delivery.update({ where: { id }, data: { nextReadAt } });
  for (const { id } of others) await due(id, ago(1));
  await due(second?.id, ago(2));
  await due(first?.id, ago(3));
  const before = offline.operator.requests().length;
  const free = await takePlaces('read', { left: 1 });
  const tracker = createTracker(app);
  for (const place of [1, 2]) {
    await tracker.round();
    await tracker.drain();
    expect(offline.operator.requests()).toHaveLength(before + place);
  }
  const read = offline.operator.requests().slice(before);
  expect(read.map(({ orderNumber }) => orderNumber)).toEqual([first?.orderNumber, second?.orderNumber]);
  await free();
});
