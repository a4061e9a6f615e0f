import { createClaimLoop, type ClaimLoop } from '../scheduling/claim-loop.ts';
import { checkOrder } from './check-order.ts';
import { claimDueChecks, endClaim, type ClaimedOrder } from './order-claims.ts';
import type { AppContext } from '../app-context.ts';

const AT_ONCE = 20;
/** Points that a shop's query budget must contain for one read; see `openOrder` in app/shopify/admin-api. */
const CHECK_POINTS = 210;

/**
 * Reads the orders that are due, before they are fulfilled. Hand-overs come first: an order waits while they need the
 * shop's query budget, the shop's places, or the thread.
 *
 * @param share from 0 to 1: the part of this process's places that these reads may use now
 */
export function createOrderChecks(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { shopifyLimits, pace } = app;
  /** Shops that need their points for hand-overs, each with the time until which it does. */
  const resting = new Map<string, Date>();
  return createClaimLoop<ClaimedOrder>({
    pace: pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const now = app.now();
      for (const [shop, until] of resting) if (until <= now) resting.delete(shop);
      const full = shopifyLimits.full('read');
      const due = await claimDueChecks(app.database, {
        now,
        leaseMs: pace.earlyWarning.leaseMs,
        limit,
        restingShops: [...resting.keys(), ...full],
      });
      const { rows, notNow } = withinBudgets(app, due);
      for (const { claim, lookAt } of notNow) {
        resting.set(claim.shopDomain, lookAt);
        await endClaim(app.database, claim, { lookAt, tries: claim.tries });
      }
      return { rows, hasMore: due.length > 0, isFull: full.length > 0 };
    },
    work: (claim) => shopifyLimits.occupy('read', claim.shopDomain, () => checkOrder(app, claim)),
    failed: ({ shopDomain: shop, orderId }, error) =>
      app.logger.error({ error, shop, orderId }, 'the check of an unfulfilled order failed'), // the claim expires
  });
}

/** Separates the orders that can be read now from those whose shop needs its points for hand-overs. */
function withinBudgets({ queryBudgets, pace, now, random }: AppContext, due: readonly ClaimedOrder[]) {
  const rows: ClaimedOrder[] = [];
  const notNow: { claim: ClaimedOrder; lookAt: Date }[] = [];
  const begun = new Map<string, number>();
  for (const claim of due) {
    const shop = claim.shopDomain;
    const count = (begun.get(shop) ?? 0) + 1;
    const pauseMs = queryBudgets.pauseBefore(shop, CHECK_POINTS * count) ?? 0;
    if (pauseMs === 0) {
      begun.set(shop, count);
      rows.push(claim);
    } else {
      const waitMs = Math.max(pauseMs, pace.claims.roomMs) * (1 + random() / 2);
      notNow.push({ claim, lookAt: new Date(now().getTime() + waitMs) });
    }
  }
  return { rows, notNow };
}
