import { performance } from 'node:perf_hooks';
import type { Pace } from '../pace.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** The share of the thread's time above which work that can wait does so. */
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

/** Webhooks a second that are no burst. */
const FEW = 200;

/**
 * Answers come first. Shopify waits 5 seconds for one, and a webhook that was answered can wait a moment. So while many
 * webhooks arrive and the thread is busy, handling them waits before each batch, but never for long: a steady stream of
 * them is handled as well.
 *
 * @param given.arrived how many webhooks have arrived in this process
 * @param given.busy share of its time, from 0 to 1, that the thread has worked since the last call
 * @returns waits as long as handling should wait
 */
export function yieldToAnswers(given: {
  arrived: () => number;
  pace: Pace['yielding'];
  busy?: () => number;
}): () => Promise<void> {
  const { arrived, pace, busy = threadUse() } = given;
  let last = { arrived: arrived(), at: performance.now() };
  const isBurst = () => {
    const before = last;
    last = { arrived: arrived(), at: performance.now() };
    const perSecond = ((last.arrived - before.arrived) / (last.at - before.at)) * 1000;
    return busy() > BUSY && perSecond > FEW;
  };
  return async () => {
    const begunAt = performance.now();
    while (isBurst() && performance.now() - begunAt < pace.answersFirstMs) await pause(pace.lookForAnswersMs);
  };
}

/** @returns tells the share of its time, from 0 to 1, that the thread has worked since the last question */
function threadUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const after = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(after, before);
    before = after;
    return utilization;
  };
}
