import type { DeliveryService } from '../../domain/mapping/delivery-services.ts';
import { DELIVERY_TABS } from '../../domain/lifecycle/delivery-tab.ts';
import type { StateGroup } from '../../domain/tracking/operator-state.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import type { PageTexts } from '../../texts/catalogue.ts';

/** The tabs of the list, and `all`, which filters nothing. */
export const LIST_TABS = [...DELIVERY_TABS, 'all'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** Ordering by date covers the whole list. Ordering by another column covers its newest deliveries only. */
export const ORDERINGS = [
  ...(['newest', 'oldest', 'order-up', 'order-down', 'state-up', 'state-down', 'promise-up'] as const),
  ...(['promise-down', 'number-up', 'number-down', 'problem-up', 'problem-down'] as const),
] as const;
type Ordering = (typeof ORDERINGS)[number];

/** What the list shows, as read from the address of the page. */
export interface DeliveryQuery {
  /** Null lets the page choose: deliveries that need attention if there are any, otherwise all. */
  readonly tab: ListTab | null;
  readonly text: string | null;
  /** The numbers of the orders that a search has found, joined by commas; `none` when it found none. */
  readonly orders: string | null;
  readonly stateGroup: StateGroup | null;
  readonly service: DeliveryService | null;
  readonly pickup: string | null;
  readonly flag: 'any' | FlagCode | null;
  /** First and last day, on the shop's calendar: `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
  /** Deliveries behind a figure of the scorecard: a slice as `sliceText` writes it. */
  readonly counted: string | null;
  readonly ordering: Ordering;
  /** Id of the saved view that was chosen. Its filters stand in the address as well, and may have been changed since. */
  readonly view: string | null;
}

export const DELIVERY_FILTERS = ['stateGroup', 'flag', 'service', 'pickup', 'from', 'to', 'counted'] as const;
export type DeliveryFilterName = (typeof DELIVERY_FILTERS)[number];

/** The name of each part of a query in the address. */
export const QUERY_NAMES = {
  tab: 'tab',
  text: 'q',
  orders: 'orders',
  stateGroup: 'state',
  service: 'service',
  pickup: 'pickup',
  flag: 'flag',
  from: 'from',
  to: 'to',
  counted: 'counted',
  ordering: 'sort',
  view: 'view',
} as const satisfies Readonly<Record<keyof DeliveryQuery, string>>;

/** The path of the list, or of its export, for a query. It leads to the first page unless `position` names another. */
export function deliveriesPath(asked: DeliveryQuery, position = '', path = '/app/deliveries'): string {
  const search = new URLSearchParams(position);
  for (const [key, name] of Object.entries(QUERY_NAMES) as [keyof DeliveryQuery, string][]) {
    const value = asked[key];
    if (value !== null && value !== '' && !(key === 'ordering' && value === 'newest')) search.set(name, value);
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** How many orders a search brings. More would not fit into an address, and nobody looks through them. */
export const FOUND_ORDERS = 50;
export const NO_ORDERS = 'none';

/** The answer to a search: the orders as the list's address names them, or that Shopify could not be asked. */
export type OrdersFound = { readonly kind: 'found'; readonly orders: string } | { readonly kind: 'not-asked' };

/** Whether the query is a search, which goes through all tabs. */
export function isSearch({ text, orders }: DeliveryQuery): boolean {
  return Boolean(text) || orders !== null;
}

/** How many orders a search has found. */
export function countOrders({ orders }: DeliveryQuery): number {
  return orders === null || orders === NO_ORDERS ? 0 : orders.split(',').length;
}

/** Whether the query filters out any deliveries of the tab. */
export function isNarrowed(asked: DeliveryQuery): boolean {
  return isSearch(asked) || DELIVERY_FILTERS.some((name) => asked[name] !== null);
}

/** The whole list, without a filter. */
export const EVERYTHING: DeliveryQuery = {
  tab: 'all',
  text: null,
  orders: null,
  stateGroup: null,
  service: null,
  pickup: null,
  flag: null,
  from: null,
  to: null,
  counted: null,
  ordering: 'newest',
  view: null,
};

/** The filters and sorting of a query as one text, which a saved view keeps. What a search has found is not kept. */
export function queryText(asked: DeliveryQuery): string {
  return deliveriesPath({ ...asked, view: null, orders: null }, '', '').replace('?', '');
}

/** Whether two queries list the same deliveries in the same order. */
export function listsTheSame(one: DeliveryQuery, other: DeliveryQuery): boolean {
  const text = (asked: DeliveryQuery) => queryText({ ...asked, tab: asked.tab ?? 'all' });
  return text(one) === text(other);
}

/** The columns of the list, in order. The list can be sorted by each of them. */
export const COLUMNS = ['order', 'date', 'state', 'promise', 'number', 'problem'] as const;
export interface Sorting {
  readonly column: (typeof COLUMNS)[number];
  readonly direction: 'ascending' | 'descending';
}

/** The column that an ordering sorts by, and how. */
export function sortingOf(ordering: Ordering): Sorting {
  const all = COLUMNS.flatMap((column): Sorting[] => [
    { column, direction: 'ascending' },
    { column, direction: 'descending' },
  ]);
  return all.find((sorting) => orderingBy(sorting) === ordering) ?? { column: 'date', direction: 'descending' };
}

export function orderingBy({ column, direction }: Sorting): Ordering {
  if (column === 'date') return direction === 'ascending' ? 'oldest' : 'newest';
  return direction === 'ascending' ? `${column}-up` : `${column}-down`;
}

/** How a pickup is shown, of which a delivery keeps the number of the branch, or the gid of a location. */
export function pickupName(texts: PageTexts['deliveryList'], pickup: string): string {
  return pickup.startsWith('gid:')
    ? texts.pickupLocation({ number: pickup.split('/').at(-1) ?? '' })
    : texts.pickupBranch({ id: pickup });
}
