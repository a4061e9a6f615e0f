import type { AppContext } from '../app-context.ts';
import type { Locale } from '../texts/locale.ts';
import type { Database } from '../persistence/database.ts';
import type { AdminApi } from '../shopify/admin-api/admin-api.ts';
import { OutsideShopError, scopeToShop } from './shop-scope.ts';

/**
 * A shop as its own merchants reach it. The door makes one for each request that it has authenticated, and every
 * function of `ShopApi` works on it, so none of them has a shop to choose.
 */
export interface OwnShop {
  readonly domain: string;
  /** The language of whoever asks. */
  readonly locale: Locale;
  /** Who helps when nothing else does; null when the deployer named nobody. */
  readonly supportUrl: string | null;
  /** Finds and changes this shop's rows alone; SQL that does not name this shop is refused. */
  readonly database: Database;
  /** Asks Shopify about this shop alone. */
  readonly adminApi: AdminApi;
  /** What the merchant's actions need. They write SQL for one delivery by its id, after they found it in this shop. */
  readonly app: AppContext;
}

/** What a query needs of a shop. */
export type OwnRows = Pick<OwnShop, 'domain' | 'database'>;

export function openOwnShop(app: AppContext, domain: string, locale: Locale): OwnShop {
  const adminApi: AdminApi = {
    async request(shop, operation, variables) {
      if (shop !== domain) throw new OutsideShopError('the Admin API of another shop');
      return app.adminApi.request(shop, operation, variables);
    },
  };
  return {
    domain,
    locale,
    supportUrl: app.environment.SUPPORT_URL ?? null,
    database: scopeToShop(app.database, domain, { sql: 'names-the-shop' }),
    adminApi,
    app: { ...app, adminApi, database: scopeToShop(app.database, domain, { sql: 'any' }) },
  };
}
