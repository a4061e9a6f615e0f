import { performance } from 'node:perf_hooks';

/** @returns tells the share of its time, from 0 to 1, that the thread has worked since the last question */
export function threadUse(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const after = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(after, before);
    before = after;
    return utilization;
  };
}
