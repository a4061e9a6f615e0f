import { DateTime } from 'luxon';
import type { DeliveryFilter } from '../persistence/delivery-list.ts';
import type { DeliveryQuery, ListTab } from '../web/delivery-query.ts';

/** @param timeZone IANA name of the zone in which the days of the query begin and end */
export function deliveryFilter(asked: DeliveryQuery, tab: ListTab, timeZone: string | null): DeliveryFilter {
  const { text, stateGroup, service, pickup, flag, from, to } = asked;
  return {
    ...{ tab: tab === 'all' ? null : tab, text, stateGroup, service, pickup, flag },
    from: from === null ? null : startOfDay(from, timeZone),
    before: to === null ? null : startOfDay(to, timeZone, 1),
  };
}

/** The moment at which a day of the shop's calendar begins, or one some days later. */
export function startOfDay(day: string, timeZone: string | null, daysLater = 0): Date {
  return DateTime.fromISO(day, { zone: timeZone ?? 'UTC' })
    .plus({ days: daysLater })
    .startOf('day')
    .toJSDate();
}
