import type { Shop } from '@prisma/client';
import {
  afterStep,
  isHeldByUs,
  nextHoldSteps,
  orderHoldsSchema,
  type HoldStep,
  type OrderHold,
} from '../domain/early-warning/order-hold.ts';
import { isReasonToHold, judgeOrder, type OrderVerdict } from '../domain/early-warning/verdict.ts';
import { hasPickup, type ShopSettings } from '../domain/settings/shop-settings.ts';
import { backOffMs, TRY_LIMIT } from '../domain/calendar/back-off.ts';
import { placeHold, releaseHold } from '../shopify/admin-api/publish.ts';
import { ShopifyError, type ShopifyFailure } from '../shopify/admin-api/shopify-error.ts';
import { settingsOf } from '../shops/shop-store.ts';
import { textsIn } from '../texts/choose-texts.ts';
import { shopCountry } from '../domain/settings/shop-country.ts';
import { describeProblem } from '../texts/describe-problem.ts';
import { chooseLocale } from '../texts/locale.ts';
import { claimDueChecks, endClaim, keepHolds, recordCheck, setAside, type ClaimedOrder } from './order-claims.ts';
import { planAhead, type OrderAhead } from './plan-ahead.ts';
import { queueOrderTrigger } from '../persistence/trigger-outbox.ts';
import type { AppContext } from '../app-context.ts';
import { createClaimLoop, type ClaimLoop } from '../scheduling/claim-loop.ts';

/** What a shop wants done about orders that would not go out. It needs no warnings before its set-up is complete. */
export function watchOf(shop: Pick<Shop, 'handOverOn' | 'settings'>): ShopSettings['earlyWarning'] {
  const settings = settingsOf(shop);
  return shop.handOverOn && hasPickup(settings) ? settings.earlyWarning : 'off';
}

/**
 * Reads a claimed order and says whether it would go out. If it would not, and the shop wants it, its fulfillment orders
 * are held; if it would, our holds are released. Every write is preceded by a read, so a write whose outcome is unknown is
 * never repeated blindly.
 */
async function checkOrder(app: AppContext, claim: ClaimedOrder): Promise<void> {
  const watch = watchOf(claim.shop);
  const kept = orderHoldsSchema.parse(claim.holds);
  if (watch === 'off' && !isHeldByUs(kept)) return setAside(app.database, claim);
  const lookedAt = app.now();
  let ahead: OrderAhead | null;
  try {
    ahead = await planAhead(app, claim.shop, claim.orderId);
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return checkLater(app, claim, error);
  }
  if (ahead && !ahead.isRouted && !ahead.isCancelled && isNew(app, claim)) {
    return endClaim(app.database, claim, { lookAt: later(app, claim), tries: claim.tries + 1 });
  }

  const verdict = judge(ahead);
  const seen = (ahead?.fulfillmentOrders ?? []).map(({ fulfillmentOrderId, holdId, canBeHeld, plan }) => ({
    fulfillmentOrderId,
    holdId,
    isWanted: watch === 'hold' && claim.letGoAt === null && canBeHeld && isReasonToHold(plan),
  }));
  const { holds, steps } = nextHoldSteps(kept, seen);
  const change = await app.database.$transaction(async (transaction) => {
    const recorded = await recordCheck(transaction, claim, {
      ...verdict,
      orderName: ahead?.orderName ?? null,
      lookedAt,
      holds,
    });
    if (recorded === 'would-not-go-out') {
      const { shopDomain: shop, orderId } = claim;
      const codes = verdict.verdict === 'warned' ? verdict.problems.map(({ code }) => code) : [];
      await queueOrderTrigger(transaction, {
        shop,
        orderId,
        orderName: ahead?.orderName ?? '',
        codes: [...new Set(codes)],
      });
    }
    return recorded;
  });
  if (change === 'lost') return;
  if (change !== null) {
    app.logger.info({ shop: claim.shopDomain, orderId: claim.orderId, change }, 'unfulfilled order checked');
  }
  const isCertain = await takeSteps(app, claim, { holds, steps, verdict });
  if (isCertain === 'lost') return;
  if (watch === 'off' && isCertain) return setAside(app.database, claim);
  const lookAt = isCertain ? null : later(app, claim);
  await endClaim(app.database, claim, { lookAt, tries: isCertain ? 0 : claim.tries + 1 });
}

function judge(ahead: OrderAhead | null): OrderVerdict {
  if (!ahead || ahead.isCancelled) return { verdict: 'ended' };
  return judgeOrder(ahead.fulfillmentOrders.map(({ plan }) => plan));
}

