import { markPruned } from '../deliveries/delivery-store.ts';
import { pruneEndedOrders } from '../early-warning/open-orders.ts';
import { pruneBatch } from '../persistence/prune.ts';
import type { AppContext } from '../app-context.ts';

/** Rows of orders that are deleted at once. */
const ENDED_ORDERS = 5_000;

/**
 * Deletes a batch of what the deployer does not want to keep any longer.
 *
 * @returns whether there may be more
 */
export async function pruneDaily({ database, pace, now }: AppContext): Promise<boolean> {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const before = {
    receipts: ago(pace.keeping.receiptsMs),
    details: ago(pace.keeping.detailsMs),
    audit: ago(pace.keeping.auditMs),
    counts: ago(pace.keeping.countsMs),
  };
  const ended = await pruneEndedOrders(database, { endedBefore: ago(pace.earlyWarning.keepMs), limit: ENDED_ORDERS });
  const areMore = await pruneBatch(database, { now: now(), before, markPruned });
  return areMore || ended === ENDED_ORDERS;
}
