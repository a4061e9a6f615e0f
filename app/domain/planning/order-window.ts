import { DateTime } from 'luxon';
import { readAttributes } from '../mapping/attribute.ts';
import { readWrittenDate } from '../mapping/written-date.ts';
import { type MappingResult, found, lacking } from './mapping-result.ts';
import type { DeliveryMethod, Fulfillment } from './fulfillment.ts';
import type { ProblemCode } from '../problems/problem.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

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
 * Dates are read as `written-date.ts` says; times as `9:00`, `09:00`, `9:00 PM`, `9 am` or `21h`. Anything else is a
 * problem, never a guess.
 *
 * @param names of the note attributes
 * @param zone IANA name
 */
export function readOrderWindow(
  { order, deliveryMethods }: Pick<Fulfillment, 'order' | 'deliveryMethods'>,
  names: ShopSettings['mapping']['windowAttributes'],
  zone: string,
): MappingResult<OrderWindow | null> {
  const read = (name: string | null) => (name === null ? undefined : readAttributes(order.attributes, name)[0]);
  const date = read(names.date);
  const start = read(names.start ?? names.end);
  const end = read(names.end ?? names.start);
  if (date !== undefined || start !== undefined || end !== undefined) {
    const named = new Set([names.date, names.start, names.end].filter((name) => name !== null));
    return readWritten(date, start, end, `order.attributes[${[...named].join(', ')}]`);
  }
  for (const [index, method] of deliveryMethods.entries()) {
    const window = readMethod(method, `fulfillment.deliveryMethods[${index}]`, zone);
    if (window !== null) return window;
  }
  return found(null, []);
}

function readWritten(
  dateText: string | undefined,
  startText: string | undefined,
  endText: string | undefined,
  source: string,
): MappingResult<OrderWindow> {
  const date = dateText === undefined ? null : readWrittenDate(dateText);
  if (date === undefined) return unusable('window-unreadable', source);
  if (startText === undefined && endText === undefined) return found({ source, date, times: null }, []);

  const starts = readTimes(startText ?? '');
  const ends = readTimes(endText ?? '');
  const start = starts?.[0];
  const end = ends?.at(-1);
  if (start === undefined || end === undefined) return unusable('window-unreadable', source);
  if (end <= start && !isOverMidnight(start, end)) return unusable('window-ends-before-start', source);
  return found({ source, date, times: { start, end } }, []);
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
  if (end <= start) return unusable('window-ends-before-start', source);
  const times = { start: start.toFormat('HH:mm'), end: end.toFormat('HH:mm') };
  const isNextDay = end.hasSame(start.plus({ days: 1 }), 'day') && isOverMidnight(times.start, times.end);
  if (!end.hasSame(start, 'day') && !isNextDay) return null;
  return found({ source, date: start.toFormat('yyyy-MM-dd'), times }, []);
}

const OVER_MIDNIGHT_LIMIT_MINUTES = 12 * 60;

/** Whether two times of day, the later one first, can be a window that ends on the next day. */
function isOverMidnight(start: string, end: string): boolean {
  return end < start && minutesOf(end) + 24 * 60 - minutesOf(start) <= OVER_MIDNIGHT_LIMIT_MINUTES;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function unusable(code: ProblemCode, source: string): MappingResult<never> {
  return lacking([{ code, field: 'delivery_start_time', details: { source } }]);
}

const TIME =
  /(?<![\d.:])(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2})(?!\.?\d)|(?<bare>h)(?!\d))?\s*(?:(?<half>[ap])\.?\s?m\b)?/giu;

/** The times of day in a text, in their order, as `HH:MM`; undefined when one of them does not exist. */
function readTimes(text: string): string[] | undefined {
  const times: string[] = [];
  for (const { groups = {} } of text.matchAll(TIME)) {
    const { minute = '00', half } = groups;
    // a number alone is not a time: "9 a 13" may mean anything
    if (groups.minute === undefined && groups.bare === undefined && half === undefined) continue;
    const hour = Number(groups.hour);
    const afternoon = half?.toLowerCase() === 'p' ? 12 : 0;
    const hour24 = half === undefined ? hour : (hour % 12) + afternoon;
    if (hour24 > 23 || Number(minute) > 59 || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
    times.push(`${String(hour24).padStart(2, '0')}:${minute}`);
  }
  return times;
}
