import { retry, type OfShop } from '../delivery-store.ts';
import { retryHeld } from '../holds/retry-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person retries a delivery: one that needs attention, one that is held for a reason that may be gone, or one that a
 * rule skipped. It passes the same gate as every other hand-over. If its outcome is unknown, it is looked up first.
 *
 * @returns false when it belongs to another shop, or there is nothing to retry
 */
export async function retryDelivery(app: Pick<AppContext, 'database' | 'now'>, of: OfShop): Promise<boolean> {
  return (await retry(app.database, of, app.now())) || retryHeld(app, of);
}
