import { claimDueReads, type DeliveryWithShop } from '../delivery-store.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { stepLimitMs } from '../../operator-accounts/operator-access.ts';
import { readDelivery } from './read-delivery.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 100;

/**
 * Reads deliveries at the operator when they are due. Accounts take turns, each with as many as it has places for.
 *
 * @param share from 0 to 1: the part of this process's places that reads may use now
 */
export function createTracker(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { operatorLimits } = app;
  let afterAccount: string | null = null;
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const rooms = operatorLimits.rooms('read');
      const leaseMs = stepLimitMs(app.pace);
      const rows = await claimDueReads(app.database, { now: app.now(), leaseMs, limit, rooms, afterAccount });
      const byAccount = Map.groupBy(
        rows.flatMap(({ operatorAccountId }) => operatorAccountId ?? []),
        (id) => id,
      );
      const roomOf = (id: string) => rooms.known[id] ?? rooms.others;
      const fullNow = [...byAccount].some(([id, { length }]) => length >= roomOf(id));
      const isFull = fullNow || Object.values(rooms.known).some((room) => room === 0);
      const isWhole = rows.length < limit;
      const hasMore = !isWhole || afterAccount !== null;
      afterAccount = isWhole ? null : ([...byAccount.keys()].sort().at(-1) ?? null);
      return { rows, hasMore, isFull };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId, async () => {
        await readDelivery(app, delivery);
        app.dueClock.wake(); // its publications are due
      }),
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the claim expires, and the read is due again
  });
}
