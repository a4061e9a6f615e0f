import { firstMomentOf, toldTime } from '../../domain/calendar/told-time.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { fulfillmentStatuses, ordersMade } from '../admin-api/operations.ts';
import { withAllFulfillments } from './read-orders.ts';

/** A span of time that includes its start and not its end. */
export interface TimeSpan {
  readonly from: Date;
  readonly before: Date;
}

/** One page of orders, with those of their fulfillments that were created in the span. Ids are gids. */
export interface FulfillmentsMade {
  readonly ordersRead: number;
  /** When the last order of the page was created; null when there was none. */
  readonly reachedAt: Date | null;
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
  readonly fulfillments: readonly {
    readonly orderId: string;
    readonly orderName: string;
    readonly fulfillmentId: string;
    readonly name: string;
  }[];
}

/**
 * Reads one page of the orders that may hold successful fulfillments of a span. An order changes when it is fulfilled,
 * so an order that last changed before the span has no fulfillment in it. Orders are read by when they were created,
 * because a change during the count does not move them then.
 *
 * @param page.size orders of the page, and `page.limit` fulfillments of each: the product is what it costs. An order
 *   that may have more is read once more by itself.
 * @throws ShopifyError
 */
export async function readFulfillmentsMade(
  adminApi: AdminApi,
  shop: string,
  { from, before }: TimeSpan,
  page: { readonly after: string | null; readonly size: number; readonly limit: number },
): Promise<FulfillmentsMade> {
  const query = `updated_at:>='${from.toISOString()}' created_at:<'${before.toISOString()}'`;
  const { orders } = await adminApi.request(shop, ordersMade, { query, ...page });
  const { nodes, pageInfo } = orders;
  const whole = await withAllFulfillments(adminApi, shop, nodes, page.limit);
  const last = nodes.at(-1)?.createdAt;
  return {
    ordersRead: nodes.length,
    reachedAt: last ? firstMomentOf(toldTime(last)) : null,
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    fulfillments: whole.flatMap(({ id: orderId, name: orderName, fulfillments }) =>
      fulfillments
        .filter(({ status }) => status === 'SUCCESS')
        .filter(({ createdAt }) => {
          const madeAt = firstMomentOf(toldTime(createdAt)); // the span begins and ends with a whole second
          return madeAt >= from && madeAt < before;
        })
        .map(({ id: fulfillmentId, name }) => ({ orderId, orderName, fulfillmentId, name })),
    ),
  };
}

/**
 * @returns Shopify's status of each fulfillment by its gid; fulfillments that the shop no longer has are missing
 * @throws ShopifyError
 */
export async function readFulfillmentStatuses(
  adminApi: AdminApi,
  shop: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { nodes } = await adminApi.request(shop, fulfillmentStatuses, { ids });
  return new Map(nodes.flatMap((node) => (node ? [[node.id, node.status] as const] : [])));
}
