import { DateTime } from 'luxon';
import { readAttributes } from '../../mapping/clean-text.ts';
import { readWrittenTimes } from '../../mapping/dates/written-times.ts';
import { readWrittenDate } from '../../mapping/dates/written-date.ts';
import { type MappingResult, found, lacking } from '../../fulfillment/mapping-result.ts';
import type { DeliveryMethod, Fulfillment } from '../../fulfillment/fulfillment.ts';
import type { ProblemCode } from '../../problems/problem.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';

/** The window that the buyer chose: a date, two times of day, or both, in the operator's zone. */
export interface OrderWindow {
  /** Where the order contains it. */
  readonly source: string;
  /** `YYYY-MM-DD`; null when the order has only times. */
  readonly date: string | null;
  /** `HH:MM` each. An end before the start is on the next day. Null when the order has only a date. */
  readonly times: { readonly start: string; readonly end: string } | null;
}

/**
 * The buyer's window, or null when the order has none. It is read from the note attributes that the merchant has chosen
 * for it, or else from Shopify's delivery method. A window may end after midnight if it lasts at most half a day: a
 * longer one is two times in the wrong order, or an estimate over several days, which is not a window.
 *
 * Dates are read as `written-date.ts` says, times as `written-times.ts` says. Anything else is a problem, never a guess.
 *
 * @param names of the note attributes
 * @param localNow the moment of the hand-over, in the operator's zone
 * @param given.isDay whether only the day counts
 */
export function readOrderWindow(
  { order, deliveryMethods }: Pick<Fulfillment, 'order' | 'deliveryMethods'>,
  names: ShopSettings['mapping']['windowAttributes'],
  localNow: DateTime,
  given: { readonly isDay?: boolean } = {},
): MappingResult<OrderWindow | null> {
  const zone = localNow.zoneName ?? 'utc';
  const read = (name: string | null, given: { isDay?: boolean } = {}) => {
    const [text] = name === null ? [] : readAttributes(order.attributes, name);
    return text === undefined ? undefined : withLocalMoments(text, zone, given);
  };
  const date = read(names.date, { isDay: true });
  const start = read(names.start ?? names.end);
  const end = read(names.end ?? names.start);
  if (date !== undefined || start !== undefined || end !== undefined) {
    const named = new Set([names.date, names.start, names.end].filter((name) => name !== null));
    const isOneText = names.start === null || names.end === null || names.start === names.end;
    const times = (isOneText ? [start] : [start, end]).map((text) => text ?? '');
    const hasTimes = start !== undefined || end !== undefined;
    const besideDate = date !== undefined && !given.isDay && hasWindow(date) ? [date] : null;
    return readWritten(date, hasTimes ? times : besideDate, localNow, `order.attributes[${[...named].join(', ')}]`);
  }
  for (const [index, method] of deliveryMethods.entries()) {
    const window = readMethod(method, `fulfillment.deliveryMethods[${index}]`, zone);
    if (window !== null) return window;
  }
  return found(null, []);
}

/**
 * The day that the buyer chose, for a service without a window; null when the order has none. A text without digits,
 * such as "as soon as possible", asks for no day that such a service would miss.
 */
export function readOrderDate(
  fulfillment: Pick<Fulfillment, 'order'>,
  { date }: ShopSettings['mapping']['windowAttributes'],
  localNow: DateTime,
): MappingResult<OrderWindow | null> {
  const [text] = date === null ? [] : readAttributes(fulfillment.order.attributes, date);
  if (text === undefined || !/\p{N}/u.test(text)) return found(null, []);
  const names = { date, start: null, end: null };
  return readOrderWindow({ ...fulfillment, deliveryMethods: [] }, names, localNow, { isDay: true });
}

/** Whether a date has its window beside it, as "08/05/2026, 14:00 - 18:00". A whole day is none. */
export function hasWindow(dateText: string): boolean {
  const times = readWrittenTimes([dateText]);
  return times !== undefined && !(times.start === '00:00' && times.end === '23:59');
}

/** @param timeTexts one text with both times, or one for each time; null when the order has no times */
function readWritten(
  dateText: string | undefined,
  timeTexts: readonly string[] | null,
  localNow: DateTime,
  source: string,
): MappingResult<OrderWindow> {
  const date = dateText === undefined ? null : readWrittenDate(dateText, localNow.toFormat('yyyy-MM-dd'));
  if (date === undefined) return unusable('window-unreadable', source);
  if (timeTexts === null) return found({ source, date, times: null }, []);

  const times = readWrittenTimes(timeTexts);
  if (times === undefined) return unusable('window-unreadable', source);
  const { start, end } = times;
  if (end <= start && !isOverMidnight(start, end)) return unusable('window-ends-before-start', source);
  return found({ source, date, times: { start, end } }, []);
}

/** A moment of ISO 8601 with its zone, such as a script writes. */
const MOMENT = /(?<!\d)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})(?!\d)/gi;

/**
 * The text with its moments as the operator's clock shows them. Where a day is asked for, midnight means the day that is
 * written, without a time: in UTC, or in the zone of a buyer who is elsewhere.
 */
function withLocalMoments(text: string, zone: string, { isDay = false }: { isDay?: boolean }): string {
  return text.replace(MOMENT, (written) => {
    const moment = DateTime.fromISO(written, { setZone: true });
    if (!moment.isValid) return written;
    return isDay && +moment === +moment.startOf('day')
      ? moment.toFormat('yyyy-MM-dd')
      : moment.setZone(zone).toFormat('yyyy-MM-dd HH:mm');
  });
}

function readMethod(
  { minDeliveryDateTime, maxDeliveryDateTime }: DeliveryMethod,
  source: string,
  zone: string,
): MappingResult<OrderWindow> | null {
  if (minDeliveryDateTime === null || maxDeliveryDateTime === null) return null;
  const start = DateTime.fromISO(minDeliveryDateTime, { zone });
  const end = DateTime.fromISO(maxDeliveryDateTime, { zone });
  if (!start.isValid || !end.isValid) return unusable('window-unreadable', source);
  if (+end === +start) return null; // a moment is an estimate, such as a carrier's
  if (end < start) return unusable('window-ends-before-start', source);
  const times = { start: start.toFormat('HH:mm'), end: end.toFormat('HH:mm') };
  const isNextDay = end.hasSame(start.plus({ days: 1 }), 'day') && isOverMidnight(times.start, times.end);
  if (!end.hasSame(start, 'day') && !isNextDay) return null;
  if (times.start === '00:00' && times.end === '23:59') return null; // so is a whole day
  return found({ source, date: start.toFormat('yyyy-MM-dd'), times }, []);
}

const OVER_MIDNIGHT_LIMIT_MINUTES = 12 * 60;

/** Whether two times of day can be a window that ends on the next day. */
function isOverMidnight(start: string, end: string): boolean {
  return minutesOf(end) + 24 * 60 - minutesOf(start) <= OVER_MIDNIGHT_LIMIT_MINUTES;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function unusable(code: ProblemCode, source: string): MappingResult<never> {
  return lacking([{ code, field: 'delivery_start_time', details: { source } }]);
}
