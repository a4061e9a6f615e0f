import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
});

afterAll(() => world.stop());

const theShop = () =>
  world.database.shop.findUniqueOrThrow({ where: { domain: SHOP }, include: { operatorAccount: true } });

async function removeToken(version: number): Promise<string> {
  const answer = await fetch(`${program.url}/app/settings.data`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.shopify.idToken(SHOP)}`,
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    },
    body: JSON.stringify({ version, part: { account: null } }),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

it('the merchant removes the stored token, unless the settings were changed meanwhile', async () => {
  const { settingsVersion } = await theShop();
  expect(await removeToken(settingsVersion - 1)).toContain('changed-meanwhile');
  expect((await theShop()).operatorAccount).not.toBeNull();
  expect(await removeToken(settingsVersion)).toContain('saved');
  expect((await theShop()).operatorAccount).toBeNull();
  expect(await world.database.operatorAccount.count()).toBe(0);
});
