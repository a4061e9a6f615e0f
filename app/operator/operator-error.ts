import type { CallEnd } from '../domain/hand-over/knowledge.ts';

/**
 * Why a call to the operator failed.
 *
 * - `not-sent`: there was no connection, or the request could not be built; the operator knows nothing of the call
 * - `no-answer`: the call went out and no complete answer came back; it may have taken effect
 * - `server-error`: 5xx; it may have taken effect
 * - `unreadable`: an answer that makes no sense; the call may have taken effect
 * - `throttled`: 429; it may have taken effect
 * - `account-refused`: 401, 403 or words about the token; the token is not accepted, but the call may have taken effect
 * - `refused`: a refusal in words, or another 4xx; `end` says who refused
 */
export type OperatorFailure =
  'not-sent' | 'no-answer' | 'server-error' | 'unreadable' | 'throttled' | 'account-refused' | 'refused';

/** The end of a call with this failure, if nothing more is known. */
const END_OF_FAILURE: Readonly<Record<OperatorFailure, CallEnd>> = {
  'not-sent': 'not-sent',
  'no-answer': 'connection-broken',
  'server-error': 'server-error',
  unreadable: 'unreadable',
  throttled: 'throttled',
  'account-refused': 'account-refused',
  refused: 'refused',
};

/**
 * A failed call to the operator. Its message can be shown to a merchant: markup, the token and the buyer's data are
 * removed.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly failure: OperatorFailure;
  readonly httpStatus: number | null;
  /** The time that the operator asked for with Retry-After, at most an hour; null without one. */
  readonly retryAfterMs: number | null;
  /** How the call ended. domain/hand-over/knowledge.ts says what the operator can have after it. */
  readonly end: CallEnd;
  /** The page in place of an answer, if it says that something is not there; null otherwise. */
  readonly page: string | null;

  constructor(
    failure: OperatorFailure,
    message: string,
    httpStatus: number | null = null,
    retryAfterMs: number | null = null,
    end: CallEnd = END_OF_FAILURE[failure],
    page: string | null = null,
  ) {
    super(message);
    this.failure = failure;
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
    this.end = end;
    this.page = page;
  }

  /** Whether there was an answer, as a page or cut-off JSON, that says nothing of the order. */
  get saysNothing(): boolean {
    return this.httpStatus !== null && (this.end === 'unreadable' || this.end === 'misdirected');
  }
}
