import { Prisma, type Attempt } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../../domain/lifecycle/attempt.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import type { Statements } from '../../persistence/statements.ts';
import { jsonRows } from '../../persistence/json-rows.ts';

/**
 * Records the start of a call. Commit it before the call goes out: an attempt without an outcome is under way, or was cut
 * off by a crash.
 */
export async function beginAttempt(
  transaction: Statements,
  { deliveryId, verb, startedAt }: { deliveryId: string; verb: AttemptVerb; startedAt: Date },
): Promise<bigint> {
  const [row] = await transaction.$queryRaw<{ id: bigint }[]>`
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") VALUES (${deliveryId}::uuid, ${verb}, ${startedAt})
    RETURNING "id"`;
  if (!row) throw new Error('the attempt was not recorded');
  return row.id;
}

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly httpStatus: number | null;
  /** The message of an OperatorError, cleaned of the buyer's data. */
  readonly message: string | null;
}

export interface EndedAttempt {
  readonly id: bigint;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly result: AttemptResult;
}

export async function endAttempts(transaction: Statements, ended: readonly EndedAttempt[]): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ id, startedAt, endedAt, result: { outcome, httpStatus, message } }) => {
    const durationMs = Math.max(0, endedAt.getTime() - startedAt.getTime());
    return { id: String(id), outcome, httpStatus, message, durationMs };
  });
  await transaction.$executeRaw`
    UPDATE "Attempt" a SET "outcome" = e."outcome", "httpStatus" = e."httpStatus", "message" = e."message",
      "durationMs" = e."durationMs"
    FROM ${jsonRows(rows, ENDED)} AS e
    WHERE a."id" = e."id"`;
}

/** Attempts that end together, and from which nothing follows yet, share the commit. */
export const endAttempt = shareWritesTo<Database, EndedAttempt, null>({
  async write(database, ended) {
    await endAttempts(database, ended);
    return ended.map(() => null);
  },
  atOnce: 2,
  limit: 100,
});

const ENDED = Prisma.sql`"id" bigint, "outcome" text, "httpStatus" int, "message" text, "durationMs" int`;

/**
 * Records that the delivery's newest create did not reach the operator. An attempt that the operator refused keeps its
 * refusal.
 *
 * @returns how often the delivery was sent so far
 */
export async function recordNotReceived(transaction: Statements, deliveryId: string): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    WITH creates AS (
      SELECT "id" FROM "Attempt" WHERE "deliveryId" = ${deliveryId}::uuid AND "verb" = 'create'
    ), told AS (
      UPDATE "Attempt" SET "outcome" = 'not-received' 
      WHERE "id" = (SELECT max("id") FROM creates) AND "outcome" IS DISTINCT FROM 'refused'
    )
    SELECT count(*)::int AS "count" FROM creates`;
  return row?.count ?? 0;
}

/**
 * Since when look-ups of the delivery find nothing. An outage, a limit or a refused token in between says nothing about
 * the order; a creation or any other answer begins anew.
 *
 * @returns null when the newest look-up that says something had another answer
 */
export async function notFoundSince(statements: Statements, deliveryId: string): Promise<Date | null> {
  const notFound: AttemptOutcome[] = ['not-found', 'not-found-page'];
  const saysNothing: AttemptOutcome[] = ['throttled', 'account-refused'];
  const [row] = await statements.$queryRaw<{ since: Date | null }[]>`
    WITH calls AS (SELECT * FROM "Attempt" WHERE "deliveryId" = ${deliveryId}::uuid), other AS (
      SELECT max("id") AS "id" FROM calls WHERE "verb" = 'create'
        OR "httpStatus" < 500 AND "outcome" <> ALL (${[...notFound, ...saysNothing]})
    )
    SELECT min(calls."startedAt") AS "since" FROM calls, other
    WHERE calls."outcome" = ANY (${notFound}) AND calls."id" > coalesce(other."id", 0)`;
  return row?.since ?? null;
}

/** How many of the delivery's newest failed reads did not find it: an outage says nothing about that. */
export async function countNotFound(
  transaction: Statements,
  { deliveryId, limit }: { deliveryId: string; limit: number },
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*) FILTER (WHERE "outcome" = 'not-found')::int AS "count" FROM (
      SELECT "outcome" FROM "Attempt" WHERE "deliveryId" = ${deliveryId}::uuid AND "verb" = 'read'
      ORDER BY "id" DESC LIMIT ${limit}) AS newest`;
  return row?.count ?? 0;
}

/** The calls about a delivery, newest first. */
export async function attemptsOf(
  transaction: Transaction,
  { deliveryId, limit }: { deliveryId: string; limit: number },
): Promise<Attempt[]> {
  return transaction.attempt.findMany({ where: { deliveryId }, orderBy: { id: 'desc' }, take: limit });
}
