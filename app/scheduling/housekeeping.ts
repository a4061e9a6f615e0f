import { markPruned } from '../deliveries/delivery-store.ts';
import { pruneBatch } from '../persistence/prune.ts';
import type { AppContext } from '../app-context.ts';

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
  return pruneBatch(database, { now: now(), before, markPruned });
}
