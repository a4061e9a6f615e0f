import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { supportBundle } from '../../../app/shop-api/deliveries/support-bundle.ts';
import { attemptsOf } from '../../../app/deliveries/hand-over/attempts.ts';
import { findOrderDelivery } from '../../../app/deliveries/order-deliveries.ts';
import { BUILT_IN } from '../../set-up/built-in-states.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'bundle.myshopify.com';
const id = randomUUID();

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
  const details = { district: 'pueblo libre', nearest: ['Miraflores'] };
  await database.delivery.create({
    data: {
      id,
      shopDomain: SHOP,
      fulfillmentId: 'gid://shopify/Fulfillment/1',
      orderId: 'gid://shopify/Order/1',
      phase: 'needs-attention',
      orderNumber: 'bundle-1',
      claimToken: randomUUID(),
      problems: [{ code: 'district-not-served', field: 'dropoff.location.district', details }],
      attempts: {
        create: { verb: 'create', startedAt: new Date(), outcome: 'refused', httpStatus: 422, message: 'no' },
      },
    },
  });
});

it('contains ids, states and calls for support, and nothing about the buyer', async () => {
  const delivery = await findOrderDelivery(database, { shop: SHOP, deliveryId: id });
  if (!delivery) throw new Error('no delivery');
  const text = supportBundle(delivery, await attemptsOf(database, { deliveryId: id, limit: 10 }), {
    environment: 'production',
    profile: BUILT_IN,
  });
  expect(JSON.parse(text)).toMatchObject({
    delivery: id,
    shop: SHOP,
    orderNumber: 'bundle-1',
    operatorEnvironment: 'production',
    problems: [{ code: 'district-not-served', field: 'dropoff.location.district' }],
    attempts: [{ verb: 'create', outcome: 'refused', httpStatus: 422, message: 'no' }],
    versions: { node: process.version },
  });
  expect(text).not.toContain('pueblo libre');
  expect(text).not.toContain(delivery.claimToken);
});
