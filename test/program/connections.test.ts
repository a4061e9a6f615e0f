import pg from 'pg';
import { expect, it } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import { compose } from '../../app/program/composition.ts';
import { createTestDatabase } from '../set-up/database/database.ts';
import { testEnvironment } from '../set-up/environment.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

it('a process opens as many connections for its statements as DATABASE_CONNECTIONS says', async () => {
  const database = await createTestDatabase();
  const handoff = await compose({
    environment: testEnvironment({ DATABASE_CONNECTIONS: '3' }),
    databaseUrl: database.url,
    logger: createLogger('silent'),
    pace: TEST_PACE,
  });
  const observer = new pg.Client(database.url);
  await observer.connect();
  const statements = Array.from(
    { length: 12 },
    () => handoff.app.database.$queryRaw`SELECT 'waits' FROM pg_sleep(0.05)`,
  );
  await Promise.all(statements);
  const { rowCount } = await observer.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT ''waits'' FROM %'",
  );
  expect(rowCount).toBe(3);
  await observer.end();
  await handoff.close();
  await database.drop();
});
