import type { Shop } from '@prisma/client';
import { withPart, type SettingsPart } from '../domain/settings-part.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { previewOrder, type OrderFulfillment } from './preview-order.ts';
import type { World } from './world.ts';

/**
 * The dry run of an order that was fulfilled, whether it was handed over or not: nothing is sent, and nothing of it is
 * kept but that somebody has seen one.
 *
 * @param given.part settings that are not saved yet, and fit to be
 * @returns null when the shop has no such order, or Shopify cannot be read
 */
export async function tryOrder(
  world: Pick<World, 'adminApi' | 'environment' | 'servedDistricts' | 'database' | 'now'>,
  given: { shop: Shop; orderId: string; part: SettingsPart },
): Promise<OrderFulfillment[] | null> {
  const { shop, orderId, part } = given;
  try {
    const fulfillments = await previewOrder(world, {
      shop: { ...shop, settings: withPart(shop.settings, part) },
      ...{ orderId, deliveries: [], needsPreview: () => true },
    });
    const isSeen = fulfillments?.some(({ preview }) => preview !== null && preview !== 'not-checked');
    if (isSeen && shop.dryRunAt === null) {
      await world.database.shop.updateMany({
        where: { domain: shop.domain, dryRunAt: null },
        data: { dryRunAt: world.now() },
      });
    }
    return fulfillments;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}
