import type { Pace } from '../pace.ts';
import { threadUse } from './thread-use.ts';

/** The share of the thread's time above which hand-overs begin to wait for other work. */
const BUSY = 0.6;
const LEAST = 0.05;
const STEP = 0.05;

/**
 * Hand-overs come first. While they are under way and the thread is busy, publications and reads, which can wait a
 * minute, give up half of their places at a time. As soon as there is time they get them back little by little. A slow
 * operator does not keep the thread busy, and delays nothing.
 *
 * @param given.busy share of its time, from 0 to 1, that the thread has worked since the last call
 * @returns the share, from 0 to 1, of their places that others may use now
 */
export function createYieldingShare(given: {
  handOversUnderWay: () => number;
  pace: Pace['yielding'];
  now: () => Date;
  busy?: () => number;
}): () => number {
  const { handOversUnderWay, pace, now, busy = threadUse() } = given;
  let share = 1;
  let lookedAt = 0;
  return () => {
    if (handOversUnderWay() === 0) return (share = 1);
    if (now().getTime() - lookedAt < pace.lookEveryMs) return share;
    lookedAt = now().getTime();
    share = busy() > BUSY ? Math.max(LEAST, share / 2) : Math.min(1, share + STEP);
    return share;
  };
}
