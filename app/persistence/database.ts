import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';
import type { Pace } from '../pace.ts';
import { openPool } from './connection/pool.ts';
import { inTransaction, sendStraight } from './statements.ts';

/** Its raw statements go straight to the driver, see `statements.ts`. */
export type Database = PrismaClient;
/** The client of one transaction. A `Database` can be passed where no transaction is needed. */
export type Transaction = Prisma.TransactionClient;

/** @param options.isPooled whether the address leads to a pooler in transaction mode */
export function openDatabase(
  url: string,
  pace: Pace['database'],
  { connections = 10, isPooled = false }: { connections?: number; isPooled?: boolean } = {},
): Database {
  const { connectionMs, transactionMs } = pace;
  const pool = openPool(url, { connections, pace, isPooled });
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const prisma = new PrismaClient({ adapter, transactionOptions: { maxWait: connectionMs, timeout: transactionMs } });
  return sendStraight(prisma, pool, { transactionMs });
}

/**
 * Whether the database can write. With a full disk, or a server that has become read-only, reads still work. A
 * truncated table gets a new file, so each row takes new space on the disk.
 *
 * @throws when it cannot write, or does not answer
 */
export async function checkWriting(database: Database): Promise<void> {
  await inTransaction(database, async (statements) => {
    await statements.$executeRaw`SET LOCAL lock_timeout = '5s'`;
    await statements.$executeRaw`TRUNCATE "WriteCheck"`;
    await statements.$executeRaw`INSERT INTO "WriteCheck" ("at") VALUES (now())`;
  });
}
