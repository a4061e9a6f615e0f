import type { Attempt, Prisma } from '@prisma/client';
import type { Transaction } from './database.ts';

/** One call to the operator. */
export type AttemptVerb = 'create' | 'look-up' | 'read';

export type AttemptOutcome =
  | 'accepted'
  | 'found'
  | 'not-found'
  | 'refused'
  | 'account-refused'
  | 'throttled'
  | 'not-sent'
  /** It was unknown, and look-ups found nothing. */
  | 'not-received'
  /** Nobody knows whether it took effect. */
  | 'unknown';

/** A hand-over of which nobody knows whether the operator has it. */
export const UNSETTLED_CREATE = {
  verb: 'create',
  OR: [{ outcome: null }, { outcome: 'unknown' }],
} as const satisfies Prisma.AttemptWhereInput;

/** Call it before the call goes out, and commit: an attempt without an outcome is one that a crash cut off. */
export async function beginAttempt(
  transaction: Transaction,
  given: { deliveryId: string; verb: AttemptVerb; startedAt: Date },
): Promise<bigint> {
  const { id } = await transaction.attempt.create({ data: given, select: { id: true } });
  return id;
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
  const durationMs = Math.max(0, endedAt.getTime() - startedAt.getTime());
  await transaction.attempt.update({ where: { id }, data: { ...result, durationMs } });
}

/** What is known of the hand-over so far: the newest create, and how often the order was looked for in vain since. */
export async function handOverHistory(
  transaction: Transaction,
  deliveryId: string,
): Promise<{ lastCreate: Attempt | null; isUnsettled: boolean; notFoundSince: number }> {
  const lastCreate = await transaction.attempt.findFirst({
    where: { deliveryId, verb: 'create' },
    orderBy: { id: 'desc' },
  });
  if (!lastCreate) return { lastCreate, isUnsettled: false, notFoundSince: 0 };
  const notFoundSince = await transaction.attempt.count({
    where: { deliveryId, verb: 'look-up', outcome: 'not-found', id: { gt: lastCreate.id } },
  });
  return { lastCreate, isUnsettled: lastCreate.outcome === null || lastCreate.outcome === 'unknown', notFoundSince };
}
