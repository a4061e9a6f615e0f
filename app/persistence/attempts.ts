import type { Attempt, Prisma } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../domain/attempt.ts';
import type { Transaction } from './database.ts';

/**
 * Outcomes of a create after which the operator has the order, or may have it, besides none at all. That of an accepted
 * one is recorded before its delivery is: a process that is killed in between leaves it so.
 */
const MAY_HAVE_IT = ['unknown', 'accepted'] as const satisfies AttemptOutcome[];

/** A hand-over that the operator may have, of a delivery that does not say so yet. */
export const UNSETTLED_CREATE = {
  verb: 'create',
  OR: [{ outcome: null }, { outcome: { in: [...MAY_HAVE_IT] } }],
} satisfies Prisma.AttemptWhereInput;

/** Call it before the call goes out, and commit: an attempt without an outcome is one that a crash cut off. */
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
  /** Cleaned of the buyer's data: an OperatorError's message. */
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
 * What is known of a hand-over that is not concluded: the newest create, whether the operator may have it, and how often
 * the order was looked for in vain since.
 */
export async function handOverHistory(
  transaction: Transaction,
  deliveryId: string,
): Promise<{ lastCreate: bigint | null; isUnsettled: boolean; notFoundSince: number }> {
  const [last] = await transaction.$queryRaw<{ id: bigint; outcome: AttemptOutcome | null; notFoundSince: number }[]>`
    SELECT c."id", c."outcome", (SELECT count(*)::int FROM "Attempt" l WHERE l."deliveryId" = c."deliveryId"
      AND l."id" > c."id" AND l."verb" = 'look-up' AND l."outcome" = 'not-found') AS "notFoundSince"
    FROM "Attempt" c WHERE c."deliveryId" = ${deliveryId}::uuid AND c."verb" = 'create'
    ORDER BY c."id" DESC LIMIT 1`;
  if (!last) return { lastCreate: null, isUnsettled: false, notFoundSince: 0 };
  const { id, outcome, notFoundSince } = last;
  const isUnsettled = outcome === null || MAY_HAVE_IT.some((possible) => possible === outcome);
  return { lastCreate: id, isUnsettled, notFoundSince };
}

/** The calls about a delivery, newest first. */
export async function attemptsOf(
  transaction: Transaction,
  { deliveryId, most }: { deliveryId: string; most: number },
): Promise<Attempt[]> {
  return transaction.attempt.findMany({ where: { deliveryId }, orderBy: { id: 'desc' }, take: most });
}
