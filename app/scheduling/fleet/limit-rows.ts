import { Prisma } from '@prisma/client';
import { z } from 'zod';
import type { Database } from '../../persistence/database.ts';
import type { CallPace } from '../call-pace.ts';
import type { Shares } from './divide-places.ts';
import { jsonRows } from '../../persistence/json-rows.ts';

/** What all processes share about the calls to one operator account. */
export interface LimitRow {
  /** The account's id. */
  readonly key: string;
  /** Null for a row that does not exist yet. */
  readonly version: number | null;
  readonly pace: CallPace;
  /** Nothing goes out before then. */
  readonly restUntil: Date | null;
  readonly shares: Shares;
}

const LIMIT_ROW = Prisma.sql`"key" text, "version" int, "pace" jsonb, "restUntil" timestamptz, "shares" jsonb`;

const rowSchema = z.object({
  key: z.string(),
  version: z.number(),
  pace: z.object({
    atOnce: z.number(),
    betweenMs: z.number(),
    failuresInRow: z.number(),
    rests: z.number(),
    slowedAt: z.number(),
  }),
  restUntil: z.date().nullable(),
  shares: z.record(
    z.string(),
    z.object({
      places: z.number(),
      wants: z.number(),
      until: z.number(),
    }),
  ),
});

/** @returns the rows that exist, and the database's clock in milliseconds since 1970 */
export async function readLimits(
  database: Database,
  keys: readonly string[],
): Promise<{ rows: LimitRow[]; databaseNow: number }> {
  const found = await database.$queryRaw<{ now: number; key: string | null }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "now", l."key", l."version", l."pace",
      l."restUntil", l."shares"
    FROM (SELECT 1) one LEFT JOIN "CallLimit" l ON l."key" = ANY (${[...keys]})`;
  const rows = found.filter(({ key }) => key !== null).map((row) => rowSchema.parse(row));
  return { rows, databaseNow: found[0]?.now ?? 0 };
}

/**
 * Writes the rows that nobody has changed since they were read. It waits for nobody: a row that another process is
 * writing at this moment counts as changed.
 *
 * @returns the keys of the rows that were written
 */
export async function writeLimits(
  database: Database,
  rows: readonly LimitRow[],
): Promise<{ written: ReadonlySet<string>; databaseNow: number }> {
  const [done] = await database.$queryRaw<{ now: number; keys: string[] }[]>`
    WITH given AS (
      SELECT * FROM ${jsonRows(rows, LIMIT_ROW)} AS g
    ), unchanged AS (
      SELECT l."key" FROM "CallLimit" l JOIN given g ON g."key" = l."key" AND g."version" = l."version"
      ORDER BY l."key" FOR UPDATE OF l SKIP LOCKED
    ), changed AS (
      UPDATE "CallLimit" l SET "version" = l."version" + 1, "pace" = g."pace", "restUntil" = g."restUntil",
        "shares" = g."shares", "changedAt" = clock_timestamp()
      FROM given g JOIN unchanged u ON u."key" = g."key" WHERE l."key" = g."key" RETURNING l."key"
    ), made AS (
      INSERT INTO "CallLimit" ("key", "version", "pace", "restUntil", "shares", "changedAt")
      SELECT "key", 1, "pace", "restUntil", "shares", clock_timestamp() FROM given WHERE "version" IS NULL
      ON CONFLICT DO NOTHING RETURNING "key"
    )
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "now",
      ARRAY(SELECT "key" FROM changed UNION ALL SELECT "key" FROM made) AS "keys"`;
  return { written: new Set(done?.keys), databaseNow: done?.now ?? 0 };
}
