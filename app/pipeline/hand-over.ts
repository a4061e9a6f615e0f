import type { Prisma } from '@prisma/client';
import { backOffMs, MOST_TRIES } from '../domain/back-off.ts';
import type { DeliveryOrder } from '../domain/delivery-order.ts';
import type { Phase } from '../domain/delivery-phase.ts';
import type { DeliveryPlan } from '../domain/delivery-plan.ts';
import type { Hold } from '../domain/hold.ts';
import { pickupIdentity } from '../domain/pickup.ts';
import type { Problem, ProblemCode } from '../domain/problem.ts';
import { isSameOrder } from '../domain/same-order.ts';
import { createOrder, findOrder, type FoundOrder, type OperatorAccess } from '../operator/client.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { beginAttempt, endAttempt, handOverHistory, type AttemptResult } from '../persistence/attempts.ts';
import {
  changeClaimed,
  changeClaimedWithAttempt,
  isUniqueViolation,
  RELEASE,
  type DeliveryChange,
  type DeliveryWithShop,
} from '../persistence/deliveries.ts';
import { pauseAccount, settingsOf, shopHold } from '../persistence/shops.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { Rests } from './call-limits.ts';
import { CALL_THE_OPERATOR } from './cancel.ts';
import { rememberHandedOver } from './notice-edits.ts';
import { accessOf, longestStepMs } from './operator-access.ts';
import { isOutcomeUnknown, outcomeOf } from './operator-outcome.ts';
import { planLive, readLive } from './plan-live.ts';
import { queuePublications } from './publish.ts';
import type { World } from './world.ts';

const OUTCOME_UNKNOWN: Problem = { code: 'outcome-unknown', field: null, details: {} };

/** How often the order must be looked for in vain before it is sent again. */
const LOOK_UPS_BEFORE_RESENDING = 2;

/**
 * The one gate to the operator: every hand-over, whoever asks for it, is a step of this function, and one step at a time
 * of a delivery. A step ends with the delivery in its next phase, or put off, or held back; nothing is thrown for what
 * the operator or Shopify answers. When the database is away the claim ends by itself and the step is taken again.
 *
 * @param delivery claimed for this process
 */
export async function handOver(world: World, delivery: DeliveryWithShop): Promise<void> {
  const log = world.logger.child({
    deliveryId: delivery.id,
    shop: delivery.shopDomain,
    fulfillmentId: delivery.fulfillmentId,
    correlationId: delivery.correlationId,
  });
  try {
    await takeStep({ ...world, logger: log }, delivery);
  } catch (error) {
    if (error instanceof ClaimLost) return log.warn('another process has taken the delivery over');
    if (error instanceof Rests) return putOffUntil(world, delivery, error.until, {});
    if (error instanceof ShopifyError) return afterShopifyFailure({ ...world, logger: log }, delivery, error);
    log.error({ error }, 'the step failed');
    await tryAgainOrAsk({ ...world, logger: log }, delivery, 'unexpected-failure');
  }
}

async function takeStep(world: World, claimed: DeliveryWithShop): Promise<void> {
  const hold = shopHold(claimed.shop);
  if (hold) return holdBack(world, claimed, hold);

  const history = await handOverHistory(world.database, claimed.id);
  const delivery = await inPhaseAtRest(world, claimed, history);
  const { plan, known, handedOverWith } = await planFromShopify(world, delivery);
  if (history.lastCreate !== null && history.isUnsettled) {
    if ((await lookUp(world, delivery, plan, history.notFoundSince)) === 'done') return;
    await concludeNotReceived(world, delivery, history.lastCreate);
    return takeStep(world, { ...delivery, phase: 'waiting' });
  }
  switch (plan.kind) {
    case 'gone':
      return settle(world, delivery, 'skipped', { skipReason: { code: 'fulfillment-gone' } });
    case 'skip':
      if (isCancelled(plan)) {
        return settle(world, delivery, 'cancelled', {
          ...known,
          ...{ endedAt: world.now(), cancelRequestedAt: null, problems: [] },
        });
      }
      return settle(world, delivery, 'skipped', {
        ...known,
        skipReason: { ...plan.reason },
        decisions: json(plan.decisions),
      });
    case 'problem':
      return settle(world, delivery, 'needs-attention', {
        ...known,
        problems: json(plan.problems),
        decisions: json(plan.decisions),
      });
    case 'hand-over':
      return send(world, delivery, plan, handedOverWith ? { ...known, handedOverWith } : known);
  }
}

