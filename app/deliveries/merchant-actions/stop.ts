import { stop, undoStop, type OfShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * A person decides that a delivery is not sent, before it is handed over. A process that has just claimed it loses the
 * claim, and may no longer send it.
 *
 * @returns false when it belongs to another shop, or was or may have been sent
 */
export async function stopDelivery(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  of: OfShop,
): Promise<boolean> {
  return stop(database, of, now());
}

/** @returns false when it belongs to another shop, or no person stopped it */
export async function undoStopDelivery(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  of: OfShop,
): Promise<boolean> {
  return undoStop(database, of, now());
}
