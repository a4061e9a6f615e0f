import { backOffMs, TRY_LIMIT, UNREADABLE_LIMIT } from '../calendar/back-off.ts';
import { concernsContact, fieldsThatDiffer, type WatchedField } from '../lifecycle/edits.ts';
import { districtRefused } from '../mapping/district/district-refused.ts';
import { withheldProblem } from '../mapping/dropoff/withheld-data.ts';
import { CUSTOMER_DATA } from '../fulfillment/fulfillment.ts';
import { CALL_THE_OPERATOR, type PassingProblem, type Problem } from '../problems/problem.ts';
import { doubtOf, isSureNotTaken, nextLookUpAt, type Doubt } from './doubt.ts';
import { knowledgeAfter } from './knowledge.ts';
import { compareOrder, isOfAnotherBuyer, type RecordedOrder } from './same-order.ts';
import type { FailedCall, HandOverEvent, Learnt, LiveOrder, Refusal, Situation, Step } from './steps.ts';

/**
 * What a hand-over does next. Each claim of a delivery begins with `held` or `planned`; each step leads to an event or
 * ends the claim.
 *
 *     held ──────────────────────────────────────────────▶ hold
 *     planned ──┬─ the operator may have it ─▶ look up ──▶ looked up ──┬─ found, ours ──────▶ accept
 *               │                                  ▲                   ├─ found, another's ─▶ ask, renumber
 *               │                                  │                   ├─ nobody can tell ──▶ put off, then look up again
 *               │             it may have it, or has refused it        └─ surely not there ─▶ take back ─▶ taken back
 *               │                                  │                                                          │
 *               └─ it cannot ─▶ create, skip, cancel, ask ◀───────────────────────────────────────────────────┘
 *                                 └─▶ answered ──┬─ accepted ───────────▶ accept
 *                                                ├─ it cannot have it ──▶ put off, then create again
 *                                                └─ it may have it ─────▶ put off, then look up
 *
 * - Never two couriers: `create` follows only where `doubtOf` sees no doubt, or after `taken back`, which only
 *   `isSureNotTaken` leads to. After an answer that leaves a doubt, the next call is a look-up.
 * - Nothing is lost: each step that ends the claim is accepted, concluded for a reason, with a person, or has a time at
 *   which it goes on.
 * - Nobody waits unknowing: a fault that lasts for `TRY_LIMIT` tries is told, and tried on.
 */
export function nextStep(situation: Situation, event: HandOverEvent): Step {
  switch (event.kind) {
    case 'held':
      return { kind: 'hold', heldFor: event.hold };
    case 'planned':
      return afterPlan(situation, event);
    case 'number-taken':
      return ask(orderNumberTaken(event.orderNumber));
    case 'answered':
      return event.answer.kind === 'accepted'
        ? { kind: 'accept', trackingUrl: event.answer.trackingUrl, isRecovered: false, wasEdited: false }
        : afterFailedCreate(situation, event, event.answer.failure);
    case 'looked-up':
      return event.refusal ? afterRefusal(situation, event, event.refusal) : afterLookUp(situation, event);
    case 'taken-back':
      return afterTakeBack(situation, event);
    case 'shopify-failed':
      return afterShopifyFailure(situation, event);
    case 'calls-paused':
      return { kind: 'put-off', sendAt: event.until };
    case 'unexpected':
      return tryAgainOrTell(situation, 'unexpected-failure');
  }
}

type EventOf<Kind extends HandOverEvent['kind']> = Extract<HandOverEvent, { kind: Kind }>;

function afterPlan(situation: Situation, { live, earlierLives }: EventOf<'planned'>): Step {
  const { now, delivery, pace } = situation;
  // without an order number, and without an order to derive one from, there is nothing to look up
  const canLookUp = delivery.orderNumber !== null || live.plan.kind === 'hand-over';
  const doubt = canLookUp
    ? doubtOf({ ...delivery, now, fulfilledAt: live.fulfilledAt, earlierLives }, pace.handOver)
    : null;
  if (doubt) return { kind: 'look-up', live, doubt };
  return delivery.phase === 'waiting' ? stepOf(live) : { kind: 'take-back', live, because: 'no-doubt' };
}

