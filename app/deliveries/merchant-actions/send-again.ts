import { sendAgain, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person does not want to wait until it is sure that the operator did not take a delivery, or sends one that the operator
 * does not know any more. It is looked up once more, and sent if it is not found. Where the operator has it all the same,
 * a second courier comes: whoever offers this says so.
 *
 * @returns false when it is of another shop, or the operator has it for all we know
 */
export async function sendAgainNow(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  of: OfShop,
): Promise<boolean> {
  return sendAgain(database, of, now());
}
