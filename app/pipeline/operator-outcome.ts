import type { OperatorFailure } from '../operator/operator-error.ts';
import type { AttemptOutcome } from '../domain/attempt.ts';

const OUTCOMES: Readonly<Record<OperatorFailure, AttemptOutcome>> = {
  'not-sent': 'not-sent',
  'no-answer': 'unknown',
  'server-error': 'unknown',
  unreadable: 'unknown',
  throttled: 'throttled',
  'account-refused': 'account-refused',
  refused: 'refused',
};

/** What a failed call means for its attempt. */
export function outcomeOf(failure: OperatorFailure): AttemptOutcome {
  return OUTCOMES[failure];
}

/** The call may have taken effect all the same: it is looked up, never repeated. */
export function isOutcomeUnknown(failure: OperatorFailure): boolean {
  return outcomeOf(failure) === 'unknown';
}
