import type { Shop } from '@prisma/client';
import { firstMomentOf, toldTime } from '../../domain/calendar/told-time.ts';
import type { LiveOrder } from '../../domain/hand-over/steps.ts';
import type { DeliveryOrder } from '../../domain/mapping/delivery-order.ts';
import { withheldProblem } from '../../domain/mapping/dropoff/withheld-data.ts';
import { CUSTOMER_DATA } from '../../domain/fulfillment/fulfillment.ts';
import type { DeliveryPlan } from '../../domain/planning/delivery-plan.ts';
import { pickupIdentity } from '../../domain/planning/pickup.ts';
import { planDelivery } from '../../domain/planning/plan-delivery.ts';
import { operatorRules, planningSettings } from '../../shops/settings-for-operator.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { isOrderInReach } from '../../shopify/reading/read-orders.ts';
import { readFulfillment } from '../../shopify/reading/read-fulfillment.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { DeliveryWithShop } from '../delivery-store.ts';
import { rememberHandedOver } from './handed-over-with.ts';
import type { AppContext } from '../../app-context.ts';

/** A fulfillment as it is in Shopify now, with its shop. It contains the buyer's data and is never stored. */
export type LiveFulfillment = NonNullable<Awaited<ReturnType<typeof readLive>>>;

/** What an existing delivery contributes to its plan. */
export interface PlannedBefore {
  /** An order number that was used once is kept. */
  readonly orderNumber: string | null;
  readonly sendAnyway: boolean;
  /** As it is stored with the delivery. */
  readonly boxes: number | null;
}

/**
 * @returns null when Shopify does not have the fulfillment, or no longer has it
 * @throws ShopifyError
 */
export async function readLive(app: Pick<AppContext, 'adminApi'>, shop: Shop, fulfillmentId: string) {
  const { files } = settingsOf(shop).mapping;
  return readFulfillment(app.adminApi, shop.domain, fulfillmentId, {
    metafieldKeys: [...new Set(files.flatMap(({ from, name }) => (from === 'order-metafield' ? name : [])))],
  });
}

/** Maps the live order. Nothing of the order is stored between two tries. */
export function planLive(
  app: Pick<AppContext, 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  live: LiveFulfillment,
  { orderNumber, sendAnyway, boxes }: PlannedBefore,
): DeliveryPlan {
  const plan = planDelivery({
    ...live,
    settings: planningSettings(shop, app.environment.profile),
    operator: operatorRules(app),
    now: app.now(),
    sendAnyway,
    boxes,
  });
  return withNumber(plan, orderNumber);
}

function withNumber(plan: DeliveryPlan, orderNumber: string | null): DeliveryPlan {
  if (plan.kind !== 'hand-over' || !orderNumber) return plan;
  return { ...plan, order: { ...plan.order, order_number: orderNumber } };
}

/**
 * What would be handed over now, with what is stored of it.
 *
 * @throws ShopifyError
 */
export async function planForHandOver(app: AppContext, delivery: DeliveryWithShop): Promise<LiveOrder> {
  const live = await readLive(app, delivery.shop, delivery.fulfillmentId).catch(orWithheld);
  if (live === 'withheld') {
    await keepShopProfile(app, delivery.shop, { customerDataWithheld: true });
    return { plan: ALL_WITHHELD, ...NOTHING_KNOWN };
  }
  if (!live) return { plan: await whyMissing(app, delivery), ...NOTHING_KNOWN };
  const { fulfillment, shop } = live;
  const fresh = planLive(app, delivery.shop, live, { ...delivery, orderNumber: null });
  const plan = withNumber(fresh, delivery.orderNumber);
  const { location, order } = fulfillment;
  const fulfilledAt = toldTime(fulfillment.createdAt);
  const names = {
    fulfillmentName: fulfillment.name,
    orderName: order.name,
    orderId: order.id,
    fulfilledAt: firstMomentOf(fulfilledAt),
  };
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
      plan.kind === 'hand-over'
        ? {
            ...names,
            pickup: pickupIdentity(plan.order.pickup, location?.id ?? null),
            district: servedDistrict(app, plan.order),
          }
        : names,
    handedOverWith: rememberHandedOver(app, delivery, fulfillment),
    fulfilledAt,
    recorded: plan.kind === 'hand-over' ? plan.order : orderAsSent(app, delivery, live),
    ownNumber: fresh.kind === 'hand-over' ? fresh.order.order_number : null,
  };
}

/** A district of the operator's list names nobody. Without a list it is what the buyer wrote, which is never stored. */
function servedDistrict({ servedDistricts }: AppContext, { dropoff }: DeliveryOrder): string | null {
  return servedDistricts?.includes(dropoff.location.district) ? dropoff.location.district : null;
}

const NOTHING_KNOWN = { known: {}, handedOverWith: null, fulfilledAt: null, recorded: null, ownNumber: null } as const;

function orderAsSent(
  { environment, servedDistricts }: AppContext,
  { shop, orderNumber, possiblySentAt, boxes }: DeliveryWithShop,
  live: LiveFulfillment,
): DeliveryOrder | null {
  if (!possiblySentAt) return null;
  const then = { environment, servedDistricts, now: () => possiblySentAt };
  const plan = planLive(then, shop, live, { orderNumber, sendAnyway: true, boxes });
  return plan.kind === 'hand-over' ? plan.order : null;
}

/** The plan of a fulfillment whose order Shopify does not show at all. */
export const ALL_WITHHELD: DeliveryPlan = {
  kind: 'problem',
  problems: [withheldProblem(CUSTOMER_DATA)],
  decisions: [],
};

/**
 * Turns the error of an app without approval for customer data into a value.
 *
 * @throws every other error
 */
export function orWithheld(error: unknown): 'withheld' {
  if (error instanceof ShopifyError && error.failure === 'data-withheld') return 'withheld';
  throw error;
}

/**
 * Why Shopify returned no fulfillment. If its order can be read, the fulfillment is gone. If the order cannot be read
 * either, the reason is unknown.
 */
export async function whyMissing(
  { adminApi }: Pick<AppContext, 'adminApi'>,
  { shopDomain, orderId }: Pick<DeliveryWithShop, 'shopDomain' | 'orderId'>,
): Promise<LiveOrder['plan']> {
  if (await isOrderInReach(adminApi, shopDomain, orderId)) return { kind: 'gone' };
  return { kind: 'problem', problems: [{ code: 'order-out-of-reach', field: null, details: {} }], decisions: [] };
}

/** Writes the shop's profile only when it changed: otherwise all hand-overs of a shop would wait for its row. */
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
