import { afterAll } from 'vitest';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { TEST_PACE } from '../time/pace.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A database of the test file's own, with a connection to it. Both end with the file. */
export async function useDatabase(): Promise<{ database: Database; testDatabase: TestDatabase }> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.url, TEST_PACE.database);
  afterAll(async () => {
    await database.$disconnect();
    await testDatabase.drop();
  });
  return { database, testDatabase };
}
