import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND_SHOP, SHOP } from '../set-up/world/demo-order.ts';
import { numberOf } from '../extension-api/extension-caller.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { SECOND_OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';

let world: OfflineWorld;
let program: Program;
let order: string;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { gracePeriodMinutes: 60 });
  order = numberOf(fulfilledOrder(world).orderId);
});

afterAll(() => world.stop());

async function statusesOf(path: string, count: number, shop = SHOP): Promise<number[]> {
  await world.database.actionBudget.deleteMany();
  const headers = {
    Authorization: `Bearer ${world.shopify.idToken(shop)}`,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  };
  const answers = await Promise.all(Array.from({ length: count }, () => fetch(`${program.url}${path}`, { headers })));
  return Promise.all(answers.map(async (answer) => (await answer.text(), answer.status)));
}

it('a shop that makes too many costly reads in a minute is throttled', async () => {
  const dryRuns = await statusesOf(`/api/orders/${order}/preview`, 60);
  expect(dryRuns.filter((status) => status === 200)).toHaveLength(30);
  expect(dryRuns.filter((status) => status === 429)).toHaveLength(30);
});

it('so is one that previews past orders, which costs nothing while they are being sent', async () => {
  await world.setUpShop(program, {}, { shop: SECOND_SHOP, token: SECOND_OPERATOR_TOKEN });
  const at = world.clock.now();
  const day = at.toISOString().slice(0, 10);
  const preview = `/app/backfill.data?from=${day}&to=${day}`;
  const times = { from: at, before: at, startedAt: at };
  await world.database.backfill.create({ data: { shopDomain: SECOND_SHOP, pausedAt: at, ...times } });
  expect(await statusesOf(preview, 32, SECOND_SHOP)).toEqual(Array<number>(32).fill(200));
  await world.database.backfill.deleteMany();
  const previews = await statusesOf(preview, 32, SECOND_SHOP);
  expect(previews.filter((status) => status === 200)).toHaveLength(30);
  expect(previews.filter((status) => status === 429)).toHaveLength(2);
});
