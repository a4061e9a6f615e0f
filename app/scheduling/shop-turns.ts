/**
 * Lets shops take turns over several claims, in the order of their names, so that the single row of one shop does not
 * wait behind fifty thousand of another.
 */
export function shopTurns() {
  let afterShop = '';
  return {
    /**
     * @param claim claims at most `limit` rows of shops that come after this one
     * @returns what was claimed, and whether there may be more
     */
    async take<Row>(
      limit: number,
      claim: (afterShop: string) => Promise<readonly Row[]>,
      shopOf: (row: Row) => string,
    ): Promise<{ rows: readonly Row[]; hasMore: boolean }> {
      const begunAt = afterShop;
      const rows = await claim(begunAt);
      const last = rows.map(shopOf).sort().at(-1) ?? '';
      afterShop = rows.length < limit ? '' : last;
      return { rows, hasMore: rows.length > 0 || begunAt !== '' };
    },
  };
}
