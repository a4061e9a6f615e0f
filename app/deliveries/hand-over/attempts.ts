import type { Attempt } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../../domain/lifecycle/attempt.ts';
import type { Transaction } from '../../persistence/database.ts';

/**
 * Records the start of a call. Commit it before the call goes out: an attempt without an outcome is under way, or was cut
 * off by a crash.
 */
export async function beginAttempt(
  transaction: Transaction,
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

export async function endAttempt(
  transaction: Transaction,
  given: { id: bigint; startedAt: Date; endedAt: Date; result: AttemptResult },
): Promise<void> {
  const { id, startedAt, endedAt, result } = given;
  const { outcome, httpStatus, message } = result;
  const durationMs = Math.max(0, endedAt.getTime() - startedAt.getTime());
  await transaction.$executeRaw`
    UPDATE "Attempt" SET "outcome" = ${outcome}, "httpStatus" = ${httpStatus}, "message" = ${message},
      "durationMs" = ${durationMs}
    WHERE "id" = ${id}`;
}

/**
 * Records that the delivery's newest create did not reach the operator. An attempt that the operator refused keeps its
 * refusal.
 *
 * @returns how often the delivery was sent so far
 */
export async function recordNotReceived(transaction: Transaction, deliveryId: string): Promise<number> {
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

/** The calls about a delivery, newest first. */
export async function attemptsOf(
  transaction: Transaction,
  { deliveryId, most }: { deliveryId: string; most: number },
): Promise<Attempt[]> {
  return transaction.attempt.findMany({ where: { deliveryId }, orderBy: { id: 'desc' }, take: most });
}
