import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { addStateEntries } from '../../app/deliveries/tracking/keep-record.ts';
import { findOrderDelivery } from '../../app/deliveries/order-deliveries.ts';

import { inBatches } from '../set-up/database/in-batches.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const SHOP = 'tienda-larga.myshopify.com';

const { database } = await useDatabase();
const deliveryId = randomUUID();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
  const fulfillmentId = 'gid://shopify/Fulfillment/1';
  await database.delivery.create({
    data: { id: deliveryId, shopDomain: SHOP, fulfillmentId, orderId: 'gid://shopify/Order/1' },
  });
});

const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + (from + index) * 1_000);
    return { status: `state ${from + index}`, date: at.toISOString(), at };
  });

it('an operator that adds entries with every answer leaves the newest 200', async () => {
  for (let read = 0; read < 6; read += 1)
    await addStateEntries(database, [{ deliveryId, entries: entries(read * 150, 150), seenAt: new Date() }]);
  const kept = await database.stateEntry.findMany({ where: { deliveryId }, orderBy: { at: 'asc' } });
  expect(kept.map(({ status }) => status)).toEqual(entries(700, 200).map(({ status }) => status));
});

it('a history that was stored without a limit is cut to the limit, and shown in part until then', async () => {
  const former = entries(-20_000, 20_000).map((entry) => ({ ...entry, deliveryId, seenAt: new Date() }));
  await inBatches(former, (data) => database.stateEntry.createMany({ data }));
  const shown = await findOrderDelivery(database, { shop: SHOP, deliveryId });
  expect(shown?.stateEntries).toHaveLength(100);
  expect(shown?.stateEntries[0]?.status).toBe('state 899');
  const [known] = await addStateEntries(database, [{ deliveryId, entries: entries(900, 1), seenAt: new Date() }]);
  expect(known?.added.map(({ status }) => status)).toEqual(['state 900']);
  expect(known?.history).toHaveLength(201);
  expect(await database.stateEntry.count({ where: { deliveryId } })).toBe(200);
});
