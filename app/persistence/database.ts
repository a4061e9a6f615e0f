import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';

export type Database = PrismaClient;
/** The client of one transaction; a `Database` serves as well where none is needed. */
export type Transaction = Prisma.TransactionClient;

export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const adapter = new PrismaPg({ connectionString: url, max: options.connections ?? 10 });
  // More transactions than connections wait for their turn; two seconds, the default, would be a failure under load.
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 20_000, timeout: 20_000 } });
}
