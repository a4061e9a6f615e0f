import type { Pace } from '../pace.ts';

/**
 * How fast one process may call the operator for one operator account, or Shopify for one shop. What they bear is learnt
 * from their answers: the pace rises a little with each one, and falls by half when they ask for less.
 */
export interface CallPace {
  /** Calls that may be under way at once; grows by fractions. */
  readonly atOnce: number;
  /** Milliseconds between the beginnings of two calls; 0 until less was asked for. */
  readonly betweenMs: number;
  readonly failuresInRow: number;
  /** CallsPausedError in a row that failures made necessary. */
  readonly rests: number;
  /** Milliseconds of the epoch; of calls that began before it, a 429 asks for nothing new. */
  readonly slowedAt: number;
}

/** `failed`: no answer, or none that makes sense. A refusal is an answer. */
export type CallResult = 'answered' | 'throttled' | 'failed';

export interface FinishedCall {
  readonly result: CallResult;
  /** Milliseconds of the epoch. */
  readonly startedAt: number;
  readonly now: number;
  /** What was asked for by Retry-After, of a 429 or of a failure; null when nothing was. */
  readonly retryAfterMs: number | null;
  /** 0..1 */
  readonly random: number;
}

const FAILURES_BEFORE_REST = 8;
/** What an answer leaves of the time between calls. */
const QUICKENING = 0.97;

/** @param most calls at once that are ever made */
export function freshPace(most: number): CallPace {
  return { atOnce: most, betweenMs: 0, failuresInRow: 0, rests: 0, slowedAt: 0 };
}

/**
 * The pace after a call, and how long nothing should go out: null for no rest. After a rest that failures made
 * necessary, one call at a time tries whether they are back.
 *
 * @param bounds.most calls at once that are ever made
 */
export function paceAfter(
  pace: CallPace,
  { result, startedAt, now, retryAfterMs, random }: FinishedCall,
  { most, times }: { readonly most: number; readonly times: Pace['calls'] },
): { readonly pace: CallPace; readonly restMs: number | null } {
  switch (result) {
    case 'answered': {
      const betweenMs = pace.betweenMs * QUICKENING;
      return {
        pace: {
          ...pace,
          atOnce: Math.min(most, pace.atOnce + 1 / pace.atOnce),
          betweenMs: betweenMs < 1 ? 0 : betweenMs,
          failuresInRow: 0,
          rests: 0,
        },
        restMs: null,
      };
    }
    case 'throttled': {
      if (startedAt < pace.slowedAt) return { pace, restMs: retryAfterMs };
      const betweenMs = Math.min(Math.max(pace.betweenMs * 2, times.firstBetweenMs), times.longestBetweenMs);
      const slower = { ...pace, atOnce: Math.max(1, pace.atOnce / 2), betweenMs, slowedAt: now };
      return { pace: slower, restMs: retryAfterMs ?? times.throttledRestMs * (0.5 + random) };
    }
    case 'failed': {
      const failuresInRow = pace.failuresInRow + 1;
      if (failuresInRow < FAILURES_BEFORE_REST) return { pace: { ...pace, failuresInRow }, restMs: retryAfterMs };
      const restMs = Math.min(times.firstRestMs * 2 ** pace.rests, times.longestRestMs) * (0.75 + 0.5 * random);
      if (startedAt < pace.slowedAt) return { pace, restMs: retryAfterMs };
      return {
        pace: { ...pace, atOnce: 1, failuresInRow: FAILURES_BEFORE_REST - 1, rests: pace.rests + 1, slowedAt: now },
        restMs: Math.max(restMs, retryAfterMs ?? 0),
      };
    }
  }
}