function isNew({ now, pace }: AppContext, { createdAt }: ClaimedOrder): boolean {
  return now().getTime() - createdAt.getTime() < pace.earlyWarning.routingMs;
}

/**
 * When to try again. What has failed for hours is tried rarely, so that it costs next to nothing. An order that we hold, or
 * may hold, does not wait that long: nobody can fulfill it until then.
 */
function later({ now, pace, random }: AppContext, { tries, holds }: ClaimedOrder): Date {
  const isRare = tries >= TRY_LIMIT && !isHeldByUs(orderHoldsSchema.parse(holds));
  const delayMs = isRare
    ? pace.earlyWarning.rareMs * (0.75 + 0.5 * random())
    : backOffMs(pace.backOff, tries + 1, random());
  return new Date(now().getTime() + delayMs);
}

/** Shopify could not be read. What is known of the order stays as it is. */
async function checkLater(app: AppContext, claim: ClaimedOrder, error: ShopifyError): Promise<void> {
  const { failure, retryAfterMs } = error;
  const { shopDomain: shop, orderId } = claim;
  app.logger.info({ shop, orderId, failure }, 'an unfulfilled order could not be read');
  if (failure === 'throttled') {
    const delayMs = Math.max(retryAfterMs ?? 0, app.pace.shopify.shortestRestMs);
    const lookAt = new Date(app.now().getTime() + delayMs * (1 + app.random()));
    return endClaim(app.database, claim, { lookAt, tries: claim.tries });
  }
  await endClaim(app.database, claim, { lookAt: later(app, claim), tries: claim.tries + 1 });
}

/** The write took no effect for certain, and it is not tried again before the order changes. */
const REFUSALS: ReadonlySet<ShopifyFailure> = new Set<ShopifyFailure>(['refused', 'access-denied', 'data-withheld']);

/**
 * Writes to Shopify what the read called for. Where the holds stand is stored before the first write and after each.
 *
 * @returns false when a write's outcome is unknown, or it must be tried again; the next read decides then
 */
async function takeSteps(
  app: AppContext,
  claim: ClaimedOrder,
  planned: { holds: readonly OrderHold[]; steps: readonly HoldStep[]; verdict: OrderVerdict },
): Promise<boolean | 'lost'> {
  let { holds } = planned;
  let isCertain = true;
  for (const step of planned.steps) {
    const result = await takeStep(app, claim, step, planned.verdict);
    // whether a refused release has left a hold is for the next read to say: without it, an order could stay held for ever
    if (result === 'unknown' || (result === 'refused' && step.kind === 'release')) isCertain = false;
    else holds = afterStep(holds, step, result);
    if (!(await keepHolds(app.database, claim, holds))) return 'lost';
  }
  return isCertain;
}

async function takeStep(
  app: AppContext,
  claim: ClaimedOrder,
  step: HoldStep,
  verdict: OrderVerdict,
): Promise<'done' | 'refused' | 'unknown'> {
  const { shopDomain: shop, orderId } = claim;
  const { kind, fulfillmentOrderId } = step;
  try {
    if (kind === 'release') await releaseHold(app.adminApi, shop, step);
    else {
      const notes = notesOf(app, claim.shop, verdict);
      await placeHold(app.adminApi, shop, { fulfillmentOrderId, notes, externalId: orderId });
    }
    app.logger.info({ shop, orderId, fulfillmentOrderId }, kind === 'place' ? 'held' : 'released');
    return 'done';
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    const { failure } = error;
    app.logger.warn({ shop, orderId, fulfillmentOrderId, kind, failure }, 'a fulfillment hold was not written');
    return REFUSALS.has(failure) ? 'refused' : 'unknown';
  }
}

/** In characters. The admin shows the notes in one line. */
const NOTES_LIMIT = 250;

/** The reason of the hold, as the merchant reads it in the admin. */
function notesOf({ environment }: AppContext, shop: Shop, verdict: OrderVerdict): string {
  const locale = chooseLocale(shop.language ?? shop.pagesLanguage ?? 'en');
  const [problem] = verdict.verdict === 'warned' ? verdict.problems : [];
  const reason = problem ? describeProblem(problem, locale, shopCountry(shop.currency)).sentence : '';
  const { holdNotes } = textsIn(locale).earlyWarning;
  const notesWith = (text: string) => holdNotes({ operator: environment.OPERATOR_NAME, reason: text });
  const excess = notesWith(reason).length - NOTES_LIMIT;
  // the sentence that says what to do stands at the end
  const notes = excess > 0 ? notesWith(`${reason.slice(0, -excess - 1)}…`) : notesWith(reason);
  return notes.slice(0, NOTES_LIMIT).toWellFormed(); // the cut can split a character of what the buyer wrote
}

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
