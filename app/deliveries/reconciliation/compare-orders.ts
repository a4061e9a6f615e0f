import { claimDueComparisons, endComparison } from './comparisons.ts';
import { noticeEdits } from './notice-edits.ts';
import type { ClaimedOrder } from '../due-orders.ts';
import { afterShopifyFailure } from '../after-shopify-failure.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { shopTurns } from '../../scheduling/shop-turns.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 20;
/** Orders of one shop that are claimed before the next shop has its turn. */
const OF_ONE_SHOP = 10;

/**
 * Compares changed orders with what was handed over of them, as they become due.
 *
 * @param share from 0 to 1: the part of this process's places that comparisons may use now
 */
export function createComparer(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { database, logger, pace, shopifyLimits } = app;
  const { leaseMs } = pace.edits;
  const turns = shopTurns<ClaimedOrder>({ ofOneShop: OF_ONE_SHOP, shopOf: ({ shop }) => shop });
  return createClaimLoop<ClaimedOrder>({
    pace: pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const fullShops = shopifyLimits.full('read');
      const { rows, hasMore } = await turns.take(limit, (turn) =>
        claimDueComparisons(database, { leaseMs, fullShops, ...turn }),
      );
      return { rows, hasMore, isFull: fullShops.length > 0 };
    },
    work: (order) => shopifyLimits.occupy('read', order.shop, () => compareOrder(app, order)),
    failed: ({ shop, orderId }, error) => logger.error({ error, shop, orderId }, 'comparing an order failed'), // the claim expires
  });
}

async function compareOrder(app: AppContext, claimed: ClaimedOrder): Promise<void> {
  const again = await noticeEdits(app, claimed).then(
    () => null,
    (error: unknown) => afterShopifyFailure(app, claimed, error),
  );
  await endComparison(app.database, { claimed, again }, app.pace.edits.settleMs);
}
