import { afterAll, beforeAll, expect, it } from 'vitest';
import { createActionBudget, type ActionBudget } from '../../app/persistence/action-budget.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';

let testDatabase: TestDatabase;
let one: ActionBudget;
let another: ActionBudget;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  one = createActionBudget(testDatabase.url, 10);
  another = createActionBudget(testDatabase.url, 10);
});

afterAll(async () => {
  await Promise.all([one.close(), another.close()]);
  await testDatabase.drop();
});

it('is one for all processes, and each shop has its own', async () => {
  const spend = (shop: string) =>
    Promise.all(Array.from({ length: 16 }, (_, index) => (index % 2 ? one : another).spend(shop)));
  const spent = await spend('tienda-una.myshopify.com');
  expect(spent.filter((rest) => rest === null)).toHaveLength(10);
  for (const rest of spent.filter((each) => each !== null)) {
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(60_000);
  }
  expect(await one.spend('tienda-otra.myshopify.com')).toBeNull();
});

it('tells once that a minute is used up, however much is asked meanwhile', async () => {
  const told: string[] = [];
  const budget = createActionBudget(testDatabase.url, 3, { onSpent: (shop) => told.push(shop) });
  for (let count = 0; count < 10; count += 1) await budget.spend('tienda-ruidosa.myshopify.com');
  await budget.close();
  expect(told).toEqual(['tienda-ruidosa.myshopify.com']);
});
