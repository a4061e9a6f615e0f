import { DateTime } from 'luxon';

/** What the clocks of a zone show. */
export interface WallClock {
  /** `2026-11-21` */
  readonly day: string;
  /** 0 to 23 */
  readonly hour: number;
}

/** Since 1973 every zone differs from UTC by whole quarters of an hour, and changes its clocks at the beginning of one. */
const QUARTER_MS = 900_000;
/** Some days of a zone, or one day of many. */
const KEPT_LIMIT = 2_000;

/**
 * Works something out once for each quarter of an hour of a zone, because every read of a delivery asks for it.
 *
 * @param work receives the beginning of the quarter, in the zone; its result must be the same for the whole quarter
 * @returns `zone` is an IANA name
 */
export function oncePerQuarter<Result extends object>(
  work: (local: DateTime) => Result,
): (moment: Date, zone: string) => Result {
  const kept = new Map<string, Result>();
  return (moment, zone) => {
    const quarter = Math.floor(moment.getTime() / QUARTER_MS);
    const key = `${quarter} ${zone}`;
    const known = kept.get(key);
    if (known) return known;
    const result = work(DateTime.fromMillis(quarter * QUARTER_MS, { zone }));
    if (kept.size >= KEPT_LIMIT) kept.clear();
    kept.set(key, result);
    return result;
  };
}

export const wallClock = oncePerQuarter((local): WallClock => {
  return { day: local.toFormat('yyyy-MM-dd'), hour: local.hour };
});
