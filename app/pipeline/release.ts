import type { Transaction } from '../persistence/database.ts';
import { findShop, shopHold } from '../persistence/shops.ts';
import { handOverJob, publishJob } from './jobs.ts';
import type { World } from './world.ts';

/**
 * Lets the shop's held deliveries go on, oldest first, when nothing holds the shop back any more. Call it after whatever
 * may have ended the reason: settings saved, token replaced, app opened.
 *
 * @returns how many go on
 */
export async function releaseHeld(
  world: Pick<World, 'queue' | 'now'>,
  transaction: Transaction,
  domain: string,
): Promise<number> {
  const shop = await findShop(transaction, domain);
  if (!shop || shopHold(shop)) return 0;
  const held = await transaction.delivery.findMany({
    where: { shopDomain: domain, heldFor: { not: null } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  await transaction.delivery.updateMany({
    where: { id: { in: held.map(({ id }) => id) }, heldFor: { not: null } },
    data: { heldFor: null, sendAt: world.now(), tries: 0 },
  });
  for (const { id: deliveryId } of held) await world.queue.send(transaction, handOverJob, { deliveryId });
  const unpublished = await transaction.delivery.findMany({
    where: { shopDomain: domain, publications: { some: { settledAt: null } } },
    distinct: ['orderId'],
    select: { orderId: true },
  });
  for (const { orderId } of unpublished) {
    await world.queue.send(transaction, publishJob, { shop: domain, orderId }, { key: orderId });
  }
  return held.length;
}
