import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOP } from '../set-up/world/demo-order.ts';
import { numberOf } from '../extension-api/extension-caller.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
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

async function statusesOf(path: string, count: number): Promise<number[]> {
  await world.database.actionBudget.deleteMany();
  const headers = {
    Authorization: `Bearer ${world.shopify.idToken(SHOP)}`,
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
