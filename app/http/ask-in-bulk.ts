import { z } from 'zod';
import { requestHandOver } from '../pipeline/request-hand-over.ts';
import type { World } from '../pipeline/world.ts';
import { BULK_VERBS, MOST_IN_BULK, type BulkOutcome, type BulkResult, type BulkVerb } from '../web/bulk-result.ts';
import { ASK_DELIVERY } from './delivery-verbs.ts';

const AT_ONCE = 5;

const wish = z.object({ verb: z.enum(BULK_VERBS), ids: z.array(z.uuid()).min(1).max(MOST_IN_BULK) });

/**
 * Asks the same of several deliveries of a shop, a few at once; each has an outcome of its own. One of another shop is
 * `not-taken`, as one that is not there.
 *
 * @throws ZodError
 */
export async function askInBulk(world: World, shop: string, form: FormData): Promise<BulkResult> {
  const { verb, ids } = wish.parse({ verb: form.get('verb'), ids: form.getAll('id') });
  const outcomes: Record<string, BulkOutcome> = {};
  const rest = [...new Set(ids)];
  const oneAfterAnother = async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) outcomes[id] = await ask(world, shop, verb, id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother));
  return { kind: 'asked', verb, at: world.now().getTime(), outcomes };
}

async function ask(world: World, shop: string, verb: BulkVerb, deliveryId: string): Promise<BulkOutcome> {
  try {
    return (await isTaken(world, shop, verb, deliveryId)) ? 'taken' : 'not-taken';
  } catch (error) {
    world.logger.error({ error, deliveryId, shop, verb }, 'one of several wishes failed');
    return 'failed';
  }
}

/** In bulk nothing is sent in spite of a rule: that is asked for one delivery at a time. */
async function isTaken(world: World, shop: string, verb: BulkVerb, deliveryId: string): Promise<boolean> {
  if (verb === 'refresh' || verb === 'mark-handled') return ASK_DELIVERY[verb](world, { shop, deliveryId });
  const delivery = await world.database.delivery.findFirst({
    where: { id: deliveryId, shopDomain: shop, ...(verb === 'retry' && { phase: 'needs-attention' }) },
    select: { orderId: true, fulfillmentId: true },
  });
  return delivery !== null && requestHandOver(world, { shop, ...delivery, sendAnyway: false });
}
