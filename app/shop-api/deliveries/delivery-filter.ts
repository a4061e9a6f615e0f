import { readSlice } from '../../domain/scorecard/slice.ts';
import { startOfDay } from '../start-of-day.ts';
import type { DeliveryFilter } from './delivery-statements.ts';
import { NO_ORDERS, type DeliveryQuery, type ListTab } from '../../pages/deliveries/delivery-query.ts';

/** @param timeZone IANA name of the zone in which the days of the query begin and end */
export function deliveryFilter(asked: DeliveryQuery, tab: ListTab, timeZone: string | null): DeliveryFilter {
  const { text, orders, stateGroup, service, pickup, flag, from, to, counted } = asked;
  return {
    tab: tab === 'all' ? null : tab,
    text,
    orderIds: orders === null ? null : orders === NO_ORDERS ? [] : orders.split(',').map(toGid),
    stateGroup,
    service,
    pickup,
    flag,
    slice: counted === null ? null : readSlice(counted),
    from: from === null ? null : startOfDay(from, timeZone),
    before: to === null ? null : startOfDay(to, timeZone, 1),
  };
}

const toGid = (number: string) => `gid://shopify/Order/${number}`;
