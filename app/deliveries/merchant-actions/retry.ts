import { retry, type OfShop } from '../delivery-store.ts';
import { tryHeldNow } from './try-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person asks for a delivery to be tried again: one that needs attention, one that is held for a reason which may have
 * gone, or, in spite of the rule, one that was skipped. It passes the same gate as every other; an unknown outcome is looked up first.
 *
 * @returns false when it is of another shop, or there is nothing to try again
 */
export async function retryDelivery(app: Pick<AppContext, 'database' | 'now'>, of: OfShop): Promise<boolean> {
  return (await retry(app.database, of, app.now())) || tryHeldNow(app, of);
}
