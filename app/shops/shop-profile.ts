import { shopProfile } from '../shopify/admin-api/operations.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Reads the shop's name, currency and time zone from Shopify and keeps them, so that the days and times of its pages are
 * the shop's before the first hand-over. Each hand-over refreshes them. While Shopify does not answer, what is stored
 * stays.
 */
export async function readShopProfile(
  { adminApi, database, logger }: Pick<AppContext, 'adminApi' | 'database' | 'logger'>,
  domain: string,
): Promise<void> {
  try {
    const { shop } = await adminApi.request(domain, shopProfile, {});
    await database.shop.updateMany({
      where: { domain },
      data: { name: shop.name, currency: shop.currencyCode, timeZone: shop.ianaTimezone },
    });
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    logger.warn({ error, shop: domain }, 'the name, currency and time zone of the shop were not read');
  }
}
