import type { OperatorAccess } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { DeliveryWithShop } from '../delivery-store.ts';
import { endAttempt, endAttempts, type AttemptResult, type EndedAttempt } from './attempts.ts';
import { accessOf } from './operator-access.ts';
import { outcomeOf } from './operator-outcome.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Thrown when another process has claimed the delivery meanwhile, so that what this process knows of it is out of date.
 */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

interface Answer {
  readonly httpStatus: number;
  readonly kind?: string;
}

interface Call<A extends Answer> {
  readonly verb: 'create' | 'look-up';
  /** Records the attempt before anything goes out and returns its id, or null when the claim was lost. */
  readonly begin: (startedAt: Date) => Promise<bigint | null>;
  readonly call: (access: OperatorAccess, orderNumber: string) => Promise<A>;
}

/**
 * Makes one call to the operator and records it as one attempt. A failure of the operator is returned, because its
 * meaning depends on the call. Any other error is thrown after the attempt has been given its end.
 */
export async function callOperator<A extends Answer>(
  app: AppContext,
  delivery: DeliveryWithShop,
  given: Call<A>,
): Promise<A | OperatorError> {
  const { answer, attempts } = await callWithoutEnd(app, delivery, given);
  for (const attempt of attempts) await endAttempt(app.database, attempt);
  return answer;
}

/**
 * The same, except that the caller records the end of the attempt, together with what follows from it.
 *
 * @returns the attempts that have begun: one, or none when the call was not made
 */
export async function callWithoutEnd<A extends Answer>(
  app: AppContext,
  delivery: DeliveryWithShop,
  { verb, begin, call }: Call<A>,
): Promise<{ answer: A | OperatorError; attempts: readonly EndedAttempt[] }> {
  const { operatorAccount, orderNumber } = delivery;
  if (!operatorAccount || !orderNumber)
    throw new Error('a delivery without an operator account or an order number cannot be called about');
  const access = accessOf(app, operatorAccount);
  const begun: { id: bigint; startedAt: Date }[] = [];
  const endedAs = (result: AttemptResult): EndedAttempt[] => {
    if (begun.length > 0) app.logger.info({ verb, ...result, orderNumber }, 'operator called');
    const endedAt = app.now();
    return begun.map((attempt) => ({ ...attempt, endedAt, result }));
  };
  let answer: A | OperatorError;
  try {
    answer = await app.operatorLimits.call(operatorAccount.id, async () => {
      const startedAt = app.now();
      const takesMs = stopwatch();
      const id = await begin(startedAt);
      if (id === null) throw new ClaimLostError();
      begun.push({ id, startedAt });
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
      await endAttempts(app.database, endedAs({ outcome: outcomeOf('unexpected'), httpStatus: null, message: null }));
      throw error;
    }
    answer = error;
  }
  return { answer, attempts: endedAs(attemptResult(answer)) };
}

/** Measures by both clocks: one stands still while the machine sleeps, and the other can be set. */
function stopwatch(): () => number {
  const begunAt = { monotonic: performance.now(), wall: Date.now() };
  return () => Math.max(performance.now() - begunAt.monotonic, Date.now() - begunAt.wall);
}

function attemptResult(answer: OperatorError | Answer): AttemptResult {
  if (!(answer instanceof OperatorError)) {
    const outcome = answer.kind === 'found' || answer.kind === 'not-found' ? answer.kind : 'accepted';
    return { outcome, httpStatus: answer.httpStatus, message: null };
  }
  return { outcome: outcomeOf(answer.end), httpStatus: answer.httpStatus, message: answer.message };
}