/**
 * A delivery that is tried again by a person waits, although its outcome may be unknown; a killed process leaves one that
 * is being handed over, although the operator said no. The attempts know better.
 */
async function inPhaseAtRest(
  world: World,
  claimed: DeliveryWithShop,
  { isUnsettled }: Awaited<ReturnType<typeof handOverHistory>>,
): Promise<DeliveryWithShop> {
  const phase = phaseAtRest(isUnsettled);
  if (claimed.phase === phase) return claimed;
  if (!(await changeClaimed(world.database, claimed, phase, {}))) throw new ClaimLost();
  return { ...claimed, phase };
}

function phaseAtRest(isUnsettled: boolean): Phase {
  return isUnsettled ? 'handing-over' : 'waiting';
}

function isCancelled(plan: LivePlan['plan']): boolean {
  return plan.kind === 'skip' && plan.reason.code === 'fulfillment-cancelled';
}

interface LivePlan {
  readonly plan: DeliveryPlan | { readonly kind: 'gone' };
  /** What the delivery is called in Shopify, and where it is picked up: kept with whatever comes of it. */
  readonly known: DeliveryChange;
  /** Kept with the hand-over, to notice edits of the order. */
  readonly handedOverWith?: Prisma.InputJsonObject;
}

async function planFromShopify(world: World, delivery: DeliveryWithShop): Promise<LivePlan> {
  const live = await readLive(world, delivery.shop, delivery.fulfillmentId);
  if (!live) return { plan: { kind: 'gone' }, known: {} };
  const { fulfillment, shop } = live;
  const plan = planLive(world, delivery.shop, live, delivery);
  const { location, order } = fulfillment;
  const known = {
    ...{ fulfillmentName: fulfillment.name, orderName: order.name, orderId: order.id },
    ...(plan.kind === 'hand-over' && { pickup: pickupIdentity(plan.order.pickup, location?.id ?? null) }),
  };
  const { name, currency, timeZone } = shop;
  await keepShopProfile(world, delivery.shop, {
    ...{ name, currency, timeZone },
    ...(plan.kind === 'skip' ? {} : { customerDataWithheld: isWithheld(plan) }),
  });
  return { plan, known, handedOverWith: rememberHandedOver(world, delivery.id, fulfillment) };
}

/** All hand-overs of a shop would wait for its row, if each wrote it. */
async function keepShopProfile(
  { database }: World,
  shop: DeliveryWithShop['shop'],
  profile: Partial<Pick<DeliveryWithShop['shop'], 'name' | 'currency' | 'timeZone' | 'customerDataWithheld'>>,
): Promise<void> {
  const present: Readonly<Record<string, unknown>> = shop;
  if (Object.entries(profile).every(([column, value]) => present[column] === value)) return;
  await database.shop.updateMany({ where: { domain: shop.domain }, data: profile });
}

function isWithheld(plan: DeliveryPlan): boolean {
  return plan.kind === 'problem' && plan.problems.some(({ code }) => code === 'customer-data-withheld');
}

/**
 * After an unknown outcome: is the order there? Found and ours: adopted. Found and not ours: a person must look. Not
 * found, twice: it may be sent again.
 *
 * @param plan without an order to hand over when the live order cannot be mapped (any more): nothing can be compared then
 */
