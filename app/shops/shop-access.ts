import type { Shop } from '@prisma/client';
import { grantedScopes, shopProfile } from '../shopify/admin-api/operations.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import { isAddressRefused } from './address-refusal.ts';
import type { AppContext } from '../app-context.ts';

/** What Shopify does not allow the app in a shop. */
export interface ShopAccess {
  readonly missingScopes: readonly string[];
  /** Whether Shopify blanks the buyers' data. */
  readonly isCustomerDataWithheld: boolean;
  /** Whether Shopify refuses all calls from the app's server. */
  readonly isServerRefused: boolean;
}

/**
 * The scopes are requested from Shopify once, and again after Shopify has reported a change. While Shopify cannot be
 * asked, nothing counts as missing.
 */
export async function readShopAccess(
  app: Pick<AppContext, 'adminApi' | 'database' | 'now'>,
  shop: Pick<Shop, 'domain' | 'grantedScopes' | 'customerDataWithheld'> | null,
): Promise<ShopAccess> {
  if (!shop) return { missingScopes: [], isCustomerDataWithheld: false, isServerRefused: false };
  const granted = shop.grantedScopes?.split(',') ?? (await askForScopes(app, shop.domain));
  return {
    missingScopes: granted ? missingScopes(granted) : [],
    isCustomerDataWithheld: shop.customerDataWithheld,
    isServerRefused: await isAddressRefused(app.database, app.now()),
  };
}

async function askForScopes({ adminApi, database }: Pick<AppContext, 'adminApi' | 'database'>, domain: string) {
  try {
    const { currentAppInstallation } = await adminApi.request(domain, grantedScopes, {});
    const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle);
    await database.shop.updateMany({ where: { domain }, data: { grantedScopes: granted.join(',') } });
    return granted;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}

/** The scopes that shopify.app.toml requests; `npm run check` compares the two. */
export const REQUIRED_SCOPES = [
  'read_customers',
  'read_fulfillments',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_orders',
  'read_third_party_fulfillment_orders',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
  'write_third_party_fulfillment_orders',
] as const;

/**
 * @param granted as Shopify lists them: a write scope includes the read scope, which is not listed then
 * @returns the scopes of REQUIRED_SCOPES that are missing
 */
function missingScopes(granted: readonly string[]): string[] {
  return REQUIRED_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')),
  );
}

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
