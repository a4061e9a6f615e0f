import { Prisma } from '@prisma/client';
import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import type { SkipCode } from '../../domain/planning/skip-reason.ts';
import type { Hold } from '../../domain/lifecycle/hold.ts';
import { LISTED, type DeliveryPage, type ListedDelivery } from '../../pages/deliveries/delivery-list-view.ts';
import type { DeliveryCursor, PagePosition } from '../../pages/deliveries/read-delivery-query.ts';
import { unlessUnasked, type ShopRows, type ShopContext } from '../shop-context.ts';
import {
  conditions,
  pageStatement,
  SORTED_LIMIT,
  sortedStatement,
  type ColumnOrdering,
  type DateOrdering,
  type DeliveryFilter,
  type DeliveryOrdering,
  type PageBounds,
} from './delivery-statements.ts';
import { z } from 'zod';
import { tidyText } from '../../domain/mapping/clean-text.ts';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { FOUND_ORDERS, NO_ORDERS, type OrdersFound } from '../../pages/deliveries/delivery-query.ts';
import { findOrders } from '../../shopify/reading/read-orders.ts';

/** One page of a shop's deliveries. It costs the same however far back it is, and however many there are. */
export async function listDeliveries(
  own: ShopRows,
  options: {
    size: number;
    filter?: DeliveryFilter;
    ordering?: DeliveryOrdering;
    position?: PagePosition;
  },
): Promise<DeliveryPage> {
  const { size, filter = {}, ordering = 'newest', position = {} } = options;
  const { after, before, skip = 0 } = position;
  const limit = size + 1;
  if (ordering !== 'newest' && ordering !== 'oldest') {
    const { ids, sortedOf } = await sortedIds(own, { filter, ordering, skip, limit });
    const deliveries = await readListed(own, ids.slice(0, size));
    return { deliveries, hasNext: ids.length > size, hasPrevious: skip > 0, sortedOf };
  }
  if (before) {
    const ids = await idsOf(own, { filter, ordering: reverseOf(ordering), after: before, limit });
    // Near the top a page would be short, so the whole first page is returned.
    if (ids.length <= size) return listDeliveries(own, { ...options, position: {} });
    const deliveries = await readListed(own, ids.slice(0, size).reverse());
    return { deliveries, hasNext: true, hasPrevious: true };
  }
  const ids = await idsOf(own, { filter, ordering, after: after ?? null, limit });
  const deliveries = await readListed(own, ids.slice(0, size));
  return { deliveries, hasNext: ids.length > size, hasPrevious: Boolean(after) };
}

/** All deliveries of a filter, newest first, in batches. Only one batch is in memory. */
export async function* everyDelivery(
  own: ShopRows,
  options: { filter: DeliveryFilter; batch: number },
): AsyncGenerator<readonly ListedDelivery[]> {
  const { batch: size, ...of } = options;
  let after: DeliveryCursor | null = null;
  for (;;) {
    const page: DeliveryPage = await listDeliveries(own, { ...of, size, position: { after } });
    yield page.deliveries;
    after = page.deliveries.at(-1) ?? null;
    if (!page.hasNext || !after) return;
  }
}

/** How many deliveries a tab has, counted up to `limit`. */
export async function countInTab(
  { domain, database }: ShopRows,
  { tab, limit }: { tab: DeliveryTab; limit: number },
): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count"
    FROM (SELECT 1 FROM "Delivery" WHERE ${Prisma.join(conditions(domain, { tab }), ' AND ')} LIMIT ${limit}) AS "some"`;
  return row?.count ?? 0;
}

/** How many deliveries wait for the merchant's approval. */
export async function countHeldForRelease({ domain, database }: ShopRows): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery"
    WHERE ${Prisma.join(conditions(domain, { tab: 'waiting' }), ' AND ')} AND "heldFor" = ${'release' satisfies Hold}`;
  return row?.count ?? 0;
}

