import type { CallEnd } from '../domain/lifecycle/knowledge.ts';

/**
 * Why a call to the operator did not give its answer.
 *
 * - `not-sent`: no connection came about, or no request could be made: the operator knows nothing of the call
 * - `no-answer`: the call went out and no whole answer came back; it may have taken effect
 * - `server-error`: 5xx; it may have taken effect
 * - `unreadable`: an answer that makes no sense; the call may have taken effect
 * - `throttled`: 429; it may have taken effect
 * - `account-refused`: 401 or 403; the token is not accepted, and the call may have taken effect all the same
 * - `refused`: no in words, or another 4xx; `end` tells whose no it is
 */
export type OperatorFailure =
  'not-sent' | 'no-answer' | 'server-error' | 'unreadable' | 'throttled' | 'account-refused' | 'refused';

/** How a call of this kind ended, where nothing more is known. */
const END_OF_FAILURE: Readonly<Record<OperatorFailure, CallEnd>> = {
  'not-sent': 'not-sent',
  'no-answer': 'connection-broken',
  'server-error': 'server-error',
  unreadable: 'unreadable',
  throttled: 'throttled',
  'account-refused': 'account-refused',
  refused: 'refused',
};

/** Its message is fit for a merchant: cleaned of markup, of the token and of the buyer's data. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly failure: OperatorFailure;
  readonly httpStatus: number | null;
  /** What the operator asked for by Retry-After, at most an hour; null when it did not. */
  readonly retryAfterMs: number | null;
  /** What it says of what the operator can have stands in domain/lifecycle/knowledge.ts. */
  readonly end: CallEnd;

  constructor(
    failure: OperatorFailure,
    message: string,
    httpStatus: number | null = null,
    retryAfterMs: number | null = null,
    end: CallEnd = END_OF_FAILURE[failure],
  ) {
    super(message);
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
    this.end = end;
  }
}
