import { DateTime } from 'luxon';
import { onceEach } from './once-each.ts';

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
  const once = onceEach<Result>(KEPT_LIMIT);
  return (moment, zone) => {
    const quarter = Math.floor(moment.getTime() / QUARTER_MS);
    return once(`${quarter} ${zone}`, () => work(DateTime.fromMillis(quarter * QUARTER_MS, { zone })));
  };
}

export const wallClock = oncePerQuarter((local): WallClock => {
  return { day: local.toFormat('yyyy-MM-dd'), hour: local.hour };
});
