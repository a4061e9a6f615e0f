/**
 * Why a call to the operator did not give its answer.
 *
 * - `not-sent`: no connection came about, or no request could be made: the operator knows nothing of the call
 * - `no-answer`: the call went out and no whole answer came back; it may have taken effect
 * - `server-error`: 5xx; it may have taken effect
 * - `unreadable`: an answer that makes no sense; the call may have taken effect
 * - `throttled`: 429; it took no effect
 * - `account-refused`: 401 or 403; the token is not accepted
 * - `refused`: the operator understood and said no
 */
export type OperatorFailure =
  'not-sent' | 'no-answer' | 'server-error' | 'unreadable' | 'throttled' | 'account-refused' | 'refused';

/** Its message is fit for a merchant: cleaned of markup, of the token and of the buyer's data. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly failure: OperatorFailure;
  readonly httpStatus: number | null;
  /** What the operator asked for by Retry-After, at most an hour; null when it did not. */
  readonly retryAfterMs: number | null;

  constructor(
    failure: OperatorFailure,
    message: string,
    httpStatus: number | null = null,
    retryAfterMs: number | null = null,
  ) {
    super(message);
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
  }

  /** By its name: the bundle of the pages has a copy of this class, and one must know the errors of the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'OperatorError';
  }
}
