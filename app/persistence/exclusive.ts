import type { Database, Transaction } from './database.ts';

/** Waits until no other transaction holds this name, and holds it until the transaction ends. */
export async function holdName(transaction: Transaction, name: string): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * Runs `work` while no other process runs work with the same name. The lock belongs to a database transaction, so a
 * killed process releases it.
 *
 * @param database a pool for locks alone: each lock keeps one connection, and `work` would wait forever if locks had
 *   taken them all
 * @param given.limitMs the time limit for the lock, and again for `work`
 */
export async function oneAtATime<T>(
  database: Database,
  { name, limitMs }: { name: string; limitMs: number },
  work: () => Promise<T>,
): Promise<T> {
  return database.$transaction(
    async (transaction) => {
      await holdName(transaction, name);
      return work();
    },
    { maxWait: limitMs, timeout: limitMs },
  );
}
