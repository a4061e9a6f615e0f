/** The results of several rounds of one measurement. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @param rounds at least one */
export function spreadOf(rounds: readonly number[]): Spread {
  const sorted = [...rounds].sort((a, b) => a - b);
  return { median: percentile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

/** @param sorted ascending @param share 0..1 */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `1,234 /s (1,100–1,300)` */
export function printSpread({ median, least, most }: Spread, unit: string): string {
  return `${printNumber(median)} ${unit} (${printNumber(least)}–${printNumber(most)})`;
}

export function printNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
