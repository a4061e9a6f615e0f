import { hurry, type OfShop } from '../delivery-store.ts';
import { retryHeld } from '../holds/retry-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person does not want to wait for the end of the grace period, for the next try, for the approval of all held
 * deliveries, or for the end of a temporary hold.
 *
 * @returns false when it belongs to another shop, is held for another reason, is already due, or no longer waits
 */
export async function sendNow(app: Pick<AppContext, 'database' | 'now' | 'pace'>, of: OfShop): Promise<boolean> {
  const { database, now, pace } = app;
  if (await hurry(database, of, { now: now(), asGoodAsDueMs: pace.sendNow.asGoodAsDueMs })) return true;
  return retryHeld(app, of);
}
