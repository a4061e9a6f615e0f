import { dismissProblems, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person has taken care of a problem. A delivery that the operator has stays with it and is tracked; one that was not
 * handed over will not be.
 *
 * @returns false when it is of another shop, or has no problem
 */
export async function dismissProblem({ database }: Pick<AppContext, 'database'>, of: OfShop): Promise<boolean> {
  return dismissProblems(database, of);
}
