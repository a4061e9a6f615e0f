/** What one claim may take. */
export interface Turn {
  /** Rows in all, at most. */
  readonly limit: number;
  /** Only shops whose names come after this one have their turn. */
  readonly afterShop: string;
  /** Rows of one shop, at most. */
  readonly ofOneShop: number;
}

/**
 * Lets shops take turns over several claims, in the order of their names, so that the single row of one shop does not
 * wait behind fifty thousand of another. A shop whose queue is the only one may take twice as much, so that it needs
 * half as many claims, and leaves places for those that come.
 *
 * @param given.ofOneShop rows of one shop that are claimed before the next shop has its turn
 */
export function shopTurns<Row>(given: { ofOneShop: number; shopOf: (row: Row) => string }) {
  const { ofOneShop, shopOf } = given;
  let afterShop = '';
  /** Whether one shop alone had something due when a claim last saw all of them, and no other was seen since. */
  let isAlone = false;
  return {
    /** @returns what was claimed, and whether there is more that was due */
    async take(
      limit: number,
      claim: (turn: Turn) => Promise<readonly Row[]>,
    ): Promise<{ rows: readonly Row[]; hasMore: boolean }> {
      const begunAt = afterShop;
      const share = isAlone ? 2 * ofOneShop : ofOneShop;
      const rows = await claim({ limit, afterShop, ofOneShop: share });
      const byShop = Map.groupBy(rows, shopOf);
      const isWhole = rows.length < limit;
      if (begunAt === '' && isWhole) isAlone = byShop.size === 1;
      else if (begunAt !== '' && rows.length > 0) isAlone = false;
      afterShop = isWhole ? '' : ([...byShop.keys()].sort().at(-1) ?? '');
      const hasMore = !isWhole || begunAt !== '' || [...byShop.values()].some(({ length }) => length >= share);
      return { rows, hasMore };
    },
  };
}
