import { canBeBefore } from '../../domain/calendar/told-time.ts';
import type { EarlierLife } from '../../domain/hand-over/doubt.ts';
import { nextStep } from '../../domain/hand-over/next-step.ts';
import type { HandOverEvent, LiveOrder, Situation } from '../../domain/hand-over/steps.ts';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import { CallsPausedError } from '../../scheduling/call-limits.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { formerInstallation, settingsOf, shopHold } from '../../shops/shop-store.ts';
import { phaseOf, type DeliveryWithShop } from '../delivery-store.ts';
import { applyStep, type UnderWay } from './apply-step.ts';
import { ClaimLostError } from './call.ts';
import { planForHandOver } from './plan-live.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * The one gate to the operator. Every hand-over, whoever asks for it, passes this function: it reads the order, asks
 * `nextStep` what to do, and does it, until the claim has ended. Then the delivery is in its next phase, put off, or held
 * back. Answers of the operator and of Shopify are never thrown. If the database fails, the claim expires and the
 * hand-over is taken up again.
 *
 * @param claimed for this process
 * @param databaseLife the life of the program before this database
 */
export async function handOver(app: AppContext, claimed: DeliveryWithShop, databaseLife: EarlierLife): Promise<void> {
  const { id, shopDomain, fulfillmentId, correlationId } = claimed;
  const logger = app.logger.child({ deliveryId: id, shop: shopDomain, fulfillmentId, correlationId });
  const logged = { ...app, logger };
  try {
    await takeSteps(logged, claimed, await firstEvent(logged, claimed, databaseLife));
  } catch (error) {
    if (error instanceof ClaimLostError) return logger.warn('another process has taken the delivery over');
    await takeSteps(logged, claimed, eventOf(logged, error));
  }
}

async function takeSteps(app: AppContext, claimed: DeliveryWithShop, first: HandOverEvent): Promise<void> {
  let underWay: UnderWay = { delivery: claimed };
  for (let event: HandOverEvent | null = first; event;) {
    const step = nextStep(situationOf(app, underWay.delivery), event);
    ({ event, ...underWay } = await applyStep(app, underWay, step));
  }
}

async function firstEvent(
  app: AppContext,
  claimed: DeliveryWithShop,
  databaseLife: EarlierLife,
): Promise<HandOverEvent> {
  const hold = shopHold(claimed.shop);
  if (hold) return { kind: 'held', hold };
  const live = await planForHandOver(app, claimed);
  return { kind: 'planned', live, earlierLives: [databaseLife, ...(await formerLife(app, claimed, live))] };
}

/** The shop's own earlier installation, if the fulfillment may be from before this one. */
async function formerLife(
  { database }: AppContext,
  { shop }: DeliveryWithShop,
  { fulfilledAt }: LiveOrder,
): Promise<EarlierLife[]> {
  const isOlder = fulfilledAt !== null && shop.installedAt !== null && canBeBefore(fulfilledAt, shop.installedAt);
  return isOlder ? formerInstallation(database, shop.domain) : [];
}

function eventOf({ logger }: AppContext, error: unknown): HandOverEvent {
  if (error instanceof CallsPausedError) return { kind: 'calls-paused', until: error.until };
  if (error instanceof ShopifyError) {
    logger.warn({ error }, 'Shopify could not be read');
    return { kind: 'shopify-failed', failure: error.failure, retryAfterMs: error.retryAfterMs };
  }
  logger.error({ error }, 'the step failed');
  return { kind: 'unexpected' };
}

function situationOf({ now, random, pace }: AppContext, delivery: DeliveryWithShop): Situation {
  return {
    now: now(),
    chance: random(),
    pace,
    mapping: settingsOf(delivery.shop).mapping,
    delivery: {
      ...delivery,
      phase: phaseOf(delivery),
      // read when they are asked for: a newer version of the program may have written what this one cannot read
      get problems() {
        return readColumn(delivery, 'problems');
      },
      get handedOverWith() {
        return readColumn(delivery, 'handedOverWith');
      },
    },
  };
}
