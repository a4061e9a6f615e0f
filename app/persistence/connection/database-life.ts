import type { Database } from '../database.ts';

/**
 * Since when this database has run without a restore. A restored backup, a copy and a promoted standby are other
 * databases, which may lack what the one before them knew. Their life begins when a process first asks. For restores
 * that the server shows no sign of, there is `npm run database:restored`.
 */
export async function databaseLifeSince(database: Database, now: Date): Promise<Date> {
  const [present] = await database.$queryRaw<{ startedAt: Date }[]>`
    SELECT "startedAt" FROM "DatabaseLife" WHERE "identity" = "database_identity"()`;
  if (present) return present.startedAt;
  const [begun] = await database.$queryRaw<{ startedAt: Date }[]>`
    INSERT INTO "DatabaseLife" AS life ("id", "identity", "startedAt") VALUES (1, "database_identity"(), ${now})
    ON CONFLICT ("id") DO UPDATE SET "identity" = EXCLUDED."identity",
      "startedAt" = CASE WHEN life."identity" = EXCLUDED."identity" THEN life."startedAt" ELSE EXCLUDED."startedAt" END
    RETURNING "startedAt"`;
  return begun?.startedAt ?? now;
}

/** From now on the database counts as restored. */
export async function beginDatabaseLife(database: Database): Promise<void> {
  await database.$executeRaw`UPDATE "DatabaseLife" SET "identity" = 'restored'`;
}
