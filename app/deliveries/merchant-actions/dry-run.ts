import type { Shop } from '@prisma/client';
import type { DeliveryPlan } from '../../domain/planning/delivery-plan.ts';
import { districtReading, type DistrictReading } from '../../domain/mapping/district/district.ts';
import { canSendAnyway } from '../../domain/planning/skip-reason.ts';
import type { OrderDelivery } from '../order-deliveries.ts';
import { readOrders } from '../../shopify/reading/read-orders.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { ALL_WITHHELD, orWithheld, planLive, readLive, whyMissing } from '../hand-over/plan-live.ts';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { planningSettings } from '../../shops/settings-for-operator.ts';
import type { AppContext } from '../../app-context.ts';
import { withPart, type SettingsPart } from '../../domain/settings/settings-part.ts';
import { planAhead } from '../../early-warning/plan-ahead.ts';

/**
 * What a hand-over of the fulfillment would do now. It contains the buyer's data: show it to the merchant, never store
 * it.
 */
export interface DryRun {
  readonly plan: DeliveryPlan;
  /** What "send anyway" would do; null unless the rule that skips it can be overridden. */
  readonly anyway: DeliveryPlan | null;
  /** What was read as the district; absent when it was written as the operator writes it. */
  readonly reading?: DistrictReading | null;
}

/** One fulfillment of an order, with its delivery. */
export interface OrderFulfillment {
  readonly fulfillmentId: string;
  readonly name: string;
  readonly delivery: OrderDelivery | null;
  /** Null when none was requested; `not-checked` when Shopify could not be read, or there were too many. */
  readonly dryRun: DryRun | 'not-checked' | null;
}

/** Dry runs of one order. The rest is not checked, because each dry run costs query points that hand-overs need. */
const DRY_RUN_LIMIT = 10;
const AT_ONCE = 5;

/**
 * The fulfillments of an order as Shopify has them, each with its delivery, and with a dry run where one is requested.
 * A cancelled fulfillment is listed only if it has a delivery.
 *
 * @param given.deliveries the deliveries of the order
 * @param given.needsDryRun whether a fulfillment with this delivery, or without one, gets a dry run
 * @returns null when the shop has no such order
 * @throws ShopifyError when the order cannot be read
 */
export async function dryRunOrder(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  given: {
    shop: Shop;
    orderId: string;
    deliveries: readonly OrderDelivery[];
    needsDryRun: (delivery: OrderDelivery | null) => boolean;
  },
): Promise<OrderFulfillment[] | null> {
  const { shop, orderId, deliveries, needsDryRun } = given;
  const order = (await readOrders(app.adminApi, shop.domain, [orderId])).get(orderId);
  if (!order) return null;
  const listed = order.fulfillments
    .map(({ id, name, isCancelled }) => {
      const delivery = deliveries.find(({ fulfillmentId }) => fulfillmentId === id) ?? null;
      return { fulfillmentId: id, name, delivery, isCancelled };
    })
    .filter(({ delivery, isCancelled }) => delivery || !isCancelled);

  const dryRuns = new Map<string, DryRun | 'not-checked'>();
  const wanted = listed.filter(({ delivery }) => needsDryRun(delivery));
  const rest = wanted.slice(0, DRY_RUN_LIMIT);
  const dryRunOneAfterAnother = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      dryRuns.set(next.fulfillmentId, await dryRunFulfillment(app, shop, next.fulfillmentId, next.delivery));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, dryRunOneAfterAnother));
  return listed.map(({ fulfillmentId, name, delivery }) => ({
    fulfillmentId,
    name,
    delivery,
    dryRun: needsDryRun(delivery) ? (dryRuns.get(fulfillmentId) ?? 'not-checked') : null,
  }));
}

