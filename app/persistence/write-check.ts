import type { Database } from './database.ts';

/**
 * Whether the database can write: a full disk, or a server that has become read-only, answers reads as ever. An emptied
 * table gets a new file, so the row takes room on the disk each time.
 *
 * @throws when it cannot write, or does not answer
 */
export async function checkWriting(database: Database): Promise<void> {
  await database.$transaction([
    database.$executeRaw`SET LOCAL lock_timeout = '5s'`,
    database.$executeRaw`TRUNCATE "WriteCheck"`,
    database.$executeRaw`INSERT INTO "WriteCheck" ("at") VALUES (now())`,
  ]);
}
