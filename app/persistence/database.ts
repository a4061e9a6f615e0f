import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';
import pg from 'pg';
import type { Pace } from '../pace.ts';

export type Database = PrismaClient;
/** The client of one transaction. A `Database` can be passed where no transaction is needed. */
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
 * Prisma (6.19) does not release a connection that breaks before the end of its transaction is answered. Each would
 * take a place of the pool until the process ends, and a process without free places hangs. They are released here.
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
    client.once('end', () => setImmediate(giveBack)); // after its user has been told
  });
  return pool;
}
