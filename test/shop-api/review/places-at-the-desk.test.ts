import { beforeAll, expect, it } from 'vitest';
import { retry } from '../../../app/deliveries/delivery-store.ts';
import { attentionGroups } from '../../../app/shop-api/review/review-groups.ts';
import { scopeToShop } from '../../../app/shop-api/shop-scope.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'desk.myshopify.com';
const NOW = new Date('2026-05-08T15:00:00Z');
const { database } = await useDatabase();
const own = { domain: SHOP, database: scopeToShop(database, SHOP, { sql: 'names-the-shop' }) };

async function places() {
  const { groups } = await attentionGroups(own, { named: 10, now: NOW });
  return groups.map(({ named }) => named.map(({ orderName }) => orderName));
}

const fails = (id: string, code: string) =>
  database.delivery.update({
    where: { id },
    data: { phase: 'needs-attention', problems: [{ code, field: null, details: {} }] },
  });

beforeAll(() => database.shop.create({ data: { domain: SHOP } }));

it('a retry that fails again leaves groups and deliveries in their places', async () => {
  const wrong = ['phone-missing', 'phone-missing', 'phone-missing', 'street-missing'];
  const ids: string[] = [];
  for (const [index, code] of wrong.entries()) {
    const [fulfillmentId, orderId] = [`f${index}`, `o${index}`];
    const names = { orderName: `#${index}`, createdAt: new Date(NOW.getTime() + index) };
    const row = { shopDomain: SHOP, fulfillmentId, orderId, phase: 'waiting', ...names };
    const { id } = await database.delivery.create({ data: row });
    await fails(id, code);
    ids.push(id);
  }
  const before = [['#0', '#1', '#2'], ['#3']];
  expect(await places()).toEqual(before);
  for (const id of ids.slice(0, 2)) expect(await retry(database, { shop: SHOP, deliveryId: id }, NOW)).toBe(true);
  expect(await places()).toEqual([['#2'], ['#3']]);
  for (const id of ids.slice(0, 2).toReversed()) await fails(id, 'phone-missing');
  expect(await places()).toEqual(before);
});
