const FIRST_MS = 5_000;
const LONGEST_MS = 600_000;

/** Tries of one step before a person is asked: with the pauses between them about an hour and a half. */
export const MOST_TRIES = 14;

/**
 * The pause before the next try: doubling, bounded, jittered by a quarter either way.
 *
 * @param tries tries that failed so far, from 1
 * @param random 0..1
 * @returns milliseconds
 */
export function backOffMs(tries: number, random: number): number {
  return Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS) * (0.75 + 0.5 * random);
}
