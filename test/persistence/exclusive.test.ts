import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { oneAtATime } from '../../app/persistence/exclusive.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

let testDatabase: TestDatabase;
let database: Database;
let locks: Database;
const { lockMs: limitMs } = TEST_PACE.database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 4 });
  locks = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 3 });
});

afterAll(async () => {
  await Promise.all([database.$disconnect(), locks.$disconnect()]);
  await testDatabase.drop();
});

it('runs work of one name one after another', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await database.shop.count();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => oneAtATime(locks, { name: 'one', limitMs }, work)));
  expect(most).toBe(1);
});

it('cannot deadlock: the work has connections that no lock takes', async () => {
  const startedAt = Date.now();
  const work = () => database.shop.count();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => oneAtATime(locks, { name: `name-${index % 20}`, limitMs }, work)),
  );
  expect(Date.now() - startedAt).toBeLessThan(20_000);
});
