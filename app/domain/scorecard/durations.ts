/**
 * Where one group of durations ends and the next begins, in hours. What took longer than the last is in a group of its
 * own.
 */
export const HOURS = [1, 2, 4, 6, 8, 12, 18, 24, 30, 36, 48, 72, 120, 240] as const;

/** How long some share of the deliveries took at most, in hours. */
export interface Percentile {
  readonly hours: number;
  /** It took longer than that, nobody counted how much. */
  readonly isMore: boolean;
}

/**
 * @param counts how many deliveries are in each group of `HOURS`
 * @param share from 0 to 1
 * @returns within its group by an even spread; null without deliveries
 */
export function percentileOf(counts: readonly number[], share: number): Percentile | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (const [place, high] of HOURS.entries()) {
    const count = counts[place] ?? 0;
    if (count > 0 && before + count >= wanted) {
      const low = HOURS[place - 1] ?? 0;
      return { hours: low + ((high - low) * (wanted - before)) / count, isMore: false };
    }
    before += count;
  }
  return { hours: HOURS.at(-1) ?? 0, isMore: true };
}
