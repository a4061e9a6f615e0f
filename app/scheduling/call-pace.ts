import type { Pace } from '../pace.ts';

/**
 * How fast one process may call the operator for one operator account, or Shopify for one shop. What they bear is
 * learnt from their answers: the pace rises a little with each answer, and is halved when they ask for fewer calls.
 */
export interface CallPace {
  /** The number of calls that may be under way at once; it grows by fractions. */
  readonly atOnce: number;
  /** Milliseconds between the starts of two calls; 0 until fewer calls were asked for. */
  readonly betweenMs: number;
  readonly failuresInRow: number;
  /** The number of rests in a row that failures made necessary. */
  readonly rests: number;
  /** Milliseconds since 1970. A 429 to a call that began before it asks for nothing new. */
  readonly slowedAt: number;
}

/** `failed`: no answer, or an answer that makes no sense. A refusal counts as an answer. */
export type CallResult = 'answered' | 'throttled' | 'failed';

export interface FinishedCall {
  readonly result: CallResult;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
  /** The wait that a 429 or a failure asked for with Retry-After; null without one. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1. */
  readonly random: number;
}

const FAILURES_BEFORE_REST = 8;
/** The factor by which an answer shortens the time between calls. */
const QUICKENING = 0.97;

/** @param limit the largest number of simultaneous calls */
export function freshPace(limit: number): CallPace {
  return { atOnce: limit, betweenMs: 0, failuresInRow: 0, rests: 0, slowedAt: 0 };
}

/**
 * The pace after a call, and how long no calls should go out: null for no rest. After a rest that failures made
 * necessary, one call at a time tries whether the other side works again.
 *
 * @param bounds.limit the largest number of simultaneous calls
 */
export function paceAfter(
  pace: CallPace,
  { result, startedAt, now, retryAfterMs, random }: FinishedCall,
  { limit, times }: { readonly limit: number; readonly times: Pace['calls'] },
): { readonly pace: CallPace; readonly restMs: number | null } {
  switch (result) {
    case 'answered': {
      const betweenMs = pace.betweenMs * QUICKENING;
      return {
        pace: {
          ...pace,
          atOnce: Math.min(limit, pace.atOnce + 1 / pace.atOnce),
          betweenMs: betweenMs < 1 ? 0 : betweenMs,
          failuresInRow: 0,
          rests: 0,
        },
        restMs: null,
      };
    }
    case 'throttled': {
      if (startedAt < pace.slowedAt) return { pace, restMs: retryAfterMs };
      const betweenMs = Math.min(Math.max(pace.betweenMs * 2, times.firstBetweenMs), times.betweenLimitMs);
      const slower = { ...pace, atOnce: Math.max(1, pace.atOnce / 2), betweenMs, slowedAt: now };
      return { pace: slower, restMs: retryAfterMs ?? times.throttledRestMs * (0.5 + random) };
    }
    case 'failed': {
      const failuresInRow = pace.failuresInRow + 1;
      if (failuresInRow < FAILURES_BEFORE_REST) return { pace: { ...pace, failuresInRow }, restMs: retryAfterMs };
      const restMs = Math.min(times.firstRestMs * 2 ** pace.rests, times.restLimitMs) * (0.75 + 0.5 * random);
      if (startedAt < pace.slowedAt) return { pace, restMs: retryAfterMs };
      return {
        pace: { ...pace, atOnce: 1, failuresInRow: FAILURES_BEFORE_REST - 1, rests: pace.rests + 1, slowedAt: now },
        restMs: Math.max(restMs, retryAfterMs ?? 0),
      };
    }
  }
}
