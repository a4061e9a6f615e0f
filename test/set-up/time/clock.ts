import type { Clock } from '../../../sandbox/clock.ts';

/** A clock that runs by itself, and that a test can also advance. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /**
   * Advances to the next whole second. Shopify's times are whole seconds, so what happens afterwards is later for
   * Shopify too.
   */
  toNextSecond(): void;
  /** How many milliseconds the clock has been advanced. */
  readonly aheadMs: number;
}

export function testClock(): TestClock {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  return {
    now,
    toNextSecond() {
      aheadMs += 1_000 - (now().getTime() % 1_000);
    },
    advance(ms) {
      aheadMs += ms;
    },
    get aheadMs() {
      return aheadMs;
    },
  };
}
