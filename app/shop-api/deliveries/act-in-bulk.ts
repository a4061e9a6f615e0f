import type { Delivery } from '@prisma/client';
import pLimit from 'p-limit';
import { requestHandOver } from '../../deliveries/merchant-actions/request-hand-over.ts';
import type { BulkAction, BulkOutcome, BulkResult } from '../../pages/deliveries/bulk-result.ts';
import type { OwnShop } from '../own-shop.ts';
import { act } from './delivery-actions.ts';

const AT_ONCE = 5;

/**
 * Takes one action on several deliveries, a few at a time. Each has its own result. Deliveries of another shop have
 * none.
 */
export async function actInBulk(
  own: OwnShop,
  { action, ids }: { action: BulkAction; ids: readonly string[] },
): Promise<BulkResult> {
  const { domain, database, app } = own;
  const deliveries = await database.delivery.findMany({
    where: { id: { in: [...ids] }, shopDomain: domain },
    select: { id: true, phase: true, orderId: true, fulfillmentId: true },
    take: ids.length,
  });
  const atOnce = pLimit(AT_ONCE);
  const outcomes = await Promise.all(
    deliveries.map((each) => atOnce(async () => [each.id, await outcomeOf(own, action, each)] as const)),
  );
  return { kind: 'acted', action, at: app.now().getTime(), outcomes: Object.fromEntries(outcomes) };
}

type Target = Pick<Delivery, 'id' | 'phase' | 'orderId' | 'fulfillmentId'>;

async function outcomeOf(own: OwnShop, action: BulkAction, target: Target): Promise<BulkOutcome> {
  try {
    return (await isDone(own, action, target)) ? 'done' : 'nothing-to-do';
  } catch (error) {
    own.app.logger.error({ error, deliveryId: target.id, shop: own.domain, action }, 'one action of several failed');
    return 'failed';
  }
}

/** In bulk, no rule is overridden: that is an action for one delivery at a time. */
async function isDone(own: OwnShop, action: BulkAction, target: Target): Promise<boolean> {
  const { id: deliveryId, phase, orderId, fulfillmentId } = target;
  switch (action) {
    case 'hand-over':
      return requestHandOver(own.app, { shop: own.domain, orderId, fulfillmentId, sendAnyway: false });
    case 'retry':
      return phase === 'needs-attention' && act(own, { deliveryId, action });
    case 'refresh':
    case 'dismiss-problem':
      return act(own, { deliveryId, action });
  }
}
