import type { Database } from '../database.ts';
import { inTransaction } from '../statements.ts';

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
