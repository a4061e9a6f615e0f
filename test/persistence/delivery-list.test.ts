import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { listDeliveries, type DeliveryCursor, type DeliveryPage } from '../../app/persistence/delivery-list.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database.ts';

const SHOP = 'list.myshopify.com';
const OTHER = 'other.myshopify.com';
const COUNT = 23;
const SIZE = 5;

let testDatabase: TestDatabase;
let database: Database;
let newestFirst: string[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url);
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
  // Several share a moment, as those of one bulk fulfillment do: then the id decides.
  const rows = [SHOP, OTHER].flatMap((shopDomain) =>
    Array.from({ length: COUNT }, (_, index) => ({
      id: randomUUID(),
      shopDomain,
      fulfillmentId: `gid://shopify/Fulfillment/${index}`,
      orderId: `gid://shopify/Order/${index}`,
      createdAt: new Date(Date.UTC(2026, 10, 21, 12, Math.floor(index / 4))),
    })),
  );
  await database.delivery.createMany({ data: rows });
  newestFirst = rows
    .filter(({ shopDomain }) => shopDomain === SHOP)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
});

afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

const idsOf = ({ deliveries }: DeliveryPage) => deliveries.map(({ id }) => id);
const list = (position: { olderThan?: DeliveryCursor; newerThan?: DeliveryCursor } = {}) =>
  listDeliveries(database, { shop: SHOP, size: SIZE, ...position });

async function allPages(): Promise<DeliveryPage[]> {
  const pages = [await list()];
  for (let last = pages[0]; last?.hasOlder; last = pages.at(-1)) {
    const olderThan = last.deliveries.at(-1);
    pages.push(await list(olderThan ? { olderThan } : {}));
  }
  return pages;
}

it("turns the pages of the shop's own deliveries, newest first, each once", async () => {
  const pages = await allPages();
  expect(pages.map((page) => page.deliveries.length)).toEqual([5, 5, 5, 5, 3]);
  expect(pages.flatMap(idsOf)).toEqual(newestFirst);
  expect(pages.map(({ hasNewer }) => hasNewer)).toEqual([false, true, true, true, true]);
});

it('turns back to the same pages', async () => {
  const pages = await allPages();
  const [fourth] = pages[4]?.deliveries ?? [];
  const back = await list(fourth ? { newerThan: fourth } : {});
  expect(idsOf(back)).toEqual(newestFirst.slice(15, 20));
  expect(back).toMatchObject({ hasOlder: true, hasNewer: true });
});

it('comes back to the first page whole, however few are newer', async () => {
  const { deliveries } = await list();
  const third = deliveries[2];
  const back = await list(third ? { newerThan: third } : {});
  expect(idsOf(back)).toEqual(newestFirst.slice(0, SIZE));
  expect(back.hasNewer).toBe(false);
});

it('has an empty page for a shop without deliveries', async () => {
  const page = await listDeliveries(database, { shop: 'none.myshopify.com', size: SIZE });
  expect(page).toEqual({ deliveries: [], hasOlder: false, hasNewer: false });
});

it('seeks in the index for a page in the middle, and sorts nothing', async () => {
  const middle = (await allPages())[2]?.deliveries.at(-1);
  const plan = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
    return transaction.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT "id" FROM "Delivery"
      WHERE "shopDomain" = ${SHOP} AND "createdAt" <= ${middle?.createdAt}
        AND ("createdAt" < ${middle?.createdAt} OR "id" > ${middle?.id}::uuid)
      ORDER BY "createdAt" DESC, "id" ASC LIMIT 6`;
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('Delivery_shopDomain_createdAt_id_idx');
  expect(text).not.toContain('Sort');
});
