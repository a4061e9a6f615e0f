import type { Database } from './database.ts';

const LONGEST_MS = 30_000;

/**
 * Runs `work` while no other process runs work of the same name. The lock is the database's and ends with the
 * transaction, so a killed process holds nothing.
 *
 * @param database of connections for nothing else: a lock keeps one, and `work` would wait for another in vain where
 *   locks had taken them all
 */
export async function oneAtATime<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
      return work();
    },
    { maxWait: LONGEST_MS, timeout: LONGEST_MS },
  );
}
