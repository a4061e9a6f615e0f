import type { JobKind } from '../persistence/queue.ts';
import type { ShopifyError } from '../shopify/shopify-error.ts';
import type { World } from './world.ts';

/** Where Shopify does not say how long, or says no time at all. */
const SHORTEST_REST_MS = 1_000;

/** A throttled call took no effect and is no failure: the job of the same order that waits meanwhile is a fresh one. */
export async function goOnLater<Order extends { shop: string; orderId: string }>(
  world: World,
  kind: JobKind<Order>,
  order: Order,
  { retryAfterMs }: ShopifyError,
): Promise<void> {
  const startAfter = new Date(world.now().getTime() + Math.max(retryAfterMs ?? 0, SHORTEST_REST_MS));
  await world.queue.send(world.database, kind, order, { key: order.orderId, startAfter });
}
