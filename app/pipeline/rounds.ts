export interface Rounds {
  /**
   * Claims what is due, as far as there is room beside what is under way, and begins it.
   *
   * @returns whether there may be more to begin now
   */
  readonly round: () => Promise<boolean>;
  /** Waits for what is under way. */
  readonly drain: () => Promise<void>;
}

/** Works rows off as they fall due, many at once: a slow one takes up its own place and not the others' turn. */
export function createRounds<Row>(given: {
  /** Most rows under way in this process. */
  atOnce: number;
  /** @returns the rows claimed, at most `limit`, and whether there may be more */
  claim: (limit: number) => Promise<{ rows: readonly Row[]; hasMore: boolean }>;
  /** Must not throw for what may happen: what it throws is logged by `failed`, and the claim's end brings the row back. */
  work: (row: Row) => Promise<void>;
  failed: (row: Row, error: unknown) => void;
}): Rounds {
  const { atOnce, claim, work, failed } = given;
  const underWay = new Set<Promise<void>>();
  const begin = (row: Row) => {
    const done = work(row)
      .catch((error: unknown) => failed(row, error))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  return {
    async round() {
      // A claim is worth its query only for a handful of rows.
      while (underWay.size > atOnce * 0.8) await Promise.race(underWay);
      const { rows, hasMore } = await claim(atOnce - underWay.size);
      for (const row of rows) begin(row);
      return hasMore;
    },
    async drain() {
      await Promise.all(underWay);
    },
  };
}