/** The dry run of one fulfillment; `not-checked` when Shopify could not be read. */
export async function dryRunFulfillment(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  fulfillmentId: string,
  delivery: OrderDelivery | null,
): Promise<DryRun | 'not-checked'> {
  try {
    const live = await readLive(app, shop, fulfillmentId).catch(orWithheld);
    if (live === 'withheld') return { plan: ALL_WITHHELD, anyway: null };
    if (!live) return { plan: await planOfMissing(app, shop, delivery), anyway: null };
    const before = delivery ?? { orderNumber: null, sendAnyway: false, boxes: null };
    const plan = planLive(app, shop, live, before);
    const canPass = plan.kind === 'skip' && canSendAnyway(plan.reason);
    return {
      plan,
      anyway: canPass ? planLive(app, shop, live, { ...before, sendAnyway: true }) : null,
      reading: districtReading(
        live.fulfillment.order,
        planningSettings(shop, app.environment.profile).mapping,
        app.servedDistricts,
        shopCountry(live.shop.currency),
      ),
    };
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return 'not-checked';
  }
}

/** Plans a fulfillment without a delivery. Its order was read a moment ago, so the app has access to it. */
async function planOfMissing(
  app: Pick<AppContext, 'adminApi'>,
  { domain: shopDomain }: Shop,
  delivery: OrderDelivery | null,
): Promise<DeliveryPlan> {
  const plan = delivery && (await whyMissing(app, { shopDomain, orderId: delivery.orderId }));
  if (plan && plan.kind !== 'gone') return plan;
  return { kind: 'skip', reason: { code: 'fulfillment-gone' }, decisions: [] };
}

/** A fulfillment of an order, or what would become one if the rest of the order were fulfilled now. */
interface PlannedFulfillment extends Pick<OrderFulfillment, 'fulfillmentId' | 'name' | 'dryRun' | 'delivery'> {
  /** Of what is not fulfilled yet: the location that would ship it; null when Shopify does not say. */
  readonly location?: string | null;
}

/**
 * The dry run of an order, fulfilled or not, handed over or not. Nothing is sent. The only thing stored is that somebody
 * has seen a dry run.
 *
 * @param given.part valid settings that are not saved yet
 * @returns null when the shop has no such order, or Shopify cannot be read
 */
export async function dryRunWithSettings(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'database' | 'now'>,
  given: { shop: Shop; orderId: string; part: SettingsPart },
): Promise<PlannedFulfillment[] | null> {
  const { orderId, part } = given;
  const shop = { ...given.shop, settings: withPart(given.shop.settings, part) };
  try {
    const made = await dryRunOrder(app, {
      shop,
      orderId,
      deliveries: [],
      needsDryRun: () => true,
    });
    if (!made) return null;
    const fulfillments = [...made, ...(await dryRunAhead(app, shop, orderId))];
    const isSeen = fulfillments.some(({ dryRun }) => dryRun !== null && dryRun !== 'not-checked');
    if (isSeen && shop.dryRunAt === null) {
      await app.database.shop.updateMany({
        where: { domain: shop.domain, dryRunAt: null },
        data: { dryRunAt: app.now() },
      });
    }
    return fulfillments;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}

/** What is still to be fulfilled of the order. */
async function dryRunAhead(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'now'>,
  shop: Shop,
  orderId: string,
): Promise<PlannedFulfillment[]> {
  const ahead = await planAhead(app, shop, orderId).catch(orWithheld);
  if (ahead === 'withheld') return [plannedAhead(orderId, '', null, ALL_WITHHELD)];
  if (!ahead || ahead.isCancelled) return [];
  return ahead.fulfillmentOrders.map(({ fulfillmentOrderId, locationName, plan }) =>
    plannedAhead(fulfillmentOrderId, ahead.orderName, locationName, plan),
  );
}

function plannedAhead(
  fulfillmentId: string,
  name: string,
  location: string | null,
  plan: DeliveryPlan,
): PlannedFulfillment {
  return { fulfillmentId, name, location, delivery: null, dryRun: { plan, anyway: null } };
}