/** How many deliveries a person has left unsent in the last day. */
export async function countNotSent({ domain, database, app }: ShopContext): Promise<number> {
  const since = new Date(app.now().getTime() - app.pace.notSentShownMs);
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery"
    WHERE "shopDomain" = ${domain} AND "phase" = 'skipped' AND "resolvedAt" >= ${since}
      AND "skipReason"->>'code' = ${'stopped' satisfies SkipCode}`;
  return row?.count ?? 0;
}

/** The pickups that the shop's deliveries were handed over from, found by an index lookup for each of them. */
export async function pickupsOf({ domain, database }: ShopRows, { limit }: { limit: number }): Promise<string[]> {
  const rows = await database.$queryRaw<{ pickup: string }[]>`
    WITH RECURSIVE "leap" AS (
      (SELECT "pickup" FROM "Delivery" WHERE "shopDomain" = ${domain} AND "pickup" IS NOT NULL ORDER BY "pickup" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."pickup" FROM "Delivery" d WHERE d."shopDomain" = ${domain} AND d."pickup" > "leap"."pickup"
              ORDER BY d."pickup" LIMIT 1)
      FROM "leap" WHERE "leap"."pickup" IS NOT NULL
    )
    SELECT "pickup" FROM "leap" WHERE "pickup" IS NOT NULL LIMIT ${limit}`;
  return rows.map(({ pickup }) => pickup);
}

const reverseOf = (ordering: DateOrdering) => (ordering === 'newest' ? 'oldest' : 'newest');

async function idsOf({ domain, database }: ShopRows, options: PageBounds): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>(pageStatement(domain, options));
  return rows.map(({ id }) => id);
}

async function sortedIds(
  { domain, database }: ShopRows,
  options: { filter: DeliveryFilter; ordering: ColumnOrdering; skip: number; limit: number },
): Promise<{ ids: string[]; sortedOf: number | null }> {
  const rows = await database.$queryRaw<{ id: string; count: number }[]>(sortedStatement(domain, options));
  return { ids: rows.map(({ id }) => id), sortedOf: rows[0]?.count === SORTED_LIMIT ? SORTED_LIMIT : null };
}

async function readListed({ database }: ShopRows, ids: readonly string[]): Promise<ListedDelivery[]> {
  const rows = await database.delivery.findMany({ where: { id: { in: [...ids] } }, select: LISTED, take: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** In characters. A longer text is nobody's name. */
const SEARCH_LIMIT = 100;
const posted = z.object({ text: z.string().transform(tidyText).pipe(z.string().max(SEARCH_LIMIT)) });

/**
 * The orders that a text means: by their names and operator numbers, and if there are none, those of a customer, whom
 * Shopify is asked for. The text may name a customer, so it is neither kept nor logged, and is no part of the answer.
 *
 * @param body as it was posted, not validated yet
 */
export async function searchDeliveries(own: ShopContext, body: unknown): Promise<OrdersFound> {
  const { success, data } = posted.safeParse(body);
  if (!success) return { kind: 'found', orders: NO_ORDERS };
  const named = await ordersNamed(own, data.text);
  if (named.length > 0) return found(named);
  const shop = await own.database.shop.findUnique({ where: { domain: own.domain }, select: { currency: true } });
  const country = shopCountry(shop?.currency);
  const wanted = { text: data.text, country, limit: FOUND_ORDERS };
  const orders = await unlessUnasked(findOrders(own.adminApi, own.domain, wanted));
  return orders ? found(orders) : { kind: 'not-asked' };
}

/** Every name and number of an order has a digit: without one, a text that begins the numbers of a shop finds them all. */
async function ordersNamed({ domain, database }: ShopRows, text: string): Promise<string[]> {
  if (!/\d/.test(text)) return [];
  const rows = await database.$queryRaw<{ orderId: string }[]>`
    SELECT DISTINCT "orderId" FROM "Delivery" WHERE ${Prisma.join(conditions(domain, { text }), ' AND ')}
    ORDER BY "orderId" DESC LIMIT ${FOUND_ORDERS}`;
  return rows.map(({ orderId }) => orderId);
}

function found(orderIds: readonly string[]): OrdersFound {
  const numbers = orderIds.map((id) => id.split('/').at(-1) ?? '');
  return { kind: 'found', orders: numbers.join(',') || NO_ORDERS };
}
