import { z } from 'zod';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { DELIVERY_TABS } from '../../domain/lifecycle/delivery-tab.ts';
import { STATE_GROUPS } from '../../domain/tracking/operator-state.ts';
import { FLAG_CODES } from '../../domain/tracking/promise-watch.ts';

/** The tabs of the list, and the one that leaves out nothing. */
export const LIST_TABS = [...DELIVERY_TABS, 'all'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** By date the whole list is in order; by a column, its newest deliveries. */
const ORDERINGS = [
  ...(['newest', 'oldest', 'order-up', 'order-down', 'state-up', 'state-down', 'promise-up'] as const),
  ...(['promise-down', 'number-up', 'number-down', 'problem-up', 'problem-down'] as const),
] as const;

/** Longer ones are no order's name; they are cut. */
const LONGEST_SEARCH = 100;

/** What cannot be read counts as absent: an address may be old, or typed. */
const query = z.object({
  /** Null leaves the choice to the page: what needs attention, else everything. */
  tab: z.enum(LIST_TABS).nullable().catch(null),
  text: z
    .string()
    .transform((text) => text.slice(0, LONGEST_SEARCH))
    .nullable()
    .catch(null),
  stateGroup: z.enum(STATE_GROUPS).nullable().catch(null),
  service: z.enum(DELIVERY_SERVICES).nullable().catch(null),
  pickup: z
    .string()
    .regex(/^(\d{1,20}|gid:\/\/shopify\/Location\/\d{1,20})$/)
    .nullable()
    .catch(null),
  flag: z
    .enum(['any', ...FLAG_CODES])
    .nullable()
    .catch(null),
  /** First and last day, on the shop's calendar: `YYYY-MM-DD`. */
  from: z.iso.date().nullable().catch(null),
  to: z.iso.date().nullable().catch(null),
  ordering: z.enum(ORDERINGS).catch('newest'),
});

/** What the list shows, as the address of the page says it. */
export type DeliveryQuery = z.infer<typeof query>;

export const DELIVERY_FILTERS = ['stateGroup', 'flag', 'service', 'pickup', 'from', 'to'] as const;
export type DeliveryFilterName = (typeof DELIVERY_FILTERS)[number];

const NAMES: Readonly<Record<keyof DeliveryQuery, string>> = {
  tab: 'tab',
  text: 'q',
  stateGroup: 'state',
  service: 'service',
  pickup: 'pickup',
  flag: 'flag',
  from: 'from',
  to: 'to',
  ordering: 'sort',
};

export function readDeliveryQuery(search: URLSearchParams): DeliveryQuery {
  return query.parse(Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, search.get(name)])));
}

/** The path of the list, or of its export, for a query; the page is the first one unless `position` says another. */
export function deliveriesPath(asked: DeliveryQuery, position = '', path = '/app/deliveries'): string {
  const search = new URLSearchParams(position);
  for (const key of query.keyof().options) {
    const value = asked[key];
    if (value !== null && value !== '' && !(key === 'ordering' && value === 'newest')) search.set(NAMES[key], value);
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Whether it leaves out any of the tab's deliveries. */
export function isNarrowed(asked: DeliveryQuery): boolean {
  return Boolean(asked.text) || DELIVERY_FILTERS.some((name) => asked[name] !== null);
}
