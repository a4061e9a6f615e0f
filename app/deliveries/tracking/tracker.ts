import { claimDueReads, putReadsOff, type DeliveryWithShop } from '../delivery-store.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { stepLimitMs } from '../hand-over/operator-access.ts';
import { readDelivery } from './read-delivery.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 100;
/** How many reads of an account without a free place are tried again for each of the shortest pauses. */
const EACH_PAUSE = 7;

/**
 * Reads deliveries at the operator when they are due.
 *
 * @param share from 0 to 1: the part of this process's places that reads may use now
 */
export function createTracker(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { operatorLimits } = app;
  let foundNoPlace = false;
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(places) {
      const leaseMs = stepLimitMs(app.pace);
      // those of an account without a free place are passed over in large pages, to reach those of other accounts
      const limit = foundNoPlace ? AT_ONCE : places;
      const servedAccounts = operatorLimits.served();
      const due = await claimDueReads(app.database, { now: app.now(), leaseMs, limit, servedAccounts });
      const { rows, notNow } = sortOut(app, due, places);
      await putReadsOff(app.database, notNow);
      foundNoPlace = due.length > 0 && rows.length === 0;
      return { rows, hasMore: due.length === limit || rows.length > 0, isFull: foundNoPlace && due.length < limit };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId, async () => {
        await readDelivery(app, delivery);
      }),
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the lease expires, and the read is due again
  });
}

/**
 * Separates the claimed deliveries that can be read now from those whose account rests or has no free place. The latter
 * wait and cost no call. Those for which this process has no place are due at once, for any process. The places go to
 * those whose last read is the oldest, first of all to those never read: one that had to wait becomes due again later
 * than others that were read meanwhile, and would wait for ever.
 */
function sortOut({ operatorLimits, pace, now, random }: AppContext, due: readonly DeliveryWithShop[], places: number) {
  const rows: DeliveryWithShop[] = [];
  const notNow: { id: string; until: Date }[] = [];
  const crowd: DeliveryWithShop[] = [];
  const begun = new Map<string, number>();
  const { busyMs } = pace.tracking;
  const putOff = ({ id }: DeliveryWithShop, waitMs: number) => {
    notNow.push({ id, until: new Date(now().getTime() + waitMs) });
  };
  const readAt = ({ lastReadAt }: DeliveryWithShop) => lastReadAt?.getTime() ?? 0;
  for (const delivery of due.toSorted((a, b) => readAt(a) - readAt(b))) {
    const { operatorAccountId: accountId } = delivery;
    if (accountId === null) continue; // none of these is claimed
    const before = begun.get(accountId) ?? 0;
    const rest = Math.max(0, (delivery.operatorAccount?.restUntil?.getTime() ?? 0) - now().getTime());
    if (rest > 0) putOff(delivery, Math.max(rest, busyMs) * (1 + random()));
    else if (before >= operatorLimits.room('read', accountId)) crowd.push(delivery);
    else if (rows.length >= places) putOff(delivery, 0);
    else {
      begun.set(accountId, before + 1);
      rows.push(delivery);
    }
  }
  for (const deliveries of Map.groupBy(crowd, ({ operatorAccountId }) => operatorAccountId).values()) {
    const pauses = Math.max(1, deliveries.length / EACH_PAUSE);
    for (const delivery of deliveries) putOff(delivery, busyMs * (1 + pauses * random()));
  }
  return { rows, notNow };
}
