import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../pace.ts';

export interface ClaimLoop {
  /**
   * Claims what is due, as far as there is room beside what is under way, and begins it.
   *
   * @returns whether there may be more to begin now
   */
  readonly round: () => Promise<boolean>;
  /** How many are under way. */
  readonly underWay: () => number;
  /** Waits for what is under way. */
  readonly drain: () => Promise<void>;
}

/** Works rows off as they fall due, many at once: a slow one takes up its own place and not the others' turn. */
export function createClaimLoop<Row>(given: {
  pace: Pace['claims'];
  /** Most rows under way in this process, now: at least one. */
  atOnce: () => number;
  /** @returns the rows claimed, at most `limit`; whether there may be more, now or as soon as one under way is done */
  claim: (limit: number) => Promise<{ rows: readonly Row[]; hasMore: boolean; isFull?: boolean }>;
  /** Must not throw for what may happen: what it throws is logged by `failed`, and the claim's end brings the row back. */
  work: (row: Row) => Promise<void>;
  failed: (row: Row, error: unknown) => void;
}): ClaimLoop {
  const { pace, atOnce, claim, work, failed } = given;
  const underWay = new Set<Promise<void>>();
  const begin = (row: Row) => {
    const done = work(row)
      .catch((error: unknown) => failed(row, error))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  /** A claim is worth its query only for a handful of rows. */
  const fewerThan = async (most: number) => {
    while (underWay.size > most) await Promise.race(underWay);
  };
  return {
    async round() {
      const most = atOnce();
      await fewerThan(most * 0.8);
      const { rows, hasMore, isFull = false } = await claim(most - underWay.size);
      for (const row of rows) begin(row);
      if (rows.length > 0 || !isFull || underWay.size === 0) return hasMore;
      await Promise.race([fewerThan(underWay.size * 0.75), pause(pace.roomMs)]);
      return true;
    },
    underWay: () => underWay.size,
    async drain() {
      await Promise.all(underWay);
    },
  };
}
