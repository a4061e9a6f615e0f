import type { Shop } from '@prisma/client';
import { withPart, type SettingsPart } from '../../../domain/settings/settings-part.ts';
import { ShopifyError } from '../../../shopify/admin-api/shopify-error.ts';
import { planAhead } from '../../../early-warning/plan-ahead.ts';
import type { DeliveryPlan } from '../../../domain/planning/delivery-plan.ts';
import { ALL_WITHHELD, orWithheld } from '../../hand-over/plan-live.ts';
import { dryRunOrder, type OrderFulfillment } from './dry-run-order.ts';
import type { AppContext } from '../../../app-context.ts';

/** A fulfillment of an order, or what would become one if the rest of the order were fulfilled now. */
export interface PlannedFulfillment extends Pick<OrderFulfillment, 'fulfillmentId' | 'name' | 'dryRun' | 'delivery'> {
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
