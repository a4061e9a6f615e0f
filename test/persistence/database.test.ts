import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../app/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

const CONNECTIONS = 2;

it('has all its connections again after they broke in the middle of transactions', async () => {
  const database = openDatabase(testDatabase.url, TEST_PACE.database, { connections: CONNECTIONS });
  const broken = () =>
    database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pg_terminate_backend(pg_backend_pid())`;
    });
  for (let time = 0; time <= CONNECTIONS; time += 1) await expect(broken()).rejects.toThrow(/terminat|closed/i);

  const whole = Array.from({ length: CONNECTIONS }, () =>
    database.$transaction((one) => one.$queryRaw`SELECT 1 AS "one"`),
  );
  expect(await Promise.all(whole)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  await database.$disconnect();
});