/** What the plan says, when the operator cannot have the order. */
function stepOf(live: LiveOrder): Step {
  const { plan } = live;
  switch (plan.kind) {
    case 'gone':
      return { kind: 'skip', live, reason: { code: 'fulfillment-gone' } };
    case 'skip': {
      const { reason, decisions } = plan;
      return reason.code === 'fulfillment-cancelled'
        ? { kind: 'cancel', live }
        : { kind: 'skip', live, reason, decisions };
    }
    case 'problem':
      return { kind: 'ask', live, problems: plan.problems, decisions: plan.decisions };
    case 'hand-over':
      return { kind: 'create', live, plan };
  }
}

function isCancelled(plan: LiveOrder['plan']): boolean {
  return (
    plan.kind === 'skip' && (plan.reason.code === 'fulfillment-cancelled' || plan.reason.code === 'order-cancelled')
  );
}

function afterFailedCreate(situation: Situation, { live, plan }: EventOf<'answered'>, failure: FailedCall): Step {
  const { now, pace, mapping } = situation;
  const cannotHave = knowledgeAfter(failure.end) === 'cannot-have';
  if (isRefused(failure)) {
    const words: Problem = { code: 'operator-refused', field: null, details: { message: failure.message } };
    const proven = cannotHave ? (districtRefused(failure.message, plan, mapping) ?? words) : null;
    return { kind: 'look-up', live, doubt: { kind: 'since', since: now }, refusal: { words, proven } };
  }
  if (!cannotHave) {
    const delayMs = Math.max(pace.handOver.lookUpDelayMs, failure.retryAfterMs ?? 0);
    return { kind: 'put-off', sendAt: after(situation, delayMs), tries: 0, possiblySentAt: now };
  }
  const learnt = { possiblySentAt: null };
  return failedTries(situation) >= TRY_LIMIT
    ? tellAndTryAgain(situation, ['operator-unreachable', failure.message], learnt)
    : tryAgain(situation, failure.retryAfterMs, learnt);
}

/** Whether the operator refused in words, not a proxy in its place. */
function isRefused({ end }: FailedCall): boolean {
  return end === 'refused' || end === 'refused-by-field';
}

function afterLookUp(situation: Situation, { live, doubt, answer }: EventOf<'looked-up'>): Step {
  const { now, delivery, pace } = situation;
  const { resendAskedAt } = delivery;
  const settles = (word: Doubt) => isSureNotTaken(word, { now, resendAskedAt }, pace.handOver);
  const notReceived: Step = {
    kind: 'take-back',
    live,
    because: delivery.possiblySentAt === null ? 'not-found' : 'lost',
  };
  switch (answer.kind) {
    case 'failed':
      // the merchant knows better than an operator that answers and says nothing
      if (answer.failure.saysNothing && resendAskedAt !== null && settles(doubt)) return notReceived;
      return afterFailedLookUp(situation, answer.failure);
    case 'not-found': {
      // a proxy in the operator's place can say so as well, but not for the whole horizon
      const needsProof = resendAskedAt === null && (delivery.possiblySentAt !== null || answer.isPage);
      const proof = needsProof ? laterOf(doubt, answer.since) : doubt;
      if (settles(proof)) return notReceived;
      const sendAt = nextLookUpAt(sinceOf(situation, proof), now, pace.handOver);
      return { ...lookUpAgain(situation, doubt), sendAt };
    }
    case 'found': {
      if (isCancelled(live.plan)) return ask(CALL_THE_OPERATOR);
      const edited = editedSince(situation, live);
      if (!concernsContact(edited) && canRenumber(situation, live, answer.record)) {
        return renumberOrLookUpAgain(situation, doubt);
      }
      return adoptOrAsk(situation, live, { doubt, record: answer.record, edited });
    }
  }
}

/**
 * The order was refused. If it is not there, a person reads the operator's words. Words that name no field do not prove
 * that the operator has not accepted the order, so it is looked up until then.
 */
