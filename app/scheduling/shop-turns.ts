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
 * wait behind fifty thousand of another.
 *
 * @param given.ofOneShop rows of one shop that are claimed before the next shop has its turn
 */
export function shopTurns<Row>(given: { ofOneShop: number; shopOf: (row: Row) => string }) {
  const { ofOneShop, shopOf } = given;
  let afterShop = '';
  return {
    /** @returns what was claimed, and whether there is more that was due */
    async take(
      limit: number,
      claim: (turn: Turn) => Promise<readonly Row[]>,
    ): Promise<{ rows: readonly Row[]; hasMore: boolean }> {
      const begunAt = afterShop;
      const rows = await claim({ limit, afterShop, ofOneShop });
      const byShop = Map.groupBy(rows, shopOf);
      const isWhole = rows.length < limit;
      afterShop = isWhole ? '' : ([...byShop.keys()].sort().at(-1) ?? '');
      const hasMore = !isWhole || begunAt !== '' || [...byShop.values()].some(({ length }) => length >= ofOneShop);
      return { rows, hasMore };
    },
  };
}
