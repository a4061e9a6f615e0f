import type { OperatorAccess } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { DeliveryWithShop } from '../delivery-store.ts';
import { endAttempt, type AttemptResult } from './attempts.ts';
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

/**
 * Makes one call to the operator and records it as one attempt. A failure of the operator is returned, because its
 * meaning depends on the call. Any other error is thrown after the attempt has been given its end.
 *
 * @param given.begin records the attempt before anything goes out and returns its id, or null when the claim was lost
 */
export async function callOperator<A extends Answer>(
  app: AppContext,
  delivery: DeliveryWithShop,
  given: {
    verb: 'create' | 'look-up';
    begin: (startedAt: Date) => Promise<bigint | null>;
    call: (access: OperatorAccess, orderNumber: string) => Promise<A>;
  },
): Promise<A | OperatorError> {
  const { operatorAccount, orderNumber } = delivery;
  const { verb, begin, call } = given;
  if (!operatorAccount || !orderNumber) throw new Error('a call needs an operator account and an order number');
  const access = accessOf(app, operatorAccount);
  const begun: { id: bigint; startedAt: Date }[] = [];
  const end = async (result: AttemptResult) => {
    for (const attempt of begun) await endAttempt(app.database, { ...attempt, endedAt: app.now(), result });
    if (begun.length > 0) app.logger.info({ verb, ...result, orderNumber }, 'operator called');
  };
  let answer: A | OperatorError;
  try {
    answer = await app.operatorLimits.call(operatorAccount.id, async () => {
      const startedAt = app.now();
      const id = await begin(startedAt);
      if (id === null) throw new ClaimLostError();
      begun.push({ id, startedAt });
      return app.metrics.operatorCall(verb, () =>
        app.tracing.call(
          { name: `operator ${verb}`, kind: 'outgoing', attributes: { 'order.number': orderNumber } },
          () => call(access, orderNumber),
        ),
      );
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) {
      await end({ outcome: outcomeOf('unexpected'), httpStatus: null, message: null });
      throw error;
    }
    answer = error;
  }
  await end(attemptResult(answer)); // the call's place is free from here on: the next call need not wait until this one is recorded
  return answer;
}

function attemptResult(answer: OperatorError | Answer): AttemptResult {
  if (!(answer instanceof OperatorError)) {
    const outcome = answer.kind === 'found' || answer.kind === 'not-found' ? answer.kind : 'accepted';
    return { outcome, httpStatus: answer.httpStatus, message: null };
  }
  return { outcome: outcomeOf(answer.end), httpStatus: answer.httpStatus, message: answer.message };
}
