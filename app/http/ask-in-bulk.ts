import type { Delivery } from '@prisma/client';
import { z } from 'zod';
import { markHandled } from '../pipeline/mark-handled.ts';
import { refreshDelivery } from '../pipeline/refresh.ts';
import { requestHandOver } from '../pipeline/request-hand-over.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import type { World } from '../pipeline/world.ts';
import { BULK_VERBS, MOST_IN_BULK, type BulkOutcome, type BulkResult, type BulkVerb } from '../web/bulk-result.ts';

const AT_ONCE = 5;

const wish = z.object({ verb: z.enum(BULK_VERBS), ids: z.array(z.uuid()).min(1).max(MOST_IN_BULK) });

/**
 * Asks the same of several deliveries of a shop, a few at once; each has an outcome of its own. What is not the shop's
 * has none.
 *
 * @throws ZodError
 */
export async function askInBulk(world: World, shop: string, form: FormData): Promise<BulkResult> {
  const { verb, ids } = wish.parse({ verb: form.get('verb'), ids: form.getAll('id') });
  const rest = await world.database.delivery.findMany({
    where: { id: { in: ids }, shopDomain: shop },
    select: { id: true, phase: true, orderId: true, fulfillmentId: true },
  });
  const outcomes: Record<string, BulkOutcome> = {};
  const oneAfterAnother = async () => {
    for (let each = rest.shift(); each; each = rest.shift()) outcomes[each.id] = await ask(world, shop, verb, each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother));
  return { kind: 'asked', verb, at: world.now().getTime(), outcomes };
}

type Asked = Pick<Delivery, 'id' | 'phase' | 'orderId' | 'fulfillmentId'>;

async function ask(world: World, shop: string, verb: BulkVerb, asked: Asked): Promise<BulkOutcome> {
  try {
    return (await isTaken(world, shop, verb, asked)) ? 'taken' : 'not-taken';
  } catch (error) {
    world.logger.error({ error, deliveryId: asked.id, shop, verb }, 'one of several wishes failed');
    return 'failed';
  }
}

/** In bulk nothing is sent in spite of a rule: that is asked for one delivery at a time. */
async function isTaken(world: World, shop: string, verb: BulkVerb, asked: Asked): Promise<boolean> {
  const { id: deliveryId, phase, orderId, fulfillmentId } = asked;
  switch (verb) {
    case 'hand-over':
      return requestHandOver(world, { shop, orderId, fulfillmentId, sendAnyway: false });
    case 'retry':
      return phase === 'needs-attention' && retryDelivery(world, { shop, deliveryId });
    case 'refresh':
      return refreshDelivery(world, { shop, deliveryId });
    case 'mark-handled':
      return markHandled(world, { shop, deliveryId });
  }
}
