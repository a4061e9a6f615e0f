import { handOverJob } from './jobs.ts';
import type { World } from './world.ts';

/**
 * A person does not want to wait for the end of the grace period, or for the next try.
 *
 * @returns false when it is of another shop, held back, due already, or not waiting any more
 */
export async function sendNow(
  world: Pick<World, 'database' | 'queue' | 'now'>,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const now = world.now();
  return world.database.$transaction(async (transaction) => {
    const { count } = await transaction.delivery.updateMany({
      where: { id: deliveryId, shopDomain: shop, phase: 'waiting', heldFor: null, sendAt: { gt: now } },
      data: { sendAt: now },
    });
    if (count === 0) return false;
    await world.queue.send(transaction, handOverJob, { deliveryId });
    return true;
  });
}
