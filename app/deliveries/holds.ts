import {
  claimShopsWithHolds,
  countHeld,
  holdForRelease,
  release,
  resumeAfterFaults,
  tryHeld,
  type OfShop,
  type ShopWithHolds,
} from './delivery-store.ts';
import { findShop, shopHold } from '../shops/shop-store.ts';
import { grantedScopes } from '../shopify/admin-api/operations.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../app-context.ts';
import { HANDFUL, type Hold } from '../domain/lifecycle/hold.ts';
import type { Transaction } from '../persistence/database.ts';
import { retryComparisons } from './reconciliation/comparisons.ts';
import { retryOrders } from './write-back/order-outbox.ts';
import { hurryProbe } from '../operator-accounts/account-trust.ts';

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

/**
 * Releases the shop's held deliveries, oldest first, if nothing holds the shop any more. Call it after anything that
 * may have ended the reason: settings saved, token replaced, app opened. Deliveries that waited for the merchant's
 * set-up wait for approval if they are more than a handful: the merchant sends or skips them all.
 *
 * @returns how many deliveries continue
 */
export async function releaseHeld(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  domain: string,
): Promise<number> {
  const shop = await findShop(transaction, domain);
  if (!shop || shopHold(shop)) return 0;
  if ((await countHeld(transaction, domain, UNTIL_SET_UP)) > HANDFUL) {
    await holdForRelease(transaction, domain, UNTIL_SET_UP);
  }
  return releaseHeldFor(app, transaction, { shop: domain, holds: [...UNTIL_SET_UP, 'account-paused'] });
}

/**
 * Releases the deliveries that were held for these reasons, and tries again what Shopify refused during that time.
 *
 * @returns how many deliveries continue
 */
export async function releaseHeldFor(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  { shop: domain, holds }: { shop: string; holds: readonly Hold[] },
): Promise<number> {
  const released = await release(transaction, { shop: domain, holds, now: app.now() });
  await retryOrders(transaction, domain);
  await retryComparisons(transaction, domain);
  return released;
}

const UNTIL_SET_UP: Hold[] = ['set-up', 'switched-off', 'no-shopify-token', 'uninstalled'];

/**
 * A person retries a delivery whose hold can end by itself. The delivery takes its next step now, and a paused operator
 * account is tried now.
 *
 * @returns false when it belongs to another shop, or is not held for such a reason
 */
export async function retryHeld({ database, now }: Pick<AppContext, 'database' | 'now'>, of: OfShop): Promise<boolean> {
  const goesOn = await tryHeld(database, of, now());
  if (goesOn) await hurryProbe(database, of.shop, now());
  return goesOn;
}
