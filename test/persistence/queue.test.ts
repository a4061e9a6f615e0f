import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../app/logging.ts';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { openQueue, type JobKind, type Queue } from '../../app/persistence/queue.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { until } from '../set-up/time/until.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const noteJob = {
  name: 'note',
  payload: z.object({ text: z.string() }),
  queue: { retryLimit: 2, retryDelay: 0 },
  batches: 1,
  batchSize: 1,
} satisfies JobKind<object>;

let testDatabase: TestDatabase;
let database: Database;
let queue: Queue;
const worked: string[] = [];
let failures = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database);
  const logger = createLogger('silent');
  queue = await openQueue({
    databaseUrl: testDatabase.url,
    kinds: [noteJob],
    logger,
    pace: TEST_PACE.queue,
    supervise: true,
  });
  await queue.work(noteJob, async ({ text }) => {
    if (text === 'fails once' && failures++ === 0) throw new Error('once');
    worked.push(text);
  });
});

afterAll(async () => {
  await queue.stop(5_000);
  await database.$disconnect();
  await testDatabase.drop();
});

describe('a record and its job', () => {
  it('exist together when the transaction commits', async () => {
    await database.$transaction(async (transaction) => {
      await transaction.shop.create({ data: { domain: 'committed.myshopify.com' } });
      await queue.send(transaction, noteJob, { text: 'committed' });
    });
    await until('the job of a committed transaction', () => worked.includes('committed'));
    expect(await database.shop.count({ where: { domain: 'committed.myshopify.com' } })).toBe(1);
  });

  it('disappear together when it rolls back', async () => {
    const rolledBack = database.$transaction(async (transaction) => {
      await transaction.shop.create({ data: { domain: 'rolled-back.myshopify.com' } });
      await queue.send(transaction, noteJob, { text: 'rolled back' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await queue.send(database, noteJob, { text: 'after it' }); // jobs of one queue are worked in order
    await until('the job that was sent later', () => worked.includes('after it'));
    expect(worked).not.toContain('rolled back');
    expect(await database.shop.count({ where: { domain: 'rolled-back.myshopify.com' } })).toBe(0);
    const [jobs] = await database.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pgboss.job WHERE data->>'text' = 'rolled back'`;
    expect(jobs?.count).toBe(0n);
  });
});

it('retries a failed job', async () => {
  await queue.send(database, noteJob, { text: 'fails once' });
  await until('the second try', () => worked.includes('fails once'));
  expect(failures).toBe(2);
});