function afterRefusal(
  situation: Situation,
  { live, doubt, answer }: EventOf<'looked-up'>,
  { words, proven }: Refusal,
): Step {
  if (answer.kind === 'found') return adoptOrAsk(situation, live, { doubt, record: answer.record, edited: [] });
  if (answer.kind === 'failed' && !isRefused(answer.failure)) {
    return afterFailedLookUp(situation, answer.failure, { problem: words, possiblySentAt: sinceOf(situation, doubt) });
  }
  return proven ? { ...ask(proven), possiblySentAt: null } : lookUpAgain(situation, doubt, words);
}

/** @param kept the words of a refusal, which only the merchant can answer */
function afterFailedLookUp(
  situation: Situation,
  { message, retryAfterMs, saysNothing }: FailedCall,
  kept: Learnt & { problem?: Problem } = {},
): Step {
  return failedTries(situation) >= (saysNothing ? UNREADABLE_LIMIT : TRY_LIMIT)
    ? tellAndTryAgain(situation, ['outcome-unknown', message])
    : tryAgain(situation, retryAfterMs, kept);
}

/** What was edited in the shop since the delivery was last sent, so that the operator was told otherwise. */
function editedSince({ delivery }: Situation, { handedOverWith: now }: LiveOrder): WatchedField[] {
  const before = delivery.possiblySentAt === null ? null : delivery.handedOverWith;
  return before && now ? fieldsThatDiffer(before.fields, now.fields) : [];
}

/**
 * Decides whether a record under our order number is ours. Until that can be decided, it is looked up again.
 *
 * @param found.edited since it was sent: if the contact was, the record of another contact can be ours as it was sent
 */
function adoptOrAsk(
  situation: Situation,
  { recorded }: LiveOrder,
  found: {
    doubt: Doubt;
    record: RecordedOrder & { readonly trackingUrl: string | null };
    edited: readonly WatchedField[];
  },
): Step {
  const { doubt, record, edited } = found;
  // what keeps the order from being planned can pass
  if (!recorded) return tellAndTryAgain(situation, ['outcome-unknown']);
  const sameness = compareOrder(recorded, record);
  switch (sameness === 'another' && concernsContact(edited) ? 'undecided' : sameness) {
    case 'same':
      return { kind: 'accept', trackingUrl: record.trackingUrl, isRecovered: true, wasEdited: edited.length > 0 };
    case 'another':
      return ask(orderNumberTaken(recorded.order_number));
    case 'undecided':
      return isHorizonOver(situation, doubt)
        ? tellAndTryAgain(situation, ['outcome-unknown'])
        : lookUpAgain(situation, doubt);
  }
}

/**
 * Whether the number belongs to another buyer's order, and the merchant has given the shop numbers of its own since, as
 * the problem says.
 */
function canRenumber(
  { delivery: { orderNumber } }: Situation,
  { recorded, ownNumber }: LiveOrder,
  record: RecordedOrder,
): boolean {
  const isRenamed = orderNumber !== null && ownNumber !== null && ownNumber !== orderNumber;
  return isRenamed && recorded !== null && isOfAnotherBuyer(recorded, record);
}

/** Gives up the number once it is certain that the operator has not taken the delivery under it as well. */
function renumberOrLookUpAgain(situation: Situation, doubt: Doubt): Step {
  const { now, delivery, pace } = situation;
  return isSureNotTaken(doubt, { now, resendAskedAt: null }, pace.handOver)
    ? { kind: 'renumber', sendAt: now }
    : lookUpAgain(situation, doubt, orderNumberTaken(delivery.orderNumber ?? ''));
}

function isHorizonOver(situation: Situation, doubt: Doubt): boolean {
  const { now, pace } = situation;
  const since: Doubt = { kind: 'since', since: sinceOf(situation, doubt) };
  return isSureNotTaken(since, { now, resendAskedAt: null }, pace.handOver);
}

