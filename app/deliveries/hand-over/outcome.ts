import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { knowledgeAfter } from '../../domain/lifecycle/knowledge.ts';
import type { Hold } from '../../domain/lifecycle/hold.ts';
import type { Decision } from '../../domain/planning/delivery-plan.ts';
import { withheldProblem } from '../../domain/mapping/dropoff/withheld-data.ts';
import { CUSTOMER_DATA } from '../../domain/planning/fulfillment.ts';
import type { PassingProblem, Problem } from '../../domain/problems/problem.ts';
import type { OperatorError } from '../../operator/operator-error.ts';
import { backOffMs, TRY_LIMIT, UNREADABLE_LIMIT } from '../../scheduling/back-off.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import type { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import {
  acceptAll,
  holdBack,
  needAttention,
  putOff,
  type Acceptance,
  type DeliveryWithShop,
  type KnownOfDelivery,
  type NextTry,
} from '../delivery-store.ts';
import type { Database } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import { inTransaction } from '../../persistence/statements.ts';
import type { NewPublication } from '../write-back/publications.ts';
import { queuePublications } from '../write-back/order-outbox.ts';
import { endAttempts, type EndedAttempt } from './attempts.ts';
import { ClaimLostError } from './call.ts';
import type { AppContext } from '../../app-context.ts';

/** The result of a step: the delivery is accepted, put off, held back, or needs a person. */

/** The operator has the order. From here on it is tracked, and the shop is told. */
export async function acceptDelivery(
  app: AppContext,
  delivery: DeliveryWithShop,
  given: { trackingUrl: string | null; isRecovered?: boolean; attempts?: readonly EndedAttempt[] },
): Promise<void> {
  const { trackingUrl, isRecovered = false, attempts = [] } = given;
  const { publish } = settingsOf(delivery.shop);
  // Without a URL, the tracking waits for the first read: the buyer gets one email, and it should contain the link
  const hasTracking = publish.tracking && trackingUrl !== null;
  const kinds = hasTracking ? (['tracking', 'order-metafield'] as const) : (['order-metafield'] as const);
  const publications = kinds.map((kind) => ({ kind }));
  const accepted = { claimed: delivery, now: app.now(), trackingUrl, isRecovered };
  if (!(await settleAccepted(app.database, { delivery, accepted, attempts, publications }))) throw new ClaimLostError();
  app.metrics.handOversEnded.inc({ phase: 'in-delivery' });
  app.logger.info({ orderNumber: delivery.orderNumber }, 'handed over');
}

interface AcceptedDelivery {
  readonly delivery: DeliveryWithShop;
  readonly accepted: Acceptance;
  /** Ended by this answer. */
  readonly attempts: readonly EndedAttempt[];
  readonly publications: readonly NewPublication[];
}

