import { expect, it } from 'vitest';
import { claimDueHandOvers } from '../../../app/deliveries/delivery-store.ts';
import { claimDueOutboxes, queuePublications } from '../../../app/deliveries/write-back/order-outbox.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

/** The numbers at which a planner prefers one way of joining or another. */
const NUMBERS = [20, 150, 500];
const leaseMs = 60_000;
const turn = { limit: 5, afterShop: '', ofOneShop: 1, fullShops: [] };
const nameOf = (place: number) => `shop-${String(place).padStart(4, '0')}.myshopify.com`;

const { database } = await useDatabase();

it.each(NUMBERS)('of %i shops, the first in the order of their names have the first turns', async (count) => {
  await database.delivery.deleteMany();
  await database.orderOutbox.deleteMany();
  await database.shop.deleteMany();
  const names = Array.from({ length: count }, (_, place) => nameOf(place));
  await database.shop.createMany({ data: names.toReversed().map((domain) => ({ domain })) });
  const ids = { fulfillmentId: 'f', orderId: 'o', phase: 'waiting', sendAt: new Date(0) };
  await database.delivery.createMany({ data: names.toReversed().map((shopDomain) => ({ shopDomain, ...ids })) });
  const deliveries = await database.delivery.findMany();
  const publications = [{ kind: 'tracking' }] as const;
  await queuePublications(
    database,
    deliveries.map((delivery) => ({ delivery, publications })),
  );
  await database.$executeRaw`ANALYZE "Shop", "Delivery", "OrderOutbox"`;
  const handOvers = await claimDueHandOvers(database, { now: new Date(), leaseMs, fullAccounts: [], ...turn });
  expect(handOvers.map(({ shopDomain }) => shopDomain).sort()).toEqual(names.slice(0, 5));
  const orders = await claimDueOutboxes(database, { leaseMs, ...turn });
  expect(orders.map(({ shop }) => shop).sort()).toEqual(names.slice(0, 5));
});
