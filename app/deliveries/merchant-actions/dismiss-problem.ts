import { dismissProblems, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person has taken care of a problem. If the operator has the delivery, tracking continues; if the operator no longer
 * finds it, tracking ends. If the delivery was not handed over, it never will be.
 *
 * @returns false when it belongs to another shop, or has no problem
 */
export async function dismissProblem(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  of: OfShop,
): Promise<boolean> {
  return dismissProblems(database, of, now());
}
