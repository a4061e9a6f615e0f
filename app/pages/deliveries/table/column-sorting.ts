import type { DeliveryQuery } from '../delivery-query.ts';

/** The columns of the list, in order. The list can be sorted by each of them. */
export const COLUMNS = ['order', 'date', 'state', 'promise', 'number', 'problem'] as const;
export type Column = (typeof COLUMNS)[number];
export type Direction = 'ascending' | 'descending';
type Ordering = DeliveryQuery['ordering'];

/** How the column is sorted by an ordering; null when the ordering is by another column. */
export function directionOf(column: Column, ordering: Ordering): Direction | null {
  if (ordering === orderingBy(column, 'ascending')) return 'ascending';
  return ordering === orderingBy(column, 'descending') ? 'descending' : null;
}

export function orderingBy(column: Column, direction: Direction): Ordering {
  if (column === 'date') return direction === 'ascending' ? 'oldest' : 'newest';
  return direction === 'ascending' ? `${column}-up` : `${column}-down`;
}
