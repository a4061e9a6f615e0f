import { districtRefused } from '../../domain/mapping/district/district-refused.ts';
import { knowledgeAfter } from '../../domain/lifecycle/knowledge.ts';
import type { DeliveryPlan } from '../../domain/planning/delivery-plan.ts';
import { createOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { beginCreate, isUniqueViolation, type DeliveryWithShop } from '../delivery-store.ts';
import { endAttempt } from './attempts.ts';
import { callWithoutEnd } from './call.ts';
import { intentOf } from './intent.ts';
import { adoptOrAsk, callForOrder, lookAgain } from './look-up.ts';
import { stepLimitMs } from './operator-access.ts';
import {
  acceptDelivery,
  afterCreateFailure,
  afterLookUpFailure,
  askPerson,
  operatorRefused,
  orderNumberTaken,
} from './outcome.ts';
import type { LivePlan } from './plan-live.ts';
import type { AppContext } from '../../app-context.ts';

type HandOverPlan = Extract<DeliveryPlan, { kind: 'hand-over' }>;

/**
 * Sends the order. The attempt is committed together with the phase before the call goes out, and its outcome
 * together with what follows from it.
 */
export async function send(
  app: AppContext,
  claimed: DeliveryWithShop,
  live: LivePlan,
  plan: HandOverPlan,
): Promise<void> {
  const { order } = plan;
  const { intent, delivery } = intentOf(claimed, live, plan, app.now());
  const called = await callWithoutEnd(app, delivery, {
    verb: 'create',
    begin: (startedAt) => {
      const claimedUntil = new Date(startedAt.getTime() + stepLimitMs(app.pace));
      return beginCreate(app.database, claimed, intent, { startedAt, claimedUntil });
    },
    call: (access) => createOrder(access, order),
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'orderNumber')) return 'order-number-taken' as const;
    throw error;
  });
  if (called === 'order-number-taken') return askPerson(app, claimed, [orderNumberTaken(order.order_number)]);
  const { answer, attempts } = called;
  if (!(answer instanceof OperatorError)) {
    return acceptDelivery(app, delivery, { trackingUrl: answer.trackingUrl, attempts });
  }
  for (const attempt of attempts) await endAttempt(app.database, attempt);
  const sent = { ...delivery, possiblySentAt: app.now() };
  if (answer.end === 'refused' || answer.end === 'refused-by-field') return afterRefusal(app, sent, plan, answer);
  await afterCreateFailure(app, sent, answer);
}

/**
 * Looks up an order that was refused. Operators refuse a repeated order number like any other mistake, so the order may
 * be there and be ours. If it is not there, a person reads the operator's words. Words that name no field do not prove
 * that the operator has not accepted the order, so it is looked up until then.
 */
async function afterRefusal(
  app: AppContext,
  delivery: DeliveryWithShop,
  plan: HandOverPlan,
  refusal: OperatorError,
): Promise<void> {
  const { order } = plan;
  const problem = operatorRefused(refusal.message);
  const found = await callForOrder(app, delivery, { delivery, intent: {} });
  if (found instanceof OperatorError && (found.failure !== 'refused' || found.saysNothing)) {
    return afterLookUpFailure(app, delivery, found, problem);
  }
  if (!(found instanceof OperatorError) && found.kind === 'found') return adoptOrAsk(app, delivery, order, found);
  if (knowledgeAfter(refusal.end) !== 'cannot-have') return lookAgain(app, delivery, problem);
  const refusedDistrict = districtRefused(refusal.message, plan, settingsOf(delivery.shop).mapping);
  await askPerson(app, delivery, [refusedDistrict ?? problem], { possiblySentAt: null });
}
