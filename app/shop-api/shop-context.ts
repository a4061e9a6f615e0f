import type { Shop } from '@prisma/client';
import type { AppContext, Handoff } from '../app-context.ts';
import type { Locale } from '../texts/locale.ts';
import type { Database } from '../persistence/database.ts';
import type { AdminApi } from '../shopify/admin-api/admin-api.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import type { MerchantRequest } from './merchant-request.ts';
import { OutsideShopError, scopeToShop } from './shop-scope.ts';
import { shopCountry } from '../domain/settings/shop-country.ts';
import type { Reader } from '../extension-api/delivery-view.ts';
import type { Asker, OperatorSupport } from '../extension-api/explain.ts';
import type { OperatorProfile } from '../operator/profile/operator-profile.ts';
import { hasPickup } from '../domain/settings/shop-settings.ts';
import type { ShopStanding } from '../pages/shell/banners/shop-banners.tsx';
import { settingsOf, shopHold, type ShopWithAccount } from '../shops/shop-store.ts';

/**
 * A shop as its own merchants reach it. The backend creates one for each authenticated request, and every function of
 * `ShopApi` works on it, so no function can choose another shop.
 */
export interface ShopContext {
  readonly domain: string;
  /** Number of the staff member who asks, in Shopify. */
  readonly staff: string;
  /** The reader's language. */
  readonly locale: Locale;
  /** The deployer's support; null when the deployer named none. */
  readonly supportUrl: string | null;
  /** How the operator is reached, as its profile says; best first. */
  readonly operatorSupport: readonly OperatorSupport[];
  /** Finds and changes only this shop's rows. SQL that does not name this shop is refused. */
  readonly database: Database;
  /** Asks Shopify only about this shop. */
  readonly adminApi: AdminApi;
  /**
   * What the merchant's actions need. They write SQL for one delivery by its id, after they have found it in this shop.
   */
  readonly app: AppContext;
  /**
   * Takes points from what the shop's merchants may do in a minute, besides those of the request itself.
   *
   * @returns null, or for how many milliseconds nothing is left
   */
  readonly spend: (points: number) => Promise<number | null>;
}

/** What a query needs of a shop. */
export type ShopRows = Pick<ShopContext, 'domain' | 'database'>;

export function openShopContext(
  { app, actionBudget }: Pick<Handoff, 'app' | 'actionBudget'>,
  { shop: domain, staff }: Pick<MerchantRequest, 'shop' | 'staff'>,
  locale: Locale,
): ShopContext {
  const adminApi: AdminApi = {
    async request(shop, operation, variables) {
      if (shop !== domain) throw new OutsideShopError('the Admin API of another shop');
      return app.adminApi.request(shop, operation, variables);
    },
  };
  return {
    domain,
    staff,
    locale,
    supportUrl: app.environment.SUPPORT_URL ?? null,
    operatorSupport: operatorSupportOf(app.environment.profile),
    database: scopeToShop(app.database, domain, { sql: 'names-the-shop' }),
    adminApi,
    app: { ...app, adminApi, database: scopeToShop(app.database, domain, { sql: 'any' }) },
    spend: (points) => actionBudget.spend(domain, points),
  };
}

/** Who asks, with the country of the shop; null for a shop that is not known yet. */
export function askerOf(
  { locale, supportUrl, operatorSupport }: ShopContext,
  shop: Pick<Shop, 'currency'> | null,
): Asker {
  return { locale, supportUrl, operatorSupport, country: shopCountry(shop?.currency) };
}

/** Who reads a delivery now, with the shop's time zone. */
export function readerOf(own: ShopContext, shop: Pick<Shop, 'currency' | 'timeZone'> | null): Reader {
  const { pace, environment, now } = own.app;
  return {
    ...askerOf(own, shop),
    now: now(),
    timeZone: shop?.timeZone ?? null,
    horizonMs: pace.handOver.lookUpHorizonMs,
    states: environment.profile.stateTable,
  };
}

export function operatorSupportOf({ support, cancelBy }: OperatorProfile): OperatorSupport[] {
  const phone = support.phone === undefined ? [] : [{ url: `tel:${support.phone}`, shown: support.phone }];
  const { address } = support;
  const page = address === undefined ? [] : [{ url: address, shown: address.replace(/^(?:mailto:|https:\/\/)/, '') }];
  return cancelBy === 'address' ? [...page, ...phone] : [...phone, ...page];
}

/** What holds all hand-overs of the shop, as its pages say it. */
export function shopStanding(shop: ShopWithAccount | null): ShopStanding {
  if (!shop) return { hold: 'set-up', hasToken: false, hasPickup: false };
  return {
    hold: shopHold(shop),
    hasToken: shop.operatorAccount !== null,
    hasPickup: hasPickup(settingsOf(shop)),
  };
}

/** What Shopify answers; null when it could not be asked. */
export async function unlessUnasked<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ShopifyError) return null;
    throw error;
  }
}
