import { Prisma, type Delivery } from '@prisma/client';
import type { WithMeanings } from '../../domain/tracking/state-meaning.ts';
import type { Flag } from '../../domain/tracking/promise-watch.ts';
import type { Database } from '../../persistence/database.ts';
import type { Statements } from '../../persistence/statements.ts';
import { jsonRows } from '../../persistence/json-rows.ts';

export type WatchedRow = Pick<
  Delivery,
  | 'id'
  | 'handedOverAt'
  | 'promisedUntil'
  | 'state'
  | 'stateAt'
  | 'operatorUpdatedAt'
  | 'endedAt'
  | 'phase'
  | 'resolvedAt'
  | 'stateGroup'
> &
  WithMeanings;

/** Claims deliveries whose flags are due to be checked, for this process alone, for `leaseMs`. */
export async function claimDueWatches(
  database: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<WatchedRow[]> {
  return database.$queryRaw`
    UPDATE "Delivery" due SET "watchAt" = ${new Date(now.getTime() + leaseMs)} WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d WHERE d."watchAt" <= ${now}
      ORDER BY d."watchAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING "id", "handedOverAt", "promisedUntil", "state", "stateAt", "operatorUpdatedAt", "endedAt",
      "phase", "resolvedAt", "stateGroup",
      (SELECT a."stateMeanings" FROM "OperatorAccount" a WHERE a."id" = due."operatorAccountId") AS "stateMeanings"`;
}

/** Has a row if a check is due. */
export const watchesDue = (now: Date) => Prisma.sql`SELECT 1 FROM "Delivery" d WHERE d."watchAt" <= ${now} LIMIT 1`;

/**
 * Has the deliveries of an account watched at once whose state is one of the names: it has got another meaning.
 *
 * @returns how many
 */
export async function watchStates(
  transaction: Statements,
  { accountId, names, now }: { accountId: string; names: readonly string[]; now: Date },
): Promise<number> {
  return transaction.$executeRaw`
    UPDATE "Delivery" SET "watchAt" = ${now}
    WHERE "operatorAccountId" = ${accountId}::uuid AND "state" = ANY (${[...names]}) AND "prunedAt" IS NULL`;
}

export interface Watched {
  readonly id: string;
  /** The state that the flags were computed from. If a read has changed it since, the read's flags stay. */
  readonly state: string | null;
  /** The person's word that they were computed from. A later one stays. */
  readonly resolvedAt: Date | null;
  readonly flags: readonly Flag[];
  readonly watchAt: Date | null;
}

/** Stores the computed flags, and when each delivery is checked next. */
export async function recordWatches(database: Database, watched: readonly Watched[], now: Date): Promise<void> {
  if (watched.length === 0) return;
  await database.$executeRaw`
    UPDATE "Delivery" d SET "watchAt" = w."watchAt",
      "flags" = CASE WHEN d."state" IS NOT DISTINCT FROM w."state" AND d."endedAt" IS NULL
        AND d."resolvedAt" IS NOT DISTINCT FROM w."resolvedAt" THEN w."flags" ELSE d."flags" END,
      "updatedAt" = CASE WHEN d."flags" = w."flags" THEN d."updatedAt" ELSE ${now} END
    FROM ${jsonRows(
      watched,
      Prisma.sql`"id" uuid, "state" text, "resolvedAt" timestamptz, "flags" jsonb,
      "watchAt" timestamptz`,
    )} AS w
    WHERE d."id" = w."id"`;
}
