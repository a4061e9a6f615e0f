import type { Clock } from '../../sandbox/clock.ts';

/** Goes on by itself, and further when a test says so. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** How far it has been advanced. */
  readonly aheadMs: number;
}

export function testClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
    get aheadMs() {
      return aheadMs;
    },
  };
}
