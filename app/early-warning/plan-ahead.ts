import type { Shop } from '@prisma/client';
import { CUSTOMER_DATA } from '../domain/fulfillment/fulfillment.ts';
import type { DeliveryPlan } from '../domain/planning/delivery-plan.ts';
import { planDelivery } from '../domain/planning/plan-delivery.ts';
import { HOLD_HANDLE } from '../shopify/admin-api/publish.ts';
import { readOpenOrder, type OpenFulfillmentOrder } from '../shopify/reading/read-open-order.ts';
import { operatorRules, planningSettings } from '../shops/settings-for-operator.ts';
import type { AppContext } from '../app-context.ts';

/** What a hand-over would do with an order that is not fulfilled yet. It contains the buyer's data and is never stored. */
export interface OrderAhead {
  readonly orderName: string;
  readonly isCancelled: boolean;
  /** Whether Shopify has assigned the order to locations at all. */
  readonly isRouted: boolean;
  readonly fulfillmentOrders: readonly FulfillmentOrderAhead[];
}

export interface FulfillmentOrderAhead {
  readonly fulfillmentOrderId: string;
  /** Of the Shopify location that ships it; null when Shopify does not say. */
  readonly locationName: string | null;
  readonly plan: DeliveryPlan;
  /** The id of our hold; null when we do not hold it. */
  readonly holdId: string | null;
  readonly canBeHeld: boolean;
}

/**
 * Reads an order that is not fulfilled, and plans each of its open fulfillment orders as the hand-over would if it were
 * fulfilled now. It costs one call to Shopify.
 *
 * @returns null when Shopify does not have the order (any more)
 * @throws ShopifyError
 */
export async function planAhead(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  orderId: string,
): Promise<OrderAhead | null> {
  const settings = planningSettings(shop, app.environment.profile);
  const metafieldKeys = settings.mapping.files.flatMap(({ from, name }) => (from === 'order-metafield' ? name : []));
  const live = await readOpenOrder(app.adminApi, shop.domain, orderId, {
    metafieldKeys: [...new Set(metafieldKeys)],
    withheld: shop.customerDataWithheld ? CUSTOMER_DATA : [],
  });
  if (!live) return null;
  const planOf = ({ fulfillment }: OpenFulfillmentOrder) =>
    planDelivery({
      fulfillment,
      shop: live.shop,
      settings,
      operator: operatorRules(app),
      now: app.now(),
    });
  return {
    orderName: live.name,
    isCancelled: live.isCancelled,
    isRouted: live.isRouted,
    fulfillmentOrders: live.open.map((each) => ({
      fulfillmentOrderId: each.id,
      locationName: each.fulfillment.location?.name ?? null,
      plan: planOf(each),
      holdId: each.holds.find(({ handle, isOfThisApp }) => isOfThisApp && handle === HOLD_HANDLE)?.id ?? null,
      canBeHeld: each.canBeHeld,
    })),
  };
}
