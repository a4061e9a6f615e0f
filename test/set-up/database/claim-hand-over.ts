import { claimDueHandOvers, type DeliveryWithShop } from '../../../app/deliveries/delivery-store.ts';
import type { Database } from '../../../app/persistence/database.ts';

/**
 * Claims what is due to be handed over, as a process with room for all of it does.
 *
 * @returns the delivery of the fulfillment; undefined when it was not due
 */
export async function claimHandOver(
  database: Database,
  fulfillmentId: string,
  { now, leaseMs = 60_000 }: { readonly now: Date; readonly leaseMs?: number },
): Promise<DeliveryWithShop | undefined> {
  const limit = 50;
  const due = await claimDueHandOvers(database, {
    now,
    leaseMs,
    limit,
    afterShop: '',
    ofOneShop: limit,
    fullAccounts: [],
    fullShops: [],
  });
  return due.find((delivery) => delivery.fulfillmentId === fulfillmentId);
}