/** Commits everything that follows from an acceptance at once. Deliveries accepted at the same moment share a transaction. */
const settleAccepted = shareWritesTo<Database, AcceptedDelivery, boolean>({
  write: (database, batch) =>
    inTransaction(database, async (transaction) => {
      await endAttempts(
        transaction,
        batch.flatMap(({ attempts }) => attempts),
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

/**
 * Handles a create that the operator did not confirm. If the operator may have the order, it is looked up next and
 * never sent again at once.
 */
export async function afterCreateFailure(
  app: AppContext,
  delivery: DeliveryWithShop,
  { end, retryAfterMs, message }: OperatorError,
): Promise<void> {
  const cannotHave = knowledgeAfter(end) === 'cannot-have';
  const possiblySentAt = cannotHave ? null : delivery.possiblySentAt;
  if (!cannotHave) {
    const delayMs = Math.max(app.pace.handOver.lookUpDelayMs, retryAfterMs ?? 0);
    return putOffUntil(app, delivery, { sendAt: after(app, delayMs), tries: 0, possiblySentAt });
  }
  const tries = delivery.tries + 1;
  if (tries >= TRY_LIMIT) return tellAndTryAgain(app, delivery, ['operator-unreachable', message], { possiblySentAt });
  const delayMs = Math.max(backOffMs(app.pace.backOff, tries, app.random()), retryAfterMs ?? 0);
  await putOffUntil(app, delivery, { sendAt: after(app, delayMs), tries, possiblySentAt });
}

/**
 * Handles a look-up that did not show whether the operator has the order.
 *
 * @param refusal why the operator refused the order before. It is kept: only the merchant can answer it
 */
export async function afterLookUpFailure(
  app: AppContext,
  delivery: DeliveryWithShop,
  { retryAfterMs, message, saysNothing }: OperatorError,
  refusal?: Problem,
): Promise<void> {
  const tries = delivery.tries + 1;
  const { possiblySentAt } = delivery;
  if (tries >= (saysNothing ? UNREADABLE_LIMIT : TRY_LIMIT)) {
    return tellAndTryAgain(app, delivery, ['outcome-unknown', message]);
  }
  const delayMs = Math.max(backOffMs(app.pace.backOff, tries, app.random()), retryAfterMs ?? 0);
  const learnt = refusal && { problem: refusal, possiblySentAt };
  await putOffUntil(app, delivery, { sendAt: after(app, delayMs), tries, ...learnt });
}

export async function afterShopifyFailure(
  app: AppContext,
  delivery: DeliveryWithShop,
  error: ShopifyError,
): Promise<void> {
  app.logger.warn({ error }, 'Shopify could not be read');
  switch (error.failure) {
    case 'not-installed':
      return holdStep(app, delivery, { heldFor: 'no-shopify-token' });
    case 'access-denied':
      return tellAndTryAgain(app, delivery, ['shopify-access-missing']);
    case 'data-withheld':
      return askPerson(app, delivery, [withheldProblem(CUSTOMER_DATA)]);
    case 'throttled':
      return putOffUntil(app, delivery, {
        sendAt: after(app, error.retryAfterMs ?? backOffMs(app.pace.backOff, 1, app.random())),
      });
    case 'unreachable':
    case 'unreadable':
    case 'refused':
      return tryAgainOrTell(app, delivery, 'shopify-unreachable');
  }
}

/** Handles a step that failed before anything went to the operator. */
export async function tryAgainOrTell(
  app: AppContext,
  delivery: DeliveryWithShop,
  atTheEnd: PassingProblem,
): Promise<void> {
  const tries = delivery.tries + 1;
  if (tries >= TRY_LIMIT) return tellAndTryAgain(app, delivery, [atTheEnd]);
  await putOffUntil(app, delivery, { sendAt: after(app, backOffMs(app.pace.backOff, tries, app.random())), tries });
}

/**
 * Handles a fault that has lasted. The merchant is told, who may know more, and the step is tried again at longer
 * intervals, because the fault can pass by itself.
 */
export async function tellAndTryAgain(
  app: AppContext,
  delivery: DeliveryWithShop,
  [code, message]: readonly [code: PassingProblem, message?: string],
  learnt: Learnt = {},
): Promise<void> {
  const tries = Math.max(delivery.tries + 1, TRY_LIMIT);
  const sendAt = after(app, backOffMs(app.pace.rareTries, tries - TRY_LIMIT + 1, app.random()));
  const problem: Problem = { code, field: null, details: message === undefined ? {} : { message } };
  await askPerson(app, delivery, [problem], { ...learnt, again: { sendAt, tries } });
}

/** What the step has learnt about whether the operator may have the order. */
type Learnt = Pick<Parameters<typeof putOff>[2], 'possiblySentAt'>;

const after = ({ now }: AppContext, delayMs: number) => new Date(now().getTime() + delayMs);

/** Plans the next try. */
export async function putOffUntil(
  app: AppContext,
  delivery: DeliveryWithShop,
  change: Learnt & { sendAt: Date; tries?: number; problem?: Problem; orderNumber?: null },
): Promise<void> {
  await putOff(app.database, delivery, change);
}

export async function holdStep(
  app: AppContext,
  delivery: DeliveryWithShop,
  change: Learnt & { heldFor: Hold },
): Promise<void> {
  app.logger.info({ heldFor: change.heldFor }, 'held back');
  await holdBack(app.database, delivery, change);
}

export async function askPerson(
  app: AppContext,
  delivery: DeliveryWithShop,
  problems: readonly Problem[],
  known: KnownOfDelivery & Learnt & { decisions?: readonly Decision[]; again?: NextTry } = {},
): Promise<void> {
  app.logger.info({ problems }, 'delivery needs attention');
  await conclude(app, 'needs-attention', needAttention(app.database, delivery, { ...known, problems }));
}

/** Counts and logs how a hand-over ended, unless another process has ended it. */
export async function conclude(app: AppContext, phase: Phase, change: Promise<boolean>): Promise<void> {
  if (!(await change)) return;
  app.metrics.handOversEnded.inc({ phase });
  app.logger.info({ phase }, 'hand-over ended');
}

export function operatorRefused(message: string): Problem {
  return { code: 'operator-refused', field: null, details: { message } };
}

export function orderNumberTaken(orderNumber: string): Problem {
  return { code: 'order-number-taken', field: 'order_number', details: { orderNumber } };
}
