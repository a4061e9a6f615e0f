import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';
import pg from 'pg';
import type { Pace } from '../pace.ts';

export type Database = PrismaClient;
/** The client of one transaction; a `Database` serves as well where none is needed. */
export type Transaction = Prisma.TransactionClient;

export function openDatabase(
  url: string,
  { connectionMs, transactionMs }: Pace['database'],
  { connections = 10 }: { connections?: number } = {},
): Database {
  const adapter = new PrismaPg(openPool(url, connections), { disposeExternalPool: true });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: connectionMs, timeout: transactionMs } });
}

/**
 * Prisma (6.19) does not give a connection back that breaks before the end of its transaction is answered. Each would take
 * a place of the pool for ever, and a process without places hangs: they are given back here.
 */
function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  const out = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => out.add(client));
  pool.on('release', (_error, client) => out.delete(client));
  pool.on('connect', (client) => {
    // one that is cut off between two statements has nobody who listens, and would end the process: the next one tells
    client.on('error', () => undefined);
    const giveBack = () => {
      if (out.has(client)) client.release(true);
    };
    client.once('end', () => setImmediate(giveBack)); // after whoever had it has heard of it
  });
  return pool;
}
