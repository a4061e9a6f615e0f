import type { Shop } from '@prisma/client';
import type { DeliveryPlan } from '../domain/delivery-plan.ts';
import { canSendAnyway } from '../domain/skip-reason.ts';
import type { OrderDelivery } from '../persistence/order-deliveries.ts';
import { readOrders } from '../shopify/read-orders.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { planLive, readLive } from './plan-live.ts';
import type { World } from './world.ts';

/** What would become of a fulfillment that was handed over now. It names the buyer: for the merchant, never to keep. */
export interface Preview {
  readonly plan: DeliveryPlan;
  /** What "send anyway" would do; null unless a rule skips it that can be passed. */
  readonly anyway: DeliveryPlan | null;
}

/** One fulfillment of an order, in Shopify and with us. */
export interface OrderFulfillment {
  readonly fulfillmentId: string;
  readonly name: string;
  readonly delivery: OrderDelivery | null;
  /** Null when it was not asked for; `not-checked` when Shopify could not be read, or there were too many. */
  readonly preview: Preview | 'not-checked' | null;
}

/** Dry runs of one order; the rest is not checked, since each costs query points that hand-overs need. */
const MOST_PREVIEWS = 10;
const AT_ONCE = 5;

/**
 * The fulfillments of an order as Shopify has them, each with its delivery, and with a dry run where one is asked for.
 * A cancelled fulfillment is listed only if it has a delivery.
 *
 * @param given.deliveries those of the order
 * @param given.needsPreview of a fulfillment with this delivery, or without one
 * @returns null when the shop has no such order
 * @throws ShopifyError when the order cannot be read
 */
export async function previewOrder(
  world: Pick<World, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  given: {
    shop: Shop;
    orderId: string;
    deliveries: readonly OrderDelivery[];
    needsPreview: (delivery: OrderDelivery | null) => boolean;
  },
): Promise<OrderFulfillment[] | null> {
  const { shop, orderId, deliveries, needsPreview } = given;
  const order = (await readOrders(world.adminApi, shop.domain, [orderId])).get(orderId);
  if (!order) return null;
  const listed = order.fulfillments
    .map(({ id, name, isCancelled }) => {
      const delivery = deliveries.find(({ fulfillmentId }) => fulfillmentId === id) ?? null;
      return { fulfillmentId: id, name, delivery, isCancelled };
    })
    .filter(({ delivery, isCancelled }) => delivery || !isCancelled);

  const previews = new Map<string, Preview | 'not-checked'>();
  const wanted = listed.filter(({ delivery }) => needsPreview(delivery));
  const rest = wanted.slice(0, MOST_PREVIEWS);
  const previewOneAfterAnother = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      previews.set(next.fulfillmentId, await previewFulfillment(world, shop, next.fulfillmentId, next.delivery));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, previewOneAfterAnother));
  return listed.map(({ fulfillmentId, name, delivery }) => ({
    ...{ fulfillmentId, name, delivery },
    preview: needsPreview(delivery) ? (previews.get(fulfillmentId) ?? 'not-checked') : null,
  }));
}

/** The dry run of one fulfillment; `not-checked` when Shopify could not be read. */
export async function previewFulfillment(
  world: Pick<World, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  fulfillmentId: string,
  delivery: OrderDelivery | null,
): Promise<Preview | 'not-checked'> {
  try {
    const live = await readLive(world, shop, fulfillmentId);
    if (!live) return { plan: { kind: 'skip', reason: { code: 'fulfillment-gone' }, decisions: [] }, anyway: null };
    const before = delivery ?? { orderNumber: null, sendAnyway: false };
    const plan = planLive(world, shop, live, before);
    const canPass = plan.kind === 'skip' && canSendAnyway(plan.reason);
    return { plan, anyway: canPass ? planLive(world, shop, live, { ...before, sendAnyway: true }) : null };
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return 'not-checked';
  }
}
