import type { DeliveryOrder } from '../../domain/mapping/delivery-order.ts';
import { concernsContact, fieldsThatDiffer, type WatchedField } from '../../domain/lifecycle/edits.ts';
import { isSureNotTaken, nextLookUpAt, type Doubt } from '../../domain/lifecycle/doubt.ts';
import { compareOrder, isOfAnotherBuyer } from '../../domain/lifecycle/same-order.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import { readColumn } from '../../domain/lifecycle/columns/read-column.ts';
import { findOrder, type FoundOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { TRY_LIMIT } from '../../scheduling/back-off.ts';
import { CALL_THE_OPERATOR } from '../cancel.ts';
import { compareSoon } from '../reconciliation/notice-edits.ts';
import { beginLookUp, isUniqueViolation, takeBack, type DeliveryWithShop } from '../delivery-store.ts';
import { inTransaction } from '../../persistence/statements.ts';
import { recordNotReceived } from './attempts.ts';
import { callOperator, ClaimLostError } from './call.ts';
import { intentOf } from './intent.ts';
import { stepLimitMs } from './operator-access.ts';
import {
  acceptDelivery,
  afterLookUpFailure,
  askPerson,
  operatorRefused,
  orderNumberTaken,
  putOffUntil,
  tellAndTryAgain,
} from './outcome.ts';
import { isCancelled, type LivePlan } from './plan-live.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Looks up an order that the operator may have. If it is found and is ours, it is adopted. If it is found and belongs
 * to another order, a person must look. If it is not found, it is looked up again at growing intervals until it is
 * certain that the operator does not have it.
 *
 * @returns the delivery, ready to be sent, when the operator does not have it; null when the step is over
 */
export async function lookUp(
  app: AppContext,
  claimed: DeliveryWithShop,
  live: LivePlan,
  doubt: Doubt,
): Promise<DeliveryWithShop | null> {
  const { plan } = live;
  const possiblySentAt = doubt.kind === 'since' ? doubt.since : null;
  // a delivery that was never sent from here gets its order number now
  const begun =
    !claimed.orderNumber && plan.kind === 'hand-over'
      ? intentOf(claimed, live, plan, app.now())
      : { intent: {}, delivery: { ...claimed, phase: 'handing-over' } };
  const delivery = { ...begun.delivery, possiblySentAt };
  const found = await callForOrder(app, claimed, { ...begun, delivery }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'orderNumber')) return null;
    throw error;
  });
  if (found === null) {
    await askPerson(app, claimed, [orderNumberTaken(delivery.orderNumber ?? '')]);
    return null;
  }
  const settles = (word: Doubt) =>
    isSureNotTaken(word, { now: app.now(), resendAskedAt: delivery.resendAskedAt }, app.pace.handOver);
  const notReceived = () => concludeNotReceived(app, delivery, { isNewlyLost: claimed.possiblySentAt !== null });
  if (found instanceof OperatorError) {
    // the merchant knows better than an operator that answers and says nothing
    if (found.saysNothing && delivery.resendAskedAt !== null && settles(doubt)) return notReceived();
    await afterLookUpFailure(app, delivery, found);
    return null;
  }
  if (found.kind === 'found') {
    const edited = editedSince(claimed, live);
    if (isCancelled(plan)) await askPerson(app, delivery, [CALL_THE_OPERATOR]);
    else if (!concernsContact(edited) && canRenumber(live, claimed, found))
      await renumberOrLookAgain(app, delivery, doubt);
    else if (live.recorded) await adoptOrAsk(app, delivery, live.recorded, found, edited);
    else await tellAndTryAgain(app, delivery, ['outcome-unknown']); // what keeps the order from being planned can pass
    return null;
  }
  // a page can be a proxy's, which another look-up shows
  if (settles(found.isPage && doubt.kind === 'once' ? { kind: 'since', since: app.now() } : doubt))
    return notReceived();
  await lookAgain(app, delivery);
  return null;
}

/** Makes one look-up and records it as one attempt. */
export function callForOrder(
  app: AppContext,
  claimed: DeliveryWithShop,
  { delivery, intent }: ReturnType<typeof intentOf>,
): Promise<FoundOrder | OperatorError> {
  const { possiblySentAt } = delivery;
  return callOperator(app, delivery, {
    verb: 'look-up',
    begin: (startedAt) => {
      const claimedUntil = new Date(startedAt.getTime() + stepLimitMs(app.pace));
      return beginLookUp(app.database, claimed, { intent, possiblySentAt, startedAt, claimedUntil });
    },
    call: findOrder,
  });
}

/**
 * The operator does not have the order. The hand-over starts again, unless it has started so often that a person should
 * know, or the operator has refused the order in words, which only the merchant can answer.
 *
 * @param isNewlyLost whether a creation came before this look-up. Without a new one, the person would be told the same
 *   again, and the delivery would never be sent
 */
