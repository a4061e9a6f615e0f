import { tryHeld, type OfShop } from '../delivery-store.ts';
import { hurryProbe } from '../../operator-accounts/account-trust.ts';
import type { AppContext } from '../../app-context.ts';

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
