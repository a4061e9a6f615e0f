import { beforeEach, expect, it } from 'vitest';
import { deliveriesToFill, fillOrderFields } from '../../../app/deliveries/write-back/fill-order-fields.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'earlier.myshopify.com';
const DAY_MS = 86_400_000;
const { database } = await useDatabase();
const now = Date.now();

beforeEach(async () => {
  await database.shop.deleteMany();
  await database.shop.create({ data: { domain: SHOP, fieldsFilledTo: new Date(now) } });
});

let made = 0;
function deliveries(count: number, { daysAgo = 1, ...data }: { daysAgo?: number; [key: string]: unknown } = {}) {
  const createdAt = new Date(now - daysAgo * DAY_MS);
  const rows = Array.from({ length: count }, () => {
    made += 1;
    const [orderId, fulfillmentId] = [`order ${made}`, `fulfillment ${made}`];
    return { shopDomain: SHOP, orderId, fulfillmentId, handedOverAt: createdAt, createdAt, ...data };
  });
  return database.delivery.createMany({ data: rows.map((row, place) => ({ ...row, createdAt: later(row, place) })) });
}
const later = ({ createdAt }: { createdAt: Date }, place: number) => new Date(createdAt.getTime() + place);
const left = () => deliveriesToFill(database, { shop: SHOP, limit: 1_000 });
const queued = () => database.orderOutbox.count();
/** As the publisher does it. */
async function write(): Promise<void> {
  await database.orderOutbox.deleteMany();
  await database.publication.updateMany({ data: { settledAt: new Date(now), outcome: 'published' } });
}

it('earlier orders are queued once each in portions, the newest first, and the rest is counted', async () => {
  await deliveries(120);
  expect(await left()).toBe(120);
  const seen: [number, number][] = [];
  for (let round = 0; round < 5; round += 1) {
    await fillOrderFields(database);
    seen.push([await queued(), await left()]);
    await write();
  }
  expect(seen).toEqual([
    [50, 70],
    [50, 20],
    [20, 0],
    [0, 0],
    [0, 0],
  ]);
  const all = await database.publication.findMany({ where: { kind: 'order-metafield' } });
  expect([all.length, new Set(all.map(({ deliveryId }) => deliveryId)).size]).toEqual([120, 120]);
  expect(await database.shop.findFirst()).toMatchObject({ fieldsFilledTo: null });
});

it('two processes at once queue an order once', async () => {
  await deliveries(60);
  await Promise.all([fillOrderFields(database), fillOrderFields(database)]);
  expect(await database.publication.count()).toBe(await queued());
});

it('an order with several deliveries is written once, and deliveries of the same moment are not split', async () => {
  const createdAt = new Date(now - DAY_MS);
  const of = (fulfillmentId: string) => ({ shopDomain: SHOP, orderId: 'one', fulfillmentId, createdAt });
  const rows = Array.from({ length: 70 }, (_, place) => ({ ...of(`part ${place}`), handedOverAt: createdAt }));
  await database.delivery.createMany({ data: rows });
  await fillOrderFields(database);
  expect([await database.publication.count(), await queued(), await left()]).toEqual([1, 1, 0]);
});

it('what Shopify does not let the app write, has nothing to say or has no history is left', async () => {
  await deliveries(1, { daysAgo: 61 });
  await deliveries(1, { handedOverAt: null });
  await deliveries(1, { prunedAt: new Date(now) });
  expect(await left()).toBe(0);
  await fillOrderFields(database);
  expect(await queued()).toBe(0);
});

it('a shop whose own writes wait, or that has uninstalled, waits', async () => {
  await deliveries(1);
  const waiting = { shopDomain: SHOP, orderId: 'its own', dueAt: new Date(now - 60_000) };
  await database.orderOutbox.create({ data: waiting });
  await fillOrderFields(database);
  expect(await queued()).toBe(1);
  await database.orderOutbox.deleteMany();
  await database.shop.updateMany({ data: { uninstalledAt: new Date(now) } });
  await fillOrderFields(database);
  expect(await queued()).toBe(0);
});
