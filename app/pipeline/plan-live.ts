import type { Shop } from '@prisma/client';
import type { DeliveryPlan } from '../domain/delivery-plan.ts';
import { planDelivery } from '../domain/plan-delivery.ts';
import { settingsOf } from '../persistence/shops.ts';
import { readFulfillment } from '../shopify/read-fulfillment.ts';
import type { World } from './world.ts';

/** A fulfillment as it is in Shopify now, with the shop it belongs to. It names the buyer and is kept nowhere. */
export type LiveFulfillment = NonNullable<Awaited<ReturnType<typeof readLive>>>;

/** What of a delivery decides about its plan. */
export interface PlannedBefore {
  /** The order number, once tried, stays. */
  readonly orderNumber: string | null;
  readonly sendAnyway: boolean;
}

/**
 * @returns null when Shopify does not know the fulfillment (any more)
 * @throws ShopifyError
 */
export async function readLive(world: Pick<World, 'adminApi'>, shop: Shop, fulfillmentId: string) {
  const { files } = settingsOf(shop).mapping;
  const metafieldKeys = files.flatMap(({ from, name }) => (from === 'order-metafield' ? name : []));
  return readFulfillment(world.adminApi, shop.domain, fulfillmentId, metafieldKeys);
}

/** Maps afresh from the live order: nothing of it was kept. */
export function planLive(
  world: Pick<World, 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  live: LiveFulfillment,
  { orderNumber, sendAnyway }: PlannedBefore,
): DeliveryPlan {
  const plan = planDelivery({
    ...live,
    settings: settingsOf(shop),
    operator: { timeZone: world.environment.OPERATOR_TIME_ZONE ?? null, servedDistricts: world.servedDistricts },
    now: world.now(),
    sendAnyway,
  });
  if (plan.kind !== 'hand-over' || !orderNumber) return plan;
  return { ...plan, order: { ...plan.order, order_number: orderNumber } };
}
