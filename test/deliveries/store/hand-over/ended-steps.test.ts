import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as store from '../../../../app/deliveries/delivery-store.ts';
import type { Problem } from '../../../../app/domain/problems/problem.ts';
import { openDatabase, type Database } from '../../../../app/persistence/database.ts';
import { claimHandOver } from '../../../set-up/database/claim-hand-over.ts';
import { createTestDatabase, type TestDatabase } from '../../../set-up/database/database.ts';
import { TEST_PACE } from '../../../set-up/time/pace.ts';

const SHOP = 'ended.myshopify.com';
const now = new Date();
const later = new Date(now.getTime() + 60_000);

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database);
  await database.shop.create({ data: { domain: SHOP } });
});

afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

const problem = (code: Problem['code'], details: Problem['details'] = {}): Problem => ({ code, field: null, details });

async function claimedWith(...problems: readonly Problem[]): Promise<store.DeliveryWithShop> {
  const fulfillmentId = randomUUID();
  const data = { shopDomain: SHOP, fulfillmentId, orderId: 'o', phase: 'waiting', sendAt: now };
  await database.delivery.create({ data: { ...data, problems: problems.map((each) => ({ ...each })) } });
  const claimed = await claimHandOver(database, fulfillmentId, { now });
  if (!claimed) throw new Error('nothing is due');
  return claimed;
}

const rowOf = ({ id }: { id: string }) => database.delivery.findUniqueOrThrow({ where: { id } });

it('a problem replaces the one with the same code, and the others of its delivery stay', async () => {
  const [kept, old] = [problem('district-missing'), problem('order-number-taken', { orderNumber: 'A' })];
  const [first, second] = [await claimedWith(kept, old), await claimedWith()];
  const fresh = problem('order-number-taken', { orderNumber: 'B' });
  const other = problem('outcome-unknown');
  await Promise.all([
    store.putOff(database, first, { sendAt: later, problem: fresh }),
    store.putOff(database, second, { sendAt: later, problem: other }),
  ]);
  expect([(await rowOf(first)).problems, (await rowOf(second)).problems]).toEqual([[kept, fresh], [other]]);
});

it('problems that have passed go, and a cancelled delivery has none', async () => {
  const [asked, cancelled] = [
    await claimedWith(problem('operator-unreachable'), problem('district-missing')),
    await claimedWith(problem('district-missing')),
  ];
  const missing = problem('phone-missing');
  expect(await store.needAttention(database, asked, { problems: [missing] })).toBe(true);
  expect(await store.cancelBeforeHandOver(database, cancelled, { now })).toBe(true);
  expect((await rowOf(asked)).problems).toEqual([problem('district-missing'), missing]);
  expect(await rowOf(cancelled)).toMatchObject({ phase: 'cancelled', problems: [], endedAt: now });
});

it('a step whose claim was lost changes nothing, and leaves the others alone', async () => {
  const [lost, kept] = [await claimedWith(), await claimedWith()];
  await database.delivery.update({ where: { id: lost.id }, data: { claimToken: randomUUID() } });
  const ended = await Promise.all(
    [lost, kept].map((delivery) => store.holdBack(database, delivery, { heldFor: 'set-up' })),
  );
  expect(ended).toEqual([false, true]);
  expect(await rowOf(lost)).toMatchObject({ heldFor: null, heldSince: null });
  const held = await rowOf(kept);
  expect(held).toMatchObject({ heldFor: 'set-up', tries: 0 });
  expect(held.heldSince).not.toBeNull();
});
