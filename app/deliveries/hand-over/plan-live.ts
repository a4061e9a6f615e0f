import type { Shop } from '@prisma/client';
import { withheldProblem } from '../../domain/mapping/dropoff/withheld-data.ts';
import { CUSTOMER_DATA, type CustomerData } from '../../domain/planning/fulfillment.ts';
import type { DeliveryPlan } from '../../domain/planning/delivery-plan.ts';
import { pickupIdentity } from '../../domain/planning/pickup.ts';
import { planDelivery } from '../../domain/planning/plan-delivery.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { isOrderInReach } from '../../shopify/reading/read-order.ts';
import { readFulfillment } from '../../shopify/reading/read-fulfillment.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { DeliveryWithShop, HandOverIntent } from '../delivery-store.ts';
import { rememberHandedOver } from '../reconciliation/notice-edits.ts';
import type { AppContext } from '../../app-context.ts';

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
export async function readLive(app: Pick<AppContext, 'adminApi'>, shop: Shop, fulfillmentId: string) {
  const { files, phoneFallback, emailFallback } = settingsOf(shop).mapping;
  const replaced: CustomerData[] = [
    ...(phoneFallback ? ['phone' as const] : []),
    ...(emailFallback ? ['email' as const] : []),
  ];
  return readFulfillment(app.adminApi, shop.domain, fulfillmentId, {
    metafieldKeys: [...new Set(files.flatMap(({ from, name }) => (from === 'order-metafield' ? name : [])))],
    replaced,
  });
}

/** Maps afresh from the live order: nothing of it was kept. */
export function planLive(
  app: Pick<AppContext, 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  live: LiveFulfillment,
  { orderNumber, sendAnyway }: PlannedBefore,
): DeliveryPlan {
  const plan = planDelivery({
    ...live,
    settings: settingsOf(shop),
    operator: { timeZone: app.environment.OPERATOR_TIME_ZONE ?? null, servedDistricts: app.servedDistricts },
    now: app.now(),
    sendAnyway,
  });
  if (plan.kind !== 'hand-over' || !orderNumber) return plan;
  return { ...plan, order: { ...plan.order, order_number: orderNumber } };
}

export interface LivePlan {
  readonly plan: DeliveryPlan | { readonly kind: 'gone' };
  /** What the delivery is called in Shopify, and where it is picked up: kept with whatever comes of it. */
  readonly known: Pick<HandOverIntent, 'fulfillmentName' | 'orderName' | 'orderId' | 'pickup'>;
  /** Kept with the hand-over, to notice edits of the order. */
  readonly handedOverWith: HandOverIntent['handedOverWith'];
  /** When the fulfillment was made; null when it is gone. */
  readonly fulfilledAt: Date | null;
}

/**
 * What would be handed over now, with what is kept of it.
 *
 * @throws ShopifyError
 */
export async function planForHandOver(app: AppContext, delivery: DeliveryWithShop): Promise<LivePlan> {
  const live = await readLive(app, delivery.shop, delivery.fulfillmentId).catch(orWithheld);
  if (live === 'withheld') {
    await keepShopProfile(app, delivery.shop, { customerDataWithheld: true });
    return { plan: ALL_WITHHELD, known: {}, handedOverWith: null, fulfilledAt: null };
  }
  if (!live) return { plan: await whyMissing(app, delivery), known: {}, handedOverWith: null, fulfilledAt: null };
  const { fulfillment, shop } = live;
  const plan = planLive(app, delivery.shop, live, delivery);
  const { location, order } = fulfillment;
  const names = { fulfillmentName: fulfillment.name, orderName: order.name, orderId: order.id };
  const { name, currency, timeZone } = shop;
  await keepShopProfile(app, delivery.shop, {
    name,
    currency,
    timeZone,
    ...(plan.kind === 'skip' ? {} : { customerDataWithheld: isWithheld(plan) }),
  });
  return {
    plan,
    known:
      plan.kind === 'hand-over' ? { ...names, pickup: pickupIdentity(plan.order.pickup, location?.id ?? null) } : names,
    handedOverWith: rememberHandedOver(app, delivery, fulfillment),
    fulfilledAt: new Date(fulfillment.createdAt),
  };
}

/** Of a fulfillment whose order Shopify does not show at all. */
export const ALL_WITHHELD: DeliveryPlan = {
  kind: 'problem',
  problems: [withheldProblem(CUSTOMER_DATA)],
  decisions: [],
};

/** @throws every error but that of an app that is not approved for customer data */
export function orWithheld(error: unknown): 'withheld' {
  if (error instanceof ShopifyError && error.failure === 'data-withheld') return 'withheld';
  throw error;
}

/** A fulfillment whose order can be read is gone; where the order cannot be read either, nobody can say. */
export async function whyMissing(
  { adminApi }: Pick<AppContext, 'adminApi'>,
  { shopDomain, orderId }: Pick<DeliveryWithShop, 'shopDomain' | 'orderId'>,
): Promise<LivePlan['plan']> {
  if (await isOrderInReach(adminApi, shopDomain, orderId)) return { kind: 'gone' };
  return { kind: 'problem', problems: [{ code: 'order-out-of-reach', field: null, details: {} }], decisions: [] };
}

export function isCancelled(plan: LivePlan['plan']): boolean {
  return plan.kind === 'skip' && plan.reason.code === 'fulfillment-cancelled';
}

/** All hand-overs of a shop would wait for its row, if each wrote it. */
async function keepShopProfile(
  { database }: AppContext,
  shop: Shop,
  profile: Partial<Pick<Shop, 'name' | 'currency' | 'timeZone' | 'customerDataWithheld'>>,
): Promise<void> {
  const present: Readonly<Record<string, unknown>> = shop;
  if (Object.entries(profile).every(([column, value]) => present[column] === value)) return;
  await database.shop.updateMany({ where: { domain: shop.domain }, data: profile });
}

function isWithheld(plan: DeliveryPlan): boolean {
  return plan.kind === 'problem' && plan.problems.some(({ code }) => code === 'customer-data-withheld');
}
