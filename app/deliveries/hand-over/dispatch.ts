import type { EarlierLife } from '../../domain/hand-over/doubt.ts';
import { claimDueHandOvers, type DeliveryWithShop } from '../delivery-store.ts';
import { handOver } from './hand-over.ts';
import { lifeBeforeDatabase } from '../../persistence/connection/database-life.ts';
import { stepLimitMs } from '../../operator-accounts/operator-access.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { shopTurns } from '../../scheduling/shop-turns.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 100;
/** Hand-overs of one shop that are claimed before the next shop has its turn. */
const OF_ONE_SHOP = 10;

/**
 * Claims the deliveries whose hand-over is due and hands them over. Only the row says what is due, and not what made it due.
 * Shops take turns, each with its oldest delivery first.
 */
export function createDispatcher(app: AppContext): ClaimLoop {
  const { operatorLimits, shopifyLimits } = app;
  const turns = shopTurns<DeliveryWithShop>({ ofOneShop: OF_ONE_SHOP, shopOf: ({ shopDomain }) => shopDomain });
  let databaseLife: EarlierLife = { kind: 'restored-database', endedAt: app.now() };
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => AT_ONCE,
    async claim(limit) {
      const fullAccounts = operatorLimits.full('hand-over');
      const fullShops = shopifyLimits.full('hand-over');
      const isFull = fullAccounts.length + fullShops.length > 0;
      const now = app.now();
      const leaseMs = stepLimitMs(app.pace);
      const { rows, hasMore } = await turns.take(limit, (turn) =>
        claimDueHandOvers(app.database, { now, leaseMs, fullAccounts, fullShops, ...turn }),
      );
      if (rows.length > 0) databaseLife = await lifeBeforeDatabase(app.database, app.now());
      return { rows, hasMore, isFull };
    },
    work: (delivery) =>
      shopifyLimits
        .occupy('hand-over', delivery.shopDomain, () =>
          operatorLimits.occupy('hand-over', delivery.shop.operatorAccountId, () =>
            app.tracing.step(
              delivery.correlationId,
              { name: 'hand over', attributes: { 'delivery.id': delivery.id } },
              () => handOver(app, delivery, databaseLife),
            ),
          ),
        )
        .finally(app.dueClock.wake), // its publications are due
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'a hand-over step failed'),
  });
}
