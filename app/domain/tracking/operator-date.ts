import { DateTime } from 'luxon';
import { parseStateDate } from './operator-state.ts';

/**
 * The day on which the operator plans to deliver, if it is not the promised one (Order Delivery Service Interface
 * §2.6).
 *
 * The interface returns the date in UTC and accepts it without a zone, so an operator may return what it was told as if
 * it had been UTC. The day therefore counts as the promised one if it is the promised one in UTC or in the operator's
 * zone. Midnight in UTC means a day without a time.
 *
 * @param deliveryDate as the record has it
 * @param promised `YYYY-MM-DD`
 * @param zone IANA name of the operator's zone
 * @returns `YYYY-MM-DD`; null when it is the promised day, or cannot be read
 */
export function changedDate(deliveryDate: string | null, promised: string | null, zone: string): string | null {
  const moment = readMoment(deliveryDate);
  if (moment === null || promised === null) return null;
  const inUtc = moment.toFormat('yyyy-MM-dd');
  const onTheWall = moment.setZone(zone).toFormat('yyyy-MM-dd');
  if (promised === inUtc || promised === onTheWall) return null;
  return moment.toMillis() === moment.startOf('day').toMillis() ? inUtc : onTheWall;
}

/** When the operator last changed its record; null when that cannot be read, or is in the future. */
export function lastUpdate(updated: string | null, now: Date): Date | null {
  const moment = readMoment(updated)?.toJSDate() ?? null;
  return moment !== null && moment <= now ? moment : null;
}

/** Reads a moment as UTC, even if the text names no zone. */
function readMoment(text: string | null): DateTime | null {
  const moment = parseStateDate(text ?? '', 'utc');
  return moment && DateTime.fromJSDate(moment, { zone: 'utc' });
}
