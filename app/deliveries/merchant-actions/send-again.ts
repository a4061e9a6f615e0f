import { sendAgain, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person does not want to wait until it is certain that the operator has not accepted a delivery, or sends a delivery
 * again that the operator no longer knows. It is looked up once more, and sent if it is not found. If the operator has
 * it after all, a second courier comes: whoever offers this action must say so.
 *
 * @returns false when it belongs to another shop, or the operator is known to have it
 */
export async function sendAgainNow(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  of: OfShop,
): Promise<boolean> {
  return sendAgain(database, of, now());
}
