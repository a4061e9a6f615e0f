import { claimShopsWithHolds, resumeAfterFaults, type ShopWithHolds } from '../delivery-store.ts';
import { releaseHeldFor, releaseHeld } from './release.ts';
import { findShop, shopHold } from '../../shops/shop-store.ts';
import { grantedScopes } from '../../shopify/admin-api/operations.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../../app-context.ts';

const SHOPS_AT_ONCE = 10;
const RESUMED_AT_ONCE = 500;

/**
 * Checks held deliveries again, at growing intervals. Deliveries whose reason is gone continue. If
 * Shopify accepted no token, one small query of the shop tries the token again. Deliveries that failed until a person was
 * told are tried again as well.
 *
 * @returns whether there may be more to check now
 */
export async function checkHolds(app: AppContext): Promise<boolean> {
  const shops = await claimShopsWithHolds(app.database, {
    now: app.now(),
    pace: app.pace.holds,
    limit: SHOPS_AT_ONCE,
  });
  await Promise.all(shops.map((shop) => checkShop(app, shop)));
  const resumed = await resumeAfterFaults(app.database, { now: app.now(), limit: RESUMED_AT_ONCE });
  return shops.length === SHOPS_AT_ONCE || resumed === RESUMED_AT_ONCE;
}

async function checkShop(app: AppContext, { domain, holds }: ShopWithHolds): Promise<void> {
  const shop = await findShop(app.database, domain);
  if (!shop || shopHold(shop)) return;
  const isWithoutToken = holds.includes('no-shopify-token');
  if (isWithoutToken && !(await takesToken(app, domain))) return;
  await app.database.$transaction(async (transaction) => {
    // if Shopify accepts the token again, the fault has passed and no approval is needed
    const resumed = isWithoutToken
      ? await releaseHeldFor(app, transaction, { shop: domain, holds: ['no-shopify-token'] })
      : 0;
    const released = resumed + (await releaseHeld(app, transaction, domain));
    if (released > 0) app.logger.info({ shop: domain, holds, released }, 'held deliveries resume');
  });
}

async function takesToken({ adminApi, logger }: AppContext, shop: string): Promise<boolean> {
  try {
    await adminApi.request(shop, grantedScopes, {});
    return true;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    logger.info({ shop, failure: error.failure }, 'held deliveries wait for Shopify');
    return error.failure === 'access-denied' || error.failure === 'refused'; // Shopify accepted the token and refused the query
  }
}
