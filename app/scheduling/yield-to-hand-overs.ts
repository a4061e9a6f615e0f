import { performance } from 'node:perf_hooks';
import type { Pace } from '../pace.ts';

/** Of the thread's time: above it hand-overs begin to wait for what is done beside them. */
const BUSY = 0.6;
const LEAST = 0.05;
const STEP = 0.05;

/**
 * Hand-overs come first. While they are under way and the thread is busy, what can wait a minute, publications and reads,
 * gives places up, by halves; as soon as there is time it gets them back, little by little. An operator who is slow fills
 * no thread, and holds nothing up.
 *
 * @param given.busy share of its time, 0..1, that the thread has worked since it was last asked
 * @returns the share, 0..1, of their places that others may take up now
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

function threadUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const after = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(after, before);
    before = after;
    return utilization;
  };
}