async function concludeNotReceived(
  app: AppContext,
  delivery: DeliveryWithShop,
  { isNewlyLost }: { isNewlyLost: boolean },
): Promise<DeliveryWithShop | null> {
  const sent = await inTransaction(app.database, async (transaction) => {
    if (!(await takeBack(transaction, delivery))) throw new ClaimLostError();
    return recordNotReceived(transaction, delivery.id);
  });
  const waiting = { ...delivery, phase: 'waiting', possiblySentAt: null, tries: 0 };
  const refusal = delivery.resendAskedAt ? null : refusalOf(delivery);
  if (refusal) {
    await askPerson(app, waiting, [refusal]);
    return null;
  }
  if (!isNewlyLost || sent === 0 || sent % TRY_LIMIT !== 0) return waiting;
  await tellAndTryAgain(app, waiting, ['operator-unreachable']);
  return null;
}

/** The problem with the operator's last refusal, if its words named no field. */
function refusalOf(delivery: DeliveryWithShop): Problem | null {
  return readColumn(delivery, 'problems').find(({ code }) => code === operatorRefused('').code) ?? null;
}

/** What was edited in the shop since the delivery was last sent, so that the operator was told otherwise. */
function editedSince(claimed: DeliveryWithShop, { handedOverWith: now }: LivePlan): WatchedField[] {
  const before = claimed.possiblySentAt === null ? null : readColumn(claimed, 'handedOverWith');
  return before && now ? fieldsThatDiffer(before.fields, now.fields) : [];
}

/**
 * Decides whether a record under our order number is ours. Until that can be decided, it is looked up again.
 *
 * @param edited since it was sent: if the contact was, the record of another contact can be ours as it was sent
 */
export async function adoptOrAsk(
  app: AppContext,
  delivery: DeliveryWithShop,
  order: DeliveryOrder,
  { record }: Extract<FoundOrder, { kind: 'found' }>,
  edited: readonly WatchedField[] = [],
): Promise<void> {
  const sameness = compareOrder(order, record);
  switch (sameness === 'another' && concernsContact(edited) ? 'undecided' : sameness) {
    case 'another':
      return askPerson(app, delivery, [orderNumberTaken(order.order_number)]);
    case 'undecided':
      return isHorizonOver(app, delivery)
        ? tellAndTryAgain(app, delivery, ['outcome-unknown'])
        : lookAgain(app, delivery);
    case 'same':
      app.logger.info({ orderNumber: order.order_number }, 'order found at the operator, not sent again');
      app.metrics.recovered.inc();
      await acceptDelivery(app, delivery, { trackingUrl: record.trackingUrl, isRecovered: true });
      // an edit before the acceptance was no edit of a delivery that the operator has
      if (edited.length > 0)
        await compareSoon(app, app.database, [
          { shop: delivery.shopDomain, orderId: delivery.orderId, changedAt: null },
        ]);
  }
}

/**
 * Whether the number belongs to another buyer's order, and the merchant has given the shop numbers of its own since, as
 * the problem says.
 */
function canRenumber(
  { recorded, ownNumber }: LivePlan,
  { orderNumber }: DeliveryWithShop,
  { record }: Extract<FoundOrder, { kind: 'found' }>,
): boolean {
  const isRenamed = orderNumber !== null && ownNumber !== null && ownNumber !== orderNumber;
  return isRenamed && recorded !== null && isOfAnotherBuyer(recorded, record);
}

/** Gives up the number once it is certain that the operator has not taken the delivery under it beside the other one. */
async function renumberOrLookAgain(app: AppContext, delivery: DeliveryWithShop, doubt: Doubt): Promise<void> {
  const now = app.now();
  if (isSureNotTaken(doubt, { now, resendAskedAt: null }, app.pace.handOver)) {
    return putOffUntil(app, delivery, { sendAt: now, tries: 0, possiblySentAt: null, orderNumber: null });
  }
  return lookAgain(app, delivery, orderNumberTaken(delivery.orderNumber ?? ''));
}

function isHorizonOver(app: AppContext, { possiblySentAt }: DeliveryWithShop): boolean {
  const now = app.now();
  const doubt: Doubt = { kind: 'since', since: possiblySentAt ?? now };
  return isSureNotTaken(doubt, { now, resendAskedAt: null }, app.pace.handOver);
}

/** @param problem is shown until then */
export async function lookAgain(app: AppContext, delivery: DeliveryWithShop, problem?: Problem): Promise<void> {
  const now = app.now();
  const since = delivery.possiblySentAt ?? now;
  const sendAt = nextLookUpAt(since, now, app.pace.handOver);
  await putOffUntil(app, delivery, { sendAt, tries: 0, possiblySentAt: since, ...(problem && { problem }) });
}
