import type { Hold } from '../domain/hold.ts';
import type { World } from './world.ts';

/** Due within that is due already: two requests at once have clocks that differ a little. */
const AS_GOOD_AS_DUE_MS = 1_000;

/**
 * A person does not want to wait for the end of the grace period, for the next try, or for the release of all that was
 * held back.
 *
 * @returns false when it is of another shop, held back for another reason, due already, or not waiting any more
 */
export async function sendNow(
  world: Pick<World, 'database' | 'now'>,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<boolean> {
  const now = world.now();
  const notDue = { heldFor: null, sendAt: { gt: new Date(now.getTime() + AS_GOOD_AS_DUE_MS) } };
  const { count } = await world.database.delivery.updateMany({
    where: { id: deliveryId, shopDomain: shop, phase: 'waiting', OR: [notDue, { heldFor: 'release' satisfies Hold }] },
    data: { sendAt: now, heldFor: null },
  });
  return count === 1;
}
