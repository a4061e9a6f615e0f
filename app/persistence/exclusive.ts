import type { Database } from './database.ts';

/**
 * Runs `work` while no other process runs work of the same name. The lock is the database's and ends with the
 * transaction, so a killed process holds nothing.
 *
 * @param database of connections for nothing else: a lock keeps one, and `work` would wait for another in vain where
 *   locks had taken them all
 * @param given.longestMs for the lock, and again for `work`
 */
export async function oneAtATime<T>(
  database: Database,
  { name, longestMs }: { name: string; longestMs: number },
  work: () => Promise<T>,
): Promise<T> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
      return work();
    },
    { maxWait: longestMs, timeout: longestMs },
  );
}
