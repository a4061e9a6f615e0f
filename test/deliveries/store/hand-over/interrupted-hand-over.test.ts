import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import * as store from '../../../../app/deliveries/delivery-store.ts';

import { claimHandOver } from '../../../set-up/database/claim-hand-over.ts';
import { useDatabase } from '../../../set-up/database/use-database.ts';

const SHOP = 'interrupted.myshopify.com';
const now = new Date();
const later = new Date(now.getTime() + 60_000);

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
});

/** Takes the claim as the next process does. */
async function claimed(fulfillmentId: string): Promise<store.DeliveryWithShop> {
  const found = await claimHandOver(database, fulfillmentId, { now });
  if (!found) throw new Error('nothing is due');
  return found;
}

it('a delivery that was interrupted while handing over stays uncertain, whatever delays its look-up', async () => {
  const fulfillmentId = randomUUID();
  const leftAt = new Date(now.getTime() - 5_000);
  const { id } = await database.delivery.create({
    data: { shopDomain: SHOP, fulfillmentId, orderId: 'o', phase: 'handing-over', sendAt: leftAt, updatedAt: leftAt },
  });
  const interrupted = await claimed(fulfillmentId);
  expect(interrupted.possiblySentAt).toEqual(leftAt);
  await store.putOff(database, interrupted, { sendAt: later });
  expect(await database.delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({
    phase: 'handing-over',
    possiblySentAt: leftAt,
    claimToken: null,
  });
});

it('a waiting delivery is certainly not at the operator', async () => {
  const fulfillmentId = randomUUID();
  const { id } = await database.delivery.create({
    data: { shopDomain: SHOP, fulfillmentId, orderId: 'o', phase: 'waiting', sendAt: now },
  });
  const waiting = await claimed(fulfillmentId);
  expect(waiting.possiblySentAt).toBeNull();
  await store.putOff(database, waiting, { sendAt: later });
  expect(await database.delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ phase: 'waiting' });
});
