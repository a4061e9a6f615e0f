import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../pace.ts';

export interface ClaimLoop {
  /**
   * Claims what is due, as far as there are free places, and starts it.
   *
   * @returns whether there may be more to start now
   */
  readonly round: () => Promise<boolean>;
  /** How many are under way. */
  readonly underWay: () => number;
  /** Waits for what is under way. */
  readonly drain: () => Promise<void>;
}

/** Works on rows as they become due, many at once. A slow row uses only its own place. */
export function createClaimLoop<Row>(given: {
  pace: Pace['claims'];
  /** The largest number of rows that this process may work on now: at least one. */
  atOnce: () => number;
  /**
   * @returns the claimed rows, at most `limit`; `hasMore`: whether there may be more now; `isFull`: whether there may be
   *   more that no place was free for
   */
  claim: (limit: number) => Promise<{ rows: readonly Row[]; hasMore: boolean; isFull?: boolean }>;
  /**
   * Must not throw for expected failures. What it throws is logged by `failed`, and the row becomes due again when its
   * claim expires.
   */
  work: (row: Row) => Promise<void>;
  failed: (row: Row, error: unknown) => void;
}): ClaimLoop {
  const { pace, atOnce, claim, work, failed } = given;
  let underWay = 0;
  const told: (() => void)[] = [];
  const oneEnds = () => new Promise<void>((resolve) => told.push(resolve));
  const begin = (row: Row) => {
    underWay += 1;
    void work(row)
      .catch((error: unknown) => failed(row, error))
      .finally(() => {
        underWay -= 1;
        for (const tell of told.splice(0)) tell();
      });
  };
  /** A claim is worth its query only if there are several free places. */
  const fewerThan = async (limit: number) => {
    while (underWay > limit) await oneEnds();
  };
  return {
    async round() {
      const limit = atOnce();
      await fewerThan(limit * 0.8);
      const { rows, hasMore, isFull = false } = await claim(limit - underWay);
      for (const row of rows) begin(row);
      if (hasMore || !isFull || underWay === 0) return hasMore;
      const end = new AbortController();
      const timeUp = pause(pace.roomMs, null, { signal: end.signal }).catch(() => null);
      await Promise.race([fewerThan(underWay * 0.75), timeUp]);
      end.abort();
      return true;
    },
    underWay: () => underWay,
    async drain() {
      await fewerThan(0);
    },
  };
}
