import type { Clock } from '../../../sandbox/clock.ts';

/** Goes on by itself, and further when a test says so. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Shopify's times are whole seconds: what happens afterwards is later by them, too. */
  toNextSecond(): void;
  /** How far it has been advanced. */
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
