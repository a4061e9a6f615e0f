import { Prisma } from '@prisma/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { inTransaction, MAY_BE_LOST, violatedIndex, type Statements } from '../../app/persistence/statements.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 2 });
});

afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

const WHEN = new Date('2026-03-29T01:59:59.123Z');

const TYPES = Prisma.sql`
  SELECT ${7}::int AS "int", ${8n}::bigint AS "bigint", ${WHEN}::timestamptz AS "time", ${WHEN}::timestamp AS "clock",
    ${'é'}::text AS "text", ${null}::text AS "null", ${true}::boolean AS "boolean", ${1.5}::float8 AS "float",
    ${'{"a":[1]}'}::jsonb AS "json", ${['a', 'b,"']}::text[] AS "texts", ${[WHEN.toISOString()]}::timestamptz[] AS "times",
    '12.50'::numeric AS "decimal", date '2026-02-28' AS "day", '6f8d4f6e-0000-4000-8000-000000000000'::uuid AS "uuid"`;

it('gives a raw statement the same values as Prisma does', async () => {
  const straight = await database.$queryRaw(TYPES);
  const byPrisma = await database.$transaction((transaction) => transaction.$queryRaw(TYPES));
  expect(straight).toEqual(byPrisma);
});

it('sends a statement whose parts are put together, and one without values', async () => {
  const part = Prisma.sql`${2}::int * ${3}::int`;
  expect(await database.$queryRaw`SELECT ${part} AS "product", ${4}::int AS "four"`).toEqual([{ product: 6, four: 4 }]);
  expect(await database.$queryRaw`SELECT 1 AS "one"`).toEqual([{ one: 1 }]);
  expect(await database.$queryRawUnsafe('SELECT $1::int AS "one"', 1)).toEqual([{ one: 1 }]);
});

it('counts the rows that a statement changed', async () => {
  await database.$executeRaw`INSERT INTO "WriteCheck" ("at") VALUES (${WHEN}), (now())`;
  expect(await database.$executeRaw`DELETE FROM "WriteCheck" WHERE "at" = ${WHEN}`).toBe(1);
});

it("keeps Prisma's own transactions whole", async () => {
  const undone = database.$transaction(async (transaction) => {
    await transaction.$executeRaw`INSERT INTO "Shop" ("domain") VALUES ('undone.myshopify.com')`;
    expect(await transaction.$queryRaw`SELECT 1 AS "one" FROM "Shop" WHERE "domain" LIKE 'undone%'`).toHaveLength(1);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await database.shop.count({ where: { domain: 'undone.myshopify.com' } })).toBe(0);
});

it('commits all statements of a transaction, or none', async () => {
  const add = (domain: string) =>
    inTransaction(database, async (statements) => {
      await statements.$executeRaw`INSERT INTO "Shop" ("domain") VALUES (${`first-${domain}`})`;
      await statements.$executeRaw`INSERT INTO "Shop" ("domain") VALUES (${domain})`;
    });
  await add('whole.myshopify.com');
  expect(await database.shop.count({ where: { domain: { endsWith: 'whole.myshopify.com' } } })).toBe(2);
  await database.shop.create({ data: { domain: 'taken.myshopify.com' } });
  const failure = await add('taken.myshopify.com').catch((error: unknown) => error);
  expect(violatedIndex(failure)).toBe('Shop_pkey');
  expect(await database.shop.count({ where: { domain: 'first-taken.myshopify.com' } })).toBe(0);
});

it('has all its connections again after they broke within transactions, and after one that lasted too long', async () => {
  const cut = () =>
    inTransaction(database, async (statements) => {
      await statements.$queryRaw`SELECT 1 FROM pg_terminate_backend(pg_backend_pid())`;
    });
  for (let time = 0; time < 3; time += 1) await expect(cut()).rejects.toThrow(/terminat|closed/i);
  const hurried = openDatabase(testDatabase.url, { ...TEST_PACE.database, transactionMs: 50 }, { connections: 1 });
  const slow = inTransaction(hurried, (statements) => statements.$queryRaw`SELECT pg_sleep(30)`);
  await expect(slow).rejects.toThrow(/terminat/i);
  expect(await hurried.$queryRaw`SELECT 1 AS "one"`).toEqual([{ one: 1 }]);
  await hurried.$disconnect();
  expect(
    await Promise.all([1, 2, 3].map(() => inTransaction(database, (s) => s.$queryRaw`SELECT 1 AS "one"`))),
  ).toEqual([1, 2, 3].map(() => [{ one: 1 }]));
});

it('goes on when a migration adds a column to what a prepared statement answers', async () => {
  await database.$executeRaw`CREATE TABLE "Growing" ("a" int NOT NULL)`;
  await database.$executeRaw`INSERT INTO "Growing" ("a") VALUES (1)`;
  const alone = () => database.$queryRaw`SELECT * FROM "Growing"`;
  const together = () =>
    inTransaction(database, (statements) => statements.$queryRaw`SELECT "Growing".* FROM "Growing"`);
  // on every connection of the pool
  const everywhere = (ask: () => Promise<unknown>) => Promise.all([ask(), ask(), ask(), ask()]);
  await everywhere(alone);
  await everywhere(together);
  await database.$executeRaw`ALTER TABLE "Growing" ADD COLUMN "b" int DEFAULT 2`;
  const grown = Array.from({ length: 4 }, () => [{ a: 1, b: 2 }]);
  expect(await everywhere(alone)).toEqual(grown);
  await database.$executeRaw`ALTER TABLE "Growing" RENAME COLUMN "b" TO "c"`;
  expect(await everywhere(together)).toEqual(Array.from({ length: 4 }, () => [{ a: 1, c: 2 }]));
});

describe('a change that may be lost', () => {
  /** Its connections wait, while those of the tests do not. */
  let waiting: Database;

  beforeAll(() => {
    const url = new URL(testDatabase.url);
    url.searchParams.set('options', '-c synchronous_commit=local');
    waiting = openDatabase(url.href, TEST_PACE.database, { connections: 1 });
  });

  afterAll(() => waiting.$disconnect());

  const setting = (statements: Statements) =>
    statements.$queryRaw`SELECT current_setting('synchronous_commit') AS "value"`;

  it('commits without waiting for the disk, and leaves the connection as it was', async () => {
    await waiting.$executeRaw`INSERT INTO "Shop" ("domain") VALUES ('may-be-lost.myshopify.com')`;
    const changed = await waiting.$queryRaw`
      UPDATE "Shop" SET "name" = 'Tienda' WHERE "domain" = 'may-be-lost.myshopify.com' AND ${MAY_BE_LOST}
      RETURNING current_setting('synchronous_commit') AS "value"`;
    expect(changed).toEqual([{ value: 'off' }]);
    expect(await setting(waiting)).toEqual([{ value: 'local' }]);
  });

  it('can be a whole transaction', async () => {
    expect(await inTransaction(waiting, setting, { mayBeLost: true })).toEqual([{ value: 'off' }]);
    expect(await setting(waiting)).toEqual([{ value: 'local' }]);
    expect(await inTransaction(waiting, setting)).toEqual([{ value: 'local' }]);
  });
});