async function lookUp(
  world: World,
  delivery: DeliveryWithShop,
  plan: LivePlan['plan'],
  notFoundBefore: number,
): Promise<'not-received' | 'done'> {
  const found = await callOperator(world, delivery, 'look-up', (access, orderNumber) => findOrder(access, orderNumber));
  if (found instanceof OperatorError) {
    await afterOperatorFailure(world, delivery, found, 'outcome-unknown');
    return 'done';
  }
  if (found.kind === 'found') {
    if (plan.kind === 'hand-over') await adoptOrAsk(world, delivery, plan.order, found);
    else await needAttention(world, delivery, isCancelled(plan) ? CALL_THE_OPERATOR : OUTCOME_UNKNOWN);
    return 'done';
  }
  if (notFoundBefore + 1 >= LOOK_UPS_BEFORE_RESENDING) return 'not-received';
  await putOff(world, delivery, world.environment.LOOK_UP_DELAY_SECONDS * 1000, { tries: 0 });
  return 'done';
}

/** The operator does not have it: the hand-over begins anew. */
async function concludeNotReceived(world: World, delivery: DeliveryWithShop, attemptId: bigint): Promise<void> {
  await world.database.$transaction(async (transaction) => {
    await transaction.attempt.update({ where: { id: attemptId }, data: { outcome: 'not-received' } });
    if (!(await changeClaimed(transaction, delivery, 'waiting', { tries: 0 }))) throw new ClaimLost();
  });
}

async function adoptOrAsk(
  world: World,
  delivery: DeliveryWithShop,
  order: DeliveryOrder,
  { record }: Extract<FoundOrder, { kind: 'found' }>,
): Promise<void> {
  if (!isSameOrder(order, record)) return needAttention(world, delivery, orderNumberTaken(order.order_number));
  world.logger.info({ orderNumber: order.order_number }, 'recovered, not duplicated');
  world.metrics.recovered.inc();
  await accept(world, delivery, record.trackingUrl, { recoveredAt: world.now() });
}

/** The attempt is committed with the phase before the call goes out, and its outcome after. */
async function send(
  world: World,
  claimed: DeliveryWithShop,
  { order, promise, decisions }: Extract<DeliveryPlan, { kind: 'hand-over' }>,
  known: DeliveryChange,
): Promise<void> {
  const intent: DeliveryChange = {
    ...known,
    orderNumber: order.order_number,
    operatorAccountId: claimed.shop.operatorAccountId,
    service: promise.service,
    promisedDate: promise.date,
    windowStart: promise.windowStart,
    windowEnd: promise.windowEnd,
    promisedUntil: promise.until,
    decisions: json(decisions),
    problems: [],
    claimedUntil: new Date(world.now().getTime() + longestStepMs(world.environment)),
  };
  const { operatorAccount, operatorAccountId } = claimed.shop;
  const taken = { phase: 'handing-over', orderNumber: order.order_number, operatorAccount, operatorAccountId };
  const delivery: DeliveryWithShop = { ...claimed, ...taken };
  const outcome = await callOperator(world, delivery, 'create', (access) => createOrder(access, order), {
    begin: (startedAt) =>
      changeClaimedWithAttempt(world.database, claimed, 'handing-over', intent, { verb: 'create', startedAt }),
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'orderNumber')) return 'order-number-taken' as const;
    throw error;
  });
  if (outcome === 'order-number-taken') {
    return needAttention(world, claimed, orderNumberTaken(order.order_number));
  }
  if (!(outcome instanceof OperatorError)) return accept(world, delivery, outcome.trackingUrl);
  if (outcome.failure === 'refused') return afterRefusal(world, delivery, order, outcome);
  await afterOperatorFailure(world, delivery, outcome, 'operator-unreachable');
}

/** Operators refuse a repeated order number like any other mistake: the order may be there, and ours. */
async function afterRefusal(
  world: World,
  delivery: DeliveryWithShop,
  order: DeliveryOrder,
  refusal: OperatorError,
): Promise<void> {
  const find = (access: OperatorAccess, orderNumber: string) => findOrder(access, orderNumber);
  const found = await callOperator(world, delivery, 'look-up', find).catch(async (error: unknown) => {
    await doubtRefusal(world, delivery); // the account rests
    throw error;
  });
  if (found instanceof OperatorError && found.failure !== 'refused') {
    await doubtRefusal(world, delivery);
    return afterOperatorFailure(world, delivery, found, 'outcome-unknown');
  }
  if (!(found instanceof OperatorError) && found.kind === 'found') return adoptOrAsk(world, delivery, order, found);
  await needAttention(world, delivery, {
    code: 'operator-refused',
    field: null,
    details: { message: refusal.message },
  });
}

