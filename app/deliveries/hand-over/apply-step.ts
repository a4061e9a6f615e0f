import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { FailedCall, HandOverEvent, LookedUp, Step } from '../../domain/hand-over/steps.ts';
import { createOrder, findOrder, type FoundOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { Database } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import { inTransaction } from '../../persistence/statements.ts';
import {
  acceptAll,
  beginCreate,
  beginLookUp,
  cancelBeforeHandOver,
  holdBack,
  isUniqueViolation,
  needAttention,
  putOff,
  skip,
  takeBack,
  type Acceptance,
  type DeliveryWithShop,
} from '../delivery-store.ts';
import { compareSoon } from '../reconciliation/notice-edits.ts';
import { queuePublications } from '../write-back/order-outbox.ts';
import type { NewPublication } from '../../domain/tracking/news.ts';
import { endAttempt, endAttempts, notFoundSince, recordNotReceived, type EndedAttempt } from './attempts.ts';
import { callOperator, ClaimLostError } from './call.ts';
import { intentOf } from './intent.ts';
import type { AppContext } from '../../app-context.ts';

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** A hand-over between two steps. */
export interface UnderWay {
  readonly delivery: DeliveryWithShop;
  /** The call of the step before. Its end is committed together with what follows from it. */
  readonly called?: EndedAttempt | undefined;
}

/** The hand-over after a step, and what has happened; null when the step ended the claim. */
type Applied = UnderWay & { readonly event: HandOverEvent | null };

/**
 * Does one step: makes its call, or writes how the claim ends.
 *
 * @throws ClaimLostError
 */
export async function applyStep(app: AppContext, { delivery, called }: UnderWay, step: Step): Promise<Applied> {
  if (called && step.kind !== 'accept') await endAttempt(app.database, called);
  switch (step.kind) {
    case 'create':
      return create(app, delivery, step);
    case 'look-up':
      return lookUp(app, delivery, step);
    case 'take-back':
      return giveBack(app, delivery, step);
    case 'accept':
      await accept(app, { delivery, called }, step);
      return { delivery, event: null };
    default:
      await end(app, delivery, step);
      return { delivery, event: null };
  }
}

/** Sends the order. The attempt is committed together with the phase before the call goes out. */
async function create(app: AppContext, claimed: DeliveryWithShop, step: StepOf<'create'>): Promise<Applied> {
  const { live, plan } = step;
  const { intent, delivery } = intentOf(claimed, live, plan, app.now());
  const made = await callOperator(app, delivery, {
    verb: 'create',
    begin: (times) => beginCreate(app.database, claimed, intent, times),
    call: (access) => createOrder(access, plan.order),
  }).catch(numberTaken);
  if (!made) return { delivery: claimed, event: { kind: 'number-taken', orderNumber: plan.order.order_number } };
  const answer =
    made.answer instanceof OperatorError ? failed(made.answer) : { kind: 'accepted' as const, ...made.answer };
  return { delivery, called: made.attempt, event: { ...step, kind: 'answered', answer } };
}

/** Looks the order up. A delivery that was never sent from here gets its order number now. */
async function lookUp(app: AppContext, claimed: DeliveryWithShop, step: StepOf<'look-up'>): Promise<Applied> {
  const { live, doubt } = step;
  const { intent, delivery } =
    claimed.orderNumber === null && live.plan.kind === 'hand-over'
      ? intentOf(claimed, live, live.plan, app.now())
      : { intent: {}, delivery: { ...claimed, phase: 'handing-over' } };
  const possiblySentAt = doubt.kind === 'since' ? doubt.since : null;
  const made = await callOperator(app, delivery, {
    verb: 'look-up',
    begin: (times) => beginLookUp(app.database, claimed, { ...times, intent, possiblySentAt }),
    call: findOrder,
  }).catch(numberTaken);
  if (!made) return { delivery: claimed, event: { kind: 'number-taken', orderNumber: delivery.orderNumber ?? '' } };
  const answer = await lookedUp(app, claimed, made.answer);
  return { delivery, called: made.attempt, event: { ...step, kind: 'looked-up', answer } };
}

async function lookedUp(
  { database, now }: AppContext,
  { id }: DeliveryWithShop,
  answer: FoundOrder | OperatorError,
): Promise<LookedUp> {
  if (answer instanceof OperatorError) return failed(answer);
  if (answer.kind === 'found') return answer;
  return { kind: 'not-found', since: (await notFoundSince(database, id)) ?? now(), isPage: answer.isPage ?? false };
}

const failed = (failure: FailedCall) => ({ kind: 'failed', failure }) as const;

/** Another delivery of the account has the order number. */
function numberTaken(error: unknown): null {
  if (isUniqueViolation(error, 'orderNumber')) return null;
  throw error;
}

async function giveBack(app: AppContext, claimed: DeliveryWithShop, step: StepOf<'take-back'>): Promise<Applied> {
  const sent = await inTransaction(app.database, async (transaction) => {
    if (!(await takeBack(transaction, claimed))) throw new ClaimLostError();
    return step.because === 'no-doubt' ? 0 : recordNotReceived(transaction, claimed.id);
  });
  const isNew = step.because === 'no-doubt' ? {} : { possiblySentAt: null, tries: 0 };
  return { delivery: { ...claimed, ...isNew, phase: 'waiting' }, event: { ...step, kind: 'taken-back', sent } };
}

/** The operator has the order. From here on it is tracked, and the shop is told. */
async function accept(app: AppContext, { delivery, called }: UnderWay, step: StepOf<'accept'>): Promise<void> {
  const { trackingUrl, isRecovered, wasEdited } = step;
  const { orderNumber } = delivery;
  if (isRecovered) {
    app.logger.info({ orderNumber }, 'order found at the operator, not sent again');
    app.metrics.recovered.inc();
  }
  // sent again, it can have lost the promise of the first time
  const metafields = { kind: 'order-metafield', removesFields: delivery.handedOverAt !== null } as const;
  // without a URL, the tracking waits for the first read: the buyer gets one email, and it should contain the link
  const publications = trackingUrl !== null ? [{ kind: 'tracking' } as const, metafields] : [metafields];
  const accepted = { claimed: delivery, now: app.now(), trackingUrl, isRecovered };
  if (!(await settleAccepted(app.database, { delivery, accepted, called, publications }))) throw new ClaimLostError();
  app.metrics.handOversEnded.inc({ phase: 'in-delivery' });
  app.logger.info({ orderNumber }, 'handed over');
  if (wasEdited) {
    await compareSoon(app, app.database, [{ shop: delivery.shopDomain, orderId: delivery.orderId, changedAt: null }]);
  }
}

interface AcceptedDelivery extends UnderWay {
  readonly accepted: Acceptance;
  readonly publications: readonly NewPublication[];
}

/** Commits everything that follows from an acceptance at once. Deliveries accepted at the same moment share a transaction. */
const settleAccepted = shareWritesTo<Database, AcceptedDelivery, boolean>({
  write: (database, batch) =>
    inTransaction(database, async (transaction) => {
      await endAttempts(
        transaction,
        batch.flatMap(({ called }) => called ?? []),
      );
      const areAccepted = await acceptAll(
        transaction,
        batch.map(({ accepted }) => accepted),
      );
      await queuePublications(
        transaction,
        batch.filter((_, place) => areAccepted[place]),
      );
      return areAccepted;
    }),
  atOnce: 2,
  limit: 50,
});

/** Writes how the claim ends, other than by an acceptance. */
async function end(
  { database, logger, metrics, now }: AppContext,
  claimed: DeliveryWithShop,
  step: StepOf<'put-off' | 'renumber' | 'hold' | 'ask' | 'skip' | 'cancel'>,
): Promise<void> {
  /** Counts and logs how a hand-over ended, unless another process has ended it. */
  const conclude = async (phase: Phase, change: Promise<boolean>) => {
    if (!(await change)) return;
    metrics.handOversEnded.inc({ phase });
    logger.info({ phase }, 'hand-over ended');
  };
  switch (step.kind) {
    case 'put-off': {
      const { kind, ...change } = step;
      await putOff(database, claimed, change);
      return;
    }
    case 'renumber':
      await putOff(database, claimed, { sendAt: step.sendAt, tries: 0, possiblySentAt: null, orderNumber: null });
      return;
    case 'hold':
      logger.info({ heldFor: step.heldFor }, 'held back');
      await holdBack(database, claimed, { heldFor: step.heldFor });
      return;
    case 'ask': {
      const { kind, live, ...told } = step;
      logger.info({ problems: told.problems }, 'delivery needs attention');
      return conclude('needs-attention', needAttention(database, claimed, { ...live?.known, ...told }));
    }
    case 'skip': {
      const { kind, live, reason: skipReason, ...why } = step;
      return conclude('skipped', skip(database, claimed, { ...live.known, skipReason, ...why }));
    }
    case 'cancel':
      return conclude('cancelled', cancelBeforeHandOver(database, claimed, { ...step.live.known, now: now() }));
  }
}
