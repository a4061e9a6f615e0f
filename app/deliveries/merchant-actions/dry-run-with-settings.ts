import type { Shop } from '@prisma/client';
import { withPart, type SettingsPart } from '../../domain/settings/settings-part.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { dryRunOrder, type OrderFulfillment } from './dry-run-order.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * The dry run of a fulfilled order, whether it was handed over or not. Nothing is sent. The only thing stored is that
 * somebody has seen a dry run.
 *
 * @param given.part valid settings that are not saved yet
 * @returns null when the shop has no such order, or Shopify cannot be read
 */
export async function dryRunWithSettings(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'database' | 'now'>,
  given: { shop: Shop; orderId: string; part: SettingsPart },
): Promise<OrderFulfillment[] | null> {
  const { shop, orderId, part } = given;
  try {
    const fulfillments = await dryRunOrder(app, {
      shop: { ...shop, settings: withPart(shop.settings, part) },
      orderId,
      deliveries: [],
      needsDryRun: () => true,
    });
    const isSeen = fulfillments?.some(({ dryRun }) => dryRun !== null && dryRun !== 'not-checked');
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