/** Whether the order is there could not be seen: it is looked up until it can. */
async function doubtRefusal({ database }: World, { id }: DeliveryWithShop): Promise<void> {
  const { lastCreate } = await handOverHistory(database, id);
  if (lastCreate !== null) await database.attempt.update({ where: { id: lastCreate }, data: { outcome: 'unknown' } });
}

/** Another process has taken the delivery over since; whatever we know of it is out of date. */
class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** One call as one attempt. A failure is returned, since what it means depends on the call. */
async function callOperator<Answer extends { readonly httpStatus: number; readonly kind?: string }>(
  world: World,
  delivery: DeliveryWithShop,
  verb: 'create' | 'look-up',
  call: (access: OperatorAccess, orderNumber: string) => Promise<Answer>,
  { begin }: { begin?: (startedAt: Date) => Promise<bigint | null> } = {},
): Promise<Answer | OperatorError> {
  const { operatorAccount } = delivery;
  if (!operatorAccount || !delivery.orderNumber)
    throw new Error('a call needs an operator account and an order number');
  const { orderNumber } = delivery;
  const access = accessOf(world, operatorAccount);
  const begun: { id: bigint; startedAt: Date }[] = [];
  const answer = await world.operatorLimits
    .call(operatorAccount.id, async () => {
      const startedAt = world.now();
      const id = await (begin?.(startedAt) ??
        beginAttempt(world.database, { deliveryId: delivery.id, verb, startedAt }));
      if (id === null) throw new ClaimLost();
      begun.push({ id, startedAt });
      return world.metrics.operatorCall(verb, () => call(access, orderNumber));
    })
    .catch((error: unknown) => {
      if (error instanceof OperatorError) return error;
      throw error;
    });
  const result = attemptResult(answer);
  // its turn is over: the next call need not wait for the record of this one
  for (const attempt of begun) await endAttempt(world.database, { ...attempt, endedAt: world.now(), result });
  world.logger.info({ verb, ...result, orderNumber }, 'operator called');
  return answer;
}

function attemptResult(answer: OperatorError | { httpStatus: number; kind?: string }): AttemptResult {
  if (!(answer instanceof OperatorError)) {
    const outcome = answer.kind === 'found' || answer.kind === 'not-found' ? answer.kind : 'accepted';
    return { outcome, httpStatus: answer.httpStatus, message: null };
  }
  return { outcome: outcomeOf(answer.failure), httpStatus: answer.httpStatus, message: answer.message };
}

/** The operator has it: from here on it is tracked, and the shop is told. */
async function accept(
  world: World,
  delivery: DeliveryWithShop,
  trackingUrl: string | null,
  change: DeliveryChange = {},
): Promise<void> {
  const { publish } = settingsOf(delivery.shop);
  await world.database.$transaction(async (transaction) => {
    const now = world.now();
    const changed = await changeClaimed(transaction, delivery, 'in-delivery', {
      ...{ handedOverAt: now, trackingUrl, nextReadAt: now, sendAt: null, tries: 0, ...RELEASE },
      ...change,
    });
    if (!changed) throw new ClaimLost();
    const kinds = publish.tracking ? (['tracking', 'order-metafield'] as const) : (['order-metafield'] as const);
    await queuePublications(
      world,
      transaction,
      delivery,
      kinds.map((kind) => ({ kind })),
    );
  });
  world.metrics.handOversEnded.inc({ phase: 'in-delivery' });
  world.logger.info({ orderNumber: delivery.orderNumber }, 'handed over');
}

