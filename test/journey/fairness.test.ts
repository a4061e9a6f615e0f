import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SECOND_SHOP, SHOP } from '../set-up/world/demo-order.ts';
import { SECOND_OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

const WAITING = 50_000;
/** Of them, those that Shopify knows; the oldest. */
const REAL = 300;

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
  await world.setUpShop(program, {}, { shop: SECOND_SHOP, token: SECOND_OPERATOR_TOKEN });
});

afterAll(async () => {
  await world.stop();
});

const creates = () => world.operator.requests().filter(({ verb }) => verb === 'create');

it('fifty thousand waiting deliveries of one shop do not delay the single one of another', async () => {
  const fulfill = (shop: string) => world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder()).id);
  const fulfillmentIds = Array.from({ length: REAL }, () => fulfill(SHOP).id);
  world.operator.injectFault({ kind: 'slow', verb: 'create', delayMs: 200 });
  await world.database.$executeRaw`
    INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "sendAt", "createdAt", "updatedAt")
    SELECT gen_random_uuid(), ${SHOP}, coalesce((${fulfillmentIds}::text[])[n], 'gid://shopify/Fulfillment/' || n), 'none', at, at, at
    FROM generate_series(1, ${WAITING}::int) n, LATERAL (SELECT ${world.clock.now()}::timestamptz - interval '1 day' + n * interval '1 s') t(at)
    ON CONFLICT DO NOTHING`;
  await until('the first shop is being handed over', () => creates().length > 20);

  const { id } = fulfill(SECOND_SHOP);
  await until('the single delivery handed over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'in-delivery' } }),
  );
  const waiting = await world.database.delivery.count({ where: { shopDomain: SHOP, phase: 'waiting' } });
  expect(waiting).toBeGreaterThan(WAITING - REAL);
  // the first shop goes on, its oldest first
  expect(await world.database.delivery.count({ where: { shopDomain: SHOP, phase: 'in-delivery' } })).toBeGreaterThan(0);
});

it('deliveries of many shops that are not set up do not stop the hand-overs of one that is', async () => {
  await world.database.$executeRaw`
    INSERT INTO "Shop" ("domain") SELECT 'not-set-up-' || n || '.myshopify.com' FROM generate_series(1, 40) n`;
  await world.database.$executeRaw`
    INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "sendAt", "createdAt", "updatedAt")
    SELECT gen_random_uuid(), 'not-set-up-' || s || '.myshopify.com', 'gid://shopify/Fulfillment/' || s || '000' || n, 'none', at, at, at
    FROM generate_series(1, 40) s, generate_series(1, 20) n,
      LATERAL (SELECT ${world.clock.now()}::timestamptz - interval '1 day' + n * interval '1 s') t(at)`;
  const { id } = world.shopify.fulfill(SECOND_SHOP, world.shopify.enterOrder(SECOND_SHOP, limaOrder()).id);
  await until('the delivery of the other shop handed over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'in-delivery' } }),
  );
  const open = () =>
    world.database.delivery.count({
      where: { shopDomain: { startsWith: 'not-set-up' }, heldFor: null, phase: 'waiting' },
    });
  await until('those of the others held', async () => (await open()) === 0, { moving: open });
  expect(program.lines.filter((line) => line.includes('sweep failed'))).toEqual([]);
});
