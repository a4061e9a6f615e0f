import type { Pace } from '../pace.ts';

/** Tries of one step before a person is asked: with the pauses between them about an hour and a half. */
export const MOST_TRIES = 14;

/**
 * The pause before the next try: doubling from the first to the longest, jittered by a quarter either way.
 *
 * @param tries tries that failed so far, from 1
 * @param random 0..1
 * @returns milliseconds
 */
export function backOffMs({ firstMs, longestMs }: Pace['backOff'], tries: number, random: number): number {
  return Math.min(firstMs * 2 ** (tries - 1), longestMs) * (0.75 + 0.5 * random);
}

/**
 * The pause before something that stands still is looked at again: half as long as it has stood still.
 *
 * @returns milliseconds
 */
export function lookAgainMs({ firstMs, longestMs }: Pace['holds'], since: Date, now: Date): number {
  return Math.min(Math.max(firstMs, (now.getTime() - since.getTime()) / 2), longestMs);
}
