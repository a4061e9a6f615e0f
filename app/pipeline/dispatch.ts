import { claimDueHandOvers, type DeliveryWithShop } from '../persistence/deliveries.ts';
import { handOver } from './hand-over.ts';
import { longestStepMs } from './operator-access.ts';
import { createRounds, type Rounds } from './rounds.ts';
import type { World } from './world.ts';

const AT_ONCE = 100;
/** Of one shop in one round; then the next shop has its turn. */
const OF_ONE_SHOP = 10;

/**
 * Takes deliveries whose hand-over is due, whoever or whatever made it so: the row alone says it. Shops take turns, each
 * with its oldest first, so that fifty thousand of one shop do not stand before another's single one.
 */
export function createDispatcher(world: World): Rounds {
  const { operatorLimits, shopifyLimits } = world;
  let afterShop = '';
  return createRounds<DeliveryWithShop>({
    atOnce: () => AT_ONCE,
    async claim(limit) {
      const fullAccounts = operatorLimits.full('hand-over');
      const fullShops = shopifyLimits.full('hand-over');
      const rows = await claimDueHandOvers(world.database, {
        ...{ now: world.now(), leaseMs: longestStepMs(world.environment), limit },
        ...{ afterShop, ofOneShop: OF_ONE_SHOP, fullAccounts, fullShops },
      });
      const begunAt = afterShop;
      afterShop =
        rows.length < limit
          ? ''
          : (rows
              .map(({ shopDomain }) => shopDomain)
              .sort()
              .at(-1) ?? '');
      return {
        ...{ rows, hasMore: rows.length > 0 || begunAt !== '' },
        isFull: fullAccounts.length + fullShops.length > 0,
      };
    },
    work: (delivery) =>
      shopifyLimits.occupy('hand-over', delivery.shopDomain, () =>
        operatorLimits.occupy('hand-over', delivery.shop.operatorAccountId ?? '', () => handOver(world, delivery)),
      ),
    failed: ({ id, correlationId }, error) =>
      world.logger.error({ error, deliveryId: id, correlationId }, 'a hand-over step failed'),
  });
}