/** @param problem is shown until then */
function lookUpAgain(situation: Situation, doubt: Doubt, problem?: Problem): Step & { kind: 'put-off' } {
  const { now, pace } = situation;
  const since = sinceOf(situation, doubt);
  return { kind: 'put-off', sendAt: nextLookUpAt(since, now, pace.handOver), tries: 0, possiblySentAt: since, problem };
}

function laterOf(doubt: Doubt, at: Date): Doubt {
  return doubt.kind === 'since' && doubt.since > at ? doubt : { kind: 'since', since: at };
}

/** What is looked up again counts as sent from now on. */
function sinceOf({ now }: Situation, doubt: Doubt): Date {
  return doubt.kind === 'since' ? doubt.since : now;
}

/**
 * The hand-over starts again, unless the order was lost so often that a person should know, or the operator has refused
 * it in words, which only the merchant can answer. After a look-up without a creation before it, the person would be told
 * the same again, and the delivery would never be sent.
 */
function afterTakeBack(situation: Situation, { live, because, sent }: EventOf<'taken-back'>): Step {
  if (because === 'no-doubt') return stepOf(live);
  const { problems, resendAskedAt } = situation.delivery;
  const refusal = resendAskedAt ? undefined : problems.find(({ code }) => code === 'operator-refused');
  if (refusal) return ask(refusal);
  return because === 'lost' && sent > 0 && sent % TRY_LIMIT === 0
    ? tellAndTryAgain(situation, ['operator-unreachable'])
    : stepOf(live);
}

function afterShopifyFailure(situation: Situation, { failure, retryAfterMs }: EventOf<'shopify-failed'>): Step {
  switch (failure) {
    case 'not-installed':
      return { kind: 'hold', heldFor: 'no-shopify-token' };
    case 'access-denied':
      return tellAndTryAgain(situation, ['shopify-access-missing']);
    case 'data-withheld':
      return ask(withheldProblem(CUSTOMER_DATA));
    case 'throttled': {
      const { pace, chance } = situation;
      return { kind: 'put-off', sendAt: after(situation, retryAfterMs ?? backOffMs(pace.backOff, 1, chance)) };
    }
    case 'unreachable':
    case 'unreadable':
    case 'refused':
      return tryAgainOrTell(situation, 'shopify-unreachable');
  }
}

/** The step failed before anything went to the operator. */
function tryAgainOrTell(situation: Situation, atTheEnd: PassingProblem): Step {
  return failedTries(situation) >= TRY_LIMIT ? tellAndTryAgain(situation, [atTheEnd]) : tryAgain(situation, null);
}

function tryAgain(
  situation: Situation,
  retryAfterMs: number | null,
  learnt: Learnt & { problem?: Problem } = {},
): Step {
  const { pace, chance } = situation;
  const tries = failedTries(situation);
  const delayMs = Math.max(backOffMs(pace.backOff, tries, chance), retryAfterMs ?? 0);
  return { kind: 'put-off', sendAt: after(situation, delayMs), tries, ...learnt };
}

/**
 * The fault has lasted. The merchant is told, who may know more, and the step is tried again at longer intervals, because
 * the fault can pass by itself.
 */
function tellAndTryAgain(
  situation: Situation,
  [code, message]: readonly [code: PassingProblem, message?: string],
  learnt: Learnt = {},
): Step {
  const { pace, chance } = situation;
  const tries = Math.max(failedTries(situation), TRY_LIMIT);
  const sendAt = after(situation, backOffMs(pace.rareTries, tries - TRY_LIMIT + 1, chance));
  const problem: Problem = { code, field: null, details: message === undefined ? {} : { message } };
  return { ...ask(problem), ...learnt, again: { sendAt, tries } };
}

const failedTries = ({ delivery }: Situation) => delivery.tries + 1;

const after = ({ now }: Situation, delayMs: number) => new Date(now.getTime() + delayMs);

function ask(problem: Problem): Step & { kind: 'ask' } {
  return { kind: 'ask', problems: [problem] };
}

function orderNumberTaken(orderNumber: string): Problem {
  return { code: 'order-number-taken', field: 'order_number', details: { orderNumber } };
}
