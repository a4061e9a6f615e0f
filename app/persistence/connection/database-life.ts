import type { EarlierLife } from '../../domain/hand-over/doubt.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly startedAt: Date;
  readonly isRestored: boolean;
}

/**
 * The life of the program that may have been before this database. A restored backup, a copy and a promoted standby are
 * other databases, which may lack what the one before them knew. Their life begins when a process first asks. For
 * restores that the server shows no sign of, there is `npm run database:restored`.
 */
export async function lifeBeforeDatabase(database: Database, now: Date): Promise<EarlierLife> {
  const [present] = await database.$queryRaw<Row[]>`
    SELECT "startedAt", "isRestored" FROM "DatabaseLife" WHERE "identity" = "database_identity"()`;
  if (present) return lifeBefore(present);
  const [begun] = await database.$queryRaw<Row[]>`
    INSERT INTO "DatabaseLife" AS life ("id", "identity", "startedAt") VALUES (1, "database_identity"(), ${now})
    ON CONFLICT ("id") DO UPDATE SET "identity" = EXCLUDED."identity",
      "startedAt" = CASE WHEN life."identity" = EXCLUDED."identity" THEN life."startedAt" ELSE EXCLUDED."startedAt" END,
      "isRestored" = life."isRestored" OR life."identity" <> EXCLUDED."identity"
    RETURNING "startedAt", "isRestored"`;
  return lifeBefore(begun ?? { startedAt: now, isRestored: true });
}

function lifeBefore({ startedAt, isRestored }: Row): EarlierLife {
  return { kind: isRestored ? 'restored-database' : 'lost-database', endedAt: startedAt };
}

/** From now on the database counts as restored. */
export async function beginDatabaseLife(database: Database): Promise<void> {
  await database.$executeRaw`UPDATE "DatabaseLife" SET "identity" = 'restored'`;
}
