import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';
import type { Pace } from '../pace.ts';
import { openPool } from './pool.ts';

export type Database = PrismaClient;
/** The client of one transaction. A `Database` can be passed where no transaction is needed. */
export type Transaction = Prisma.TransactionClient;

/** @param options.isPooled whether the address leads to a pooler in transaction mode */
export function openDatabase(
  url: string,
  pace: Pace['database'],
  { connections = 10, isPooled = false }: { connections?: number; isPooled?: boolean } = {},
): Database {
  const adapter = new PrismaPg(openPool(url, { connections, pace, isPooled }), { disposeExternalPool: true });
  const { connectionMs, transactionMs } = pace;
  return new PrismaClient({ adapter, transactionOptions: { maxWait: connectionMs, timeout: transactionMs } });
}
