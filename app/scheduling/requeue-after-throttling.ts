import type { JobKind } from '../persistence/queue.ts';
import type { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../app-context.ts';

/** A throttled call took no effect and is no failure: the job of the same order that waits meanwhile is a fresh one. */
export async function requeueAfterThrottling<Order extends { shop: string; orderId: string }>(
  app: AppContext,
  kind: JobKind<Order>,
  order: Order,
  { retryAfterMs }: ShopifyError,
): Promise<void> {
  const delayMs = Math.max(retryAfterMs ?? 0, app.pace.shopify.shortestRestMs);
  await app.queue.send(app.database, kind, order, { key: order.orderId, delayMs });
}
