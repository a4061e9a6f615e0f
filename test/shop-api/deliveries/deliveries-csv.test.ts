import { beforeAll, expect, it } from 'vitest';
import type { AnsweredClient } from '../../../app/shop-api/answered-client.ts';
import { deliveriesCsv } from '../../../app/shop-api/deliveries/deliveries-csv.ts';
import { scopeToShop } from '../../../app/shop-api/shop-scope.ts';
import { inBatches } from '../../set-up/database/in-batches.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const CHILEAN = 'chilean-csv.myshopify.com';
const SHOP = 'export.myshopify.com';
const COUNT = 1_100;

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    shopDomain: SHOP,
    fulfillmentId: `gid://shopify/Fulfillment/${index}`,
    orderId: `gid://shopify/Order/${index}`,
    orderName: `#${index}`,
  }));
  await inBatches(rows, (data) => database.delivery.createMany({ data }));
});

function exportTo(client: AnsweredClient, limit?: number): ReadableStream {
  const own = { domain: SHOP, database: scopeToShop(database, SHOP, { sql: 'names-the-shop' }) } as const;
  return deliveriesCsv(own, {
    filter: {},
    timeZone: null,
    country: null,
    locale: 'en',
    client,
    ...(limit === undefined ? {} : { limit }),
  });
}

const linesOf = async (stream: ReadableStream) => (await new Response(stream).text()).trim().split('\r\n').slice(1);

it('lists everything for a client that keeps reading', async () => {
  expect(await linesOf(exportTo({ ready: async () => true }))).toHaveLength(COUNT);
});

it('reads one batch for a client that disconnects', async () => {
  expect(await linesOf(exportTo({ ready: async () => false }))).toHaveLength(100);
});

it('reads no batch before the client has taken the one before it', async () => {
  let asked = 0;
  let take: (isReady: boolean) => void = () => null;
  const client: AnsweredClient = {
    ready() {
      asked += 1;
      return new Promise((resolve) => (take = resolve));
    },
  };
  const reader = exportTo(client).getReader();
  for (let part = await reader.read(); !part.done && asked === 0; part = await reader.read());
  const before = asked;
  take(false);
  while (!(await reader.read()).done);
  expect([before, asked]).toEqual([1, 1]);
});

it.each([70, 1_000, 1_050])('lists %i at most, and says that there are more', async (limit) => {
  const lines = await linesOf(exportTo({ ready: async () => true }, limit));
  expect(lines).toHaveLength(limit + 1);
  expect(lines.at(-1)).toContain(`Only the newest ${limit.toLocaleString('en')} deliveries are listed`);
});

it('has the words of the shop’s country', async () => {
  const missing = { code: 'district-missing', field: 'dropoff.location.district', details: {} };
  const data = { fulfillmentId: 'gid://shopify/Fulfillment/c', orderId: 'gid://shopify/Order/c' };
  await database.shop.create({ data: { domain: CHILEAN } });
  await database.delivery.create({ data: { ...data, shopDomain: CHILEAN, problems: [missing] } });
  const own = { domain: CHILEAN, database: scopeToShop(database, CHILEAN, { sql: 'names-the-shop' }) } as const;
  const given = { filter: {}, timeZone: null, locale: 'es', client: { ready: async () => true } } as const;
  const [chilean] = await linesOf(deliveriesCsv(own, { ...given, country: 'CL' }));
  const [plain] = await linesOf(deliveriesCsv(own, { ...given, country: null }));
  expect(chilean).toContain('comuna');
  expect(plain).toContain('distrito');
});
