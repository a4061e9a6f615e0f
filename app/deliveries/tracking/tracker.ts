import { claimDueReads, putReadsOff, type DeliveryWithShop } from '../delivery-store.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { stepLimitMs } from '../hand-over/operator-access.ts';
import { readDelivery } from './read-delivery.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 100;

/**
 * Reads deliveries at the operator when they are due.
 *
 * @param share from 0 to 1: the part of this process's places that reads may use now
 */
export function createTracker(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { operatorLimits } = app;
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const leaseMs = stepLimitMs(app.pace);
      const fullAccounts = operatorLimits.full('read');
      const due = await claimDueReads(app.database, { now: app.now(), leaseMs, limit, fullAccounts });
      const { rows, notNow } = sortOut(app, due);
      await putReadsOff(app.database, notNow);
      return { rows, hasMore: due.length > 0, isFull: fullAccounts.length > 0 };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId ?? '', () => readDelivery(app, delivery)),
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the lease expires, and the read is due again
  });
}

/**
 * Separates the claimed deliveries that can be read now from those whose account rests or has no free place. The latter
 * wait and cost no call.
 */
function sortOut({ operatorLimits, pace, now, random }: AppContext, due: readonly DeliveryWithShop[]) {
  const rows: DeliveryWithShop[] = [];
  const notNow: { id: string; until: Date }[] = [];
  const begun = new Map<string, number>();
  for (const delivery of due) {
    const accountId = delivery.operatorAccountId ?? '';
    const before = begun.get(accountId) ?? 0;
    const rest = Math.max(0, (delivery.operatorAccount?.restUntil?.getTime() ?? 0) - now().getTime());
    if (rest === 0 && before < operatorLimits.room('read', accountId)) {
      begun.set(accountId, before + 1);
      rows.push(delivery);
    } else {
      const waitMs = Math.max(rest, pace.tracking.busyMs) * (1 + random());
      notNow.push({ id: delivery.id, until: new Date(now().getTime() + waitMs) });
    }
  }
  return { rows, notNow };
}