async function afterOperatorFailure(
  world: World,
  delivery: DeliveryWithShop,
  { failure, retryAfterMs, message }: OperatorError,
  atTheEnd: 'operator-unreachable' | 'outcome-unknown',
): Promise<void> {
  const { operatorAccountId } = delivery;
  if (failure === 'account-refused' && operatorAccountId) {
    await pauseAccount(world.database, operatorAccountId, world.now());
    return holdBack(world, delivery, 'account-paused');
  }
  if (delivery.tries + 1 >= MOST_TRIES) {
    return needAttention(world, delivery, { code: atTheEnd, field: null, details: { message } });
  }
  const pause = backOffMs(delivery.tries + 1, world.random());
  const firstLookUp = world.environment.LOOK_UP_DELAY_SECONDS * 1000;
  const delayMs = isOutcomeUnknown(failure) && delivery.tries === 0 ? firstLookUp : pause;
  await putOff(world, delivery, Math.max(delayMs, retryAfterMs ?? 0), { tries: delivery.tries + 1 });
}

async function afterShopifyFailure(world: World, delivery: DeliveryWithShop, error: ShopifyError): Promise<void> {
  world.logger.warn({ error }, 'Shopify could not be read');
  switch (error.failure) {
    case 'not-installed':
      return holdBack(world, delivery, 'no-shopify-token');
    case 'access-denied':
      return needAttention(world, delivery, { code: 'shopify-access-missing', field: null, details: {} });
    case 'throttled':
      return putOff(world, delivery, error.retryAfterMs ?? backOffMs(1, world.random()), {});
    case 'unreachable':
    case 'refused':
      return tryAgainOrAsk(world, delivery, 'shopify-unreachable');
  }
}

/** A step that failed before anything went to the operator. */
async function tryAgainOrAsk(world: World, delivery: DeliveryWithShop, atTheEnd: ProblemCode): Promise<void> {
  const tries = delivery.tries + 1;
  if (tries >= MOST_TRIES) return needAttention(world, delivery, { code: atTheEnd, field: null, details: {} });
  await putOff(world, delivery, backOffMs(tries, world.random()), { tries });
}

async function putOff(
  world: World,
  delivery: DeliveryWithShop,
  delayMs: number,
  change: DeliveryChange,
): Promise<void> {
  await putOffUntil(world, delivery, new Date(world.now().getTime() + delayMs), change);
}

/** The next try. A POST that took no effect goes back to waiting; an unknown outcome stays unknown. */
async function putOffUntil(
  world: World,
  delivery: DeliveryWithShop,
  sendAt: Date,
  change: DeliveryChange,
): Promise<void> {
  await world.database.$transaction(async (transaction) => {
    const { isUnsettled } = await handOverHistory(transaction, delivery.id);
    await changeClaimed(transaction, delivery, phaseAtRest(isUnsettled), { sendAt, ...change, ...RELEASE });
  });
}

async function holdBack(world: World, delivery: DeliveryWithShop, heldFor: Hold): Promise<void> {
  world.logger.info({ heldFor }, 'held back');
  await world.database.$transaction(async (transaction) => {
    const { isUnsettled } = await handOverHistory(transaction, delivery.id);
    await changeClaimed(transaction, delivery, phaseAtRest(isUnsettled), { heldFor, tries: 0, ...RELEASE });
  });
}

async function needAttention(world: World, delivery: DeliveryWithShop, problem: Problem): Promise<void> {
  await settle(world, delivery, 'needs-attention', { problems: json([problem]) });
}

async function settle(world: World, delivery: DeliveryWithShop, to: Phase, change: DeliveryChange): Promise<void> {
  const changed = await changeClaimed(world.database, delivery, to, { sendAt: null, tries: 0, ...change, ...RELEASE });
  if (changed) world.metrics.handOversEnded.inc({ phase: to });
  world.logger.info({ phase: to, problems: change.problems, skipReason: change.skipReason }, 'hand-over ended');
}

function orderNumberTaken(orderNumber: string): Problem {
  return { code: 'order-number-taken', field: 'order_number', details: { orderNumber } };
}

/** Prisma's JSON columns take plain values only. */
function json(value: readonly object[]): Prisma.InputJsonArray {
  return value.map((item) => ({ ...item }));
}
