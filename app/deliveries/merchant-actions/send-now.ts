import { hurry, type OfShop } from '../delivery-store.ts';
import { tryHeldNow } from './try-held.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person does not want to wait for the end of the grace period, for the next try, for the release of all that was
 * held back, or for the end of a hold that ends by itself.
 *
 * @returns false when it is of another shop, held back for another reason, due already, or not waiting any more
 */
export async function sendNow(app: Pick<AppContext, 'database' | 'now' | 'pace'>, of: OfShop): Promise<boolean> {
  const { database, now, pace } = app;
  if (await hurry(database, of, { now: now(), asGoodAsDueMs: pace.sendNow.asGoodAsDueMs })) return true;
  return tryHeldNow(app, of);
}
