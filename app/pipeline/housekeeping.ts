import { pruneBatch } from '../persistence/prune.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Removes a batch of what the deployer does not want to keep any longer.
 *
 * @returns whether there may be more
 */
export async function keepHouse({ database, environment, now }: World): Promise<boolean> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const before = {
    receipts: daysAgo(environment.KEEP_RECEIPTS_DAYS),
    details: daysAgo(environment.KEEP_DETAILS_DAYS),
    audit: daysAgo(environment.KEEP_AUDIT_DAYS),
    counts: daysAgo(environment.KEEP_COUNTS_DAYS),
  };
  return pruneBatch(database, { now: now(), before });
}
