import { stop, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person stops a delivery before it is handed over. A process that has just claimed it loses the claim, and may no
 * longer send it.
 *
 * @returns false when it belongs to another shop, or no longer waits, so that the operator may have it
 */
export async function stopDelivery({ database }: Pick<AppContext, 'database'>, of: OfShop): Promise<boolean> {
  return stop(database, of);
}
