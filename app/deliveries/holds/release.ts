import { HANDFUL, type Hold } from '../../domain/lifecycle/hold.ts';
import type { Transaction } from '../../persistence/database.ts';
import { findShop, shopHold } from '../../shops/shop-store.ts';
import { countHeld, holdForRelease, release } from '../delivery-store.ts';
import { retryComparisons } from '../reconciliation/comparisons.ts';
import { retryOrders } from '../write-back/order-outbox.ts';
import type { AppContext } from '../../app-context.ts';

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
