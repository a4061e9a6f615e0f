import type { JobKind } from '../persistence/queue.ts';
import type { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Requeues a job whose call was throttled. The call took no effect, and is not a failure. A job of the same order that
 * waits already replaces it.
 */
export async function requeueAfterThrottling<Order extends { shop: string; orderId: string }>(
  app: AppContext,
  kind: JobKind<Order>,
  order: Order,
  { retryAfterMs }: ShopifyError,
): Promise<void> {
  const delayMs = Math.max(retryAfterMs ?? 0, app.pace.shopify.shortestRestMs);
  await app.queue.send(app.database, kind, order, { key: order.orderId, delayMs });
}
