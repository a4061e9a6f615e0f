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
const kept = new Map<string, WallClock>();

/**
 * Works out the day and hour of each quarter of an hour once, because every read of a delivery asks for them.
 *
 * @param zone IANA name
 */
export function wallClock(moment: Date, zone: string): WallClock {
  const quarter = Math.floor(moment.getTime() / QUARTER_MS);
  const key = `${quarter} ${zone}`;
  const known = kept.get(key);
  if (known) return known;
  const local = DateTime.fromMillis(quarter * QUARTER_MS, { zone });
  const clock = { day: local.toFormat('yyyy-MM-dd'), hour: local.hour };
  if (kept.size >= KEPT_LIMIT) kept.clear();
  kept.set(key, clock);
  return clock;
}
