/**
 * How the retry of a delivery ended: `same` and `other` are problems, and `pending` that its end is not known yet.
 */
export type RetryOutcome = 'sent' | 'same' | 'other' | 'pending' | 'held' | 'not-sent';

/** One delivery of a retry. */
export interface Retried {
  readonly id: string;
  readonly orderName: string | null;
  readonly outcome: RetryOutcome;
}
