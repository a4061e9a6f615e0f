import type { AttemptOutcome } from '../../domain/lifecycle/attempt.ts';
import type { OperatorAccess } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { DeliveryWithShop } from '../delivery-store.ts';
import { endAttempts, type AttemptResult, type EndedAttempt } from './attempts.ts';
import { accessOf, stepLimitMs } from '../../operator-accounts/operator-access.ts';
import { outcomeOf } from './operator-outcome.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Thrown when another process has claimed the delivery since, so that what this process knows of it is out of date.
 */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

interface Answer {
  readonly httpStatus: number;
  readonly kind?: string;
  readonly isPage?: boolean;
}

interface Call<A extends Answer> {
  readonly verb: 'create' | 'look-up';
  /** Records the attempt before anything goes out and returns its id, or null when the claim was lost. */
  readonly begin: (times: { startedAt: Date; claimedUntil: Date }) => Promise<bigint | null>;
  readonly call: (access: OperatorAccess, orderNumber: string) => Promise<A>;
}

/**
 * Makes one call to the operator, and records its start. A failure of the operator is returned, because its meaning
 * depends on the call. Any other error is thrown after the attempt has been given its end.
 *
 * @returns the attempt, whose end the caller records with what follows from it; none when the call was not made
 */
export async function callOperator<A extends Answer>(
  app: AppContext,
  delivery: DeliveryWithShop,
  { verb, begin, call }: Call<A>,
): Promise<{ answer: A | OperatorError; attempt: EndedAttempt | undefined }> {
  const { operatorAccount, orderNumber } = delivery;
  if (!operatorAccount || !orderNumber)
    throw new Error('a delivery without an operator account or an order number cannot be called about');
  const access = accessOf(app, operatorAccount);
  let begun: { id: bigint; startedAt: Date } | undefined;
  const endedAs = (result: AttemptResult): EndedAttempt | undefined => {
    if (!begun) return undefined;
    app.logger.info({ verb, ...result, orderNumber }, 'operator called');
    return { ...begun, endedAt: app.now(), result };
  };
  let answer: A | OperatorError;
  try {
    answer = await app.operatorLimits.call(operatorAccount.id, async () => {
      const startedAt = app.now();
      const takesMs = stopwatch();
      const claimedUntil = new Date(startedAt.getTime() + stepLimitMs(app.pace));
      const id = await begin({ startedAt, claimedUntil });
      if (id === null) throw new ClaimLostError();
      begun = { id, startedAt };
      // the claim covers the call only if the attempt was recorded in time: another process may have looked it up since
      if (takesMs() > app.pace.handOver.marginMs) throw new OperatorError('not-sent', 'the database answered too late');
      return app.metrics.operatorCall(verb, () =>
        app.tracing.call(
          { name: `operator ${verb}`, kind: 'outgoing', attributes: { 'order.number': orderNumber } },
          () => call(access, orderNumber),
        ),
      );
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) {
      const attempt = endedAs({ outcome: outcomeOf('unexpected'), httpStatus: null, message: null });
      await endAttempts(app.database, attempt ? [attempt] : []);
      throw error;
    }
    answer = error;
  }
  return { answer, attempt: endedAs(attemptResult(answer)) };
}

/** Measures by both clocks: one stands still while the machine sleeps, and the other can be set. */
function stopwatch(): () => number {
  const begunAt = { monotonic: performance.now(), wall: Date.now() };
  return () => Math.max(performance.now() - begunAt.monotonic, Date.now() - begunAt.wall);
}

function attemptResult(answer: OperatorError | Answer): AttemptResult {
  if (!(answer instanceof OperatorError)) {
    return { outcome: outcomeOfAnswer(answer), httpStatus: answer.httpStatus, message: null };
  }
  return { outcome: outcomeOf(answer.end), httpStatus: answer.httpStatus, message: answer.message };
}

function outcomeOfAnswer({ kind, isPage }: Answer): AttemptOutcome {
  if (kind === 'not-found') return isPage ? 'not-found-page' : kind;
  return kind === 'found' ? kind : 'accepted';
}
