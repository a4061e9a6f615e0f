import { z } from 'zod';
import { tidyText } from '../../domain/mapping/clean-text.ts';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { readSlice, sliceText } from '../../domain/scorecard/slice.ts';
import { STATE_GROUPS } from '../../domain/tracking/operator-state.ts';
import { FLAG_CODES } from '../../domain/tracking/promise-watch.ts';
import { askedDay, askedPlace } from '../shell/asked-values.ts';
import { FOUND_ORDERS, LIST_TABS, NO_ORDERS, ORDERINGS, QUERY_NAMES, type DeliveryQuery } from './delivery-query.ts';

/** In characters. A longer text cannot be the name of an order, so it is cut. */
const SEARCH_LIMIT = 100;

/** A number of an order in Shopify. */
const ORDER = /^\d{1,20}$/;

const isOrders = (text: string) =>
  text === NO_ORDERS || (text.split(',').length <= FOUND_ORDERS && text.split(',').every((each) => ORDER.test(each)));

/** A part that cannot be read counts as absent, because an address may be old or typed by hand. */
const query = z.object({
  tab: z.enum(LIST_TABS).nullable().catch(null),
  text: z
    .string()
    .transform((text) => tidyText(text.slice(0, SEARCH_LIMIT)))
    .nullable()
    .catch(null),
  orders: z.string().refine(isOrders).nullable().catch(null),
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
  from: askedDay.nullable().catch(null),
  to: askedDay.nullable().catch(null),
  counted: z
    .string()
    .transform((text) => {
      const slice = readSlice(text);
      return slice && sliceText(slice);
    })
    .nullable()
    .catch(null),
  ordering: z.enum(ORDERINGS).catch('newest'),
  view: z.uuid().nullable().catch(null),
});

export function readDeliveryQuery(search: URLSearchParams): DeliveryQuery {
  return query.parse(Object.fromEntries(Object.entries(QUERY_NAMES).map(([key, name]) => [key, search.get(name)])));
}

/** The place of a delivery in the list. */
export interface DeliveryCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** The position of a page: the deliveries after a cursor, or before one; without a cursor, the first page. */
export interface PagePosition {
  readonly after?: DeliveryCursor | null;
  readonly before?: DeliveryCursor | null;
  /** In a list that is sorted by a column: the number of deliveries before the page. */
  readonly skip?: number;
}

const cursor = askedPlace.transform(({ at, id }) => ({ createdAt: at, id }));

const SKIPPED_LIMIT = 1_000_000;
const skipped = z.coerce.number().int().min(0).max(SKIPPED_LIMIT).catch(0);

/** The page that an address asks for. If it cannot be read, the first page. */
export function pagePosition(search: URLSearchParams): PagePosition {
  const read = (name: string) => cursor.safeParse(search.get(name)).data ?? null;
  return { after: read('after'), before: read('before'), skip: skipped.parse(search.get('skip')) };
}
