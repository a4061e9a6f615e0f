import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../pace.ts';
import { threadUse } from '../scheduling/thread-use.ts';

/** The share of the thread's time above which webhooks wait for answers. */
const BUSY = 0.6;
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
