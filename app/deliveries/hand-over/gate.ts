import { canBeBefore } from '../../domain/calendar/told-time.ts';
import { doubtOf, type Doubt, type EarlierLife } from '../../domain/lifecycle/doubt.ts';
import { CallsPausedError } from '../../scheduling/call-limits.ts';
import { formerInstallation, shopHold } from '../../shops/shop-store.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { cancelBeforeHandOver, skip, takeBack, type DeliveryWithShop } from '../delivery-store.ts';
import { ClaimLostError } from './call.ts';
import { lookUp } from './look-up.ts';
import { afterShopifyFailure, askPerson, conclude, holdStep, putOffUntil, tryAgainOrTell } from './outcome.ts';
import { isCancelled, planForHandOver, type LivePlan } from './plan-live.ts';
import { send } from './send.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * The one gate to the operator. Every hand-over, whoever asks for it, passes this function, and each delivery takes one
 * step at a time. After a step the delivery is in its next phase, put off, or held back. Answers of the operator and of
 * Shopify are never thrown. If the database fails, the claim expires and the step is taken again.
 *
 * @param delivery claimed for this process
 * @param databaseLife the life of the program before this database
 */
export async function handOver(app: AppContext, delivery: DeliveryWithShop, databaseLife: EarlierLife): Promise<void> {
  const log = app.logger.child({
    deliveryId: delivery.id,
    shop: delivery.shopDomain,
    fulfillmentId: delivery.fulfillmentId,
    correlationId: delivery.correlationId,
  });
  const logged = { ...app, logger: log };
  try {
    await takeStep(logged, delivery, databaseLife);
  } catch (error) {
    if (error instanceof ClaimLostError) return log.warn('another process has taken the delivery over');
    if (error instanceof CallsPausedError) return putOffUntil(app, delivery, { sendAt: error.until });
    if (error instanceof ShopifyError) return afterShopifyFailure(logged, delivery, error);
    log.error({ error }, 'the step failed');
    await tryAgainOrTell(logged, delivery, 'unexpected-failure');
  }
}

async function takeStep(app: AppContext, claimed: DeliveryWithShop, databaseLife: EarlierLife): Promise<void> {
  const hold = shopHold(claimed.shop);
  if (hold) return holdStep(app, claimed, { heldFor: hold });

  const live = await planForHandOver(app, claimed);
  const doubt = await doubtAbout(app, claimed, live, databaseLife);
  const delivery = doubt ? await lookUp(app, claimed, live, doubt) : await atRest(app, claimed);
  if (!delivery) return;
  const { plan, known } = live;
  switch (plan.kind) {
    case 'gone':
      return conclude(app, 'skipped', skip(app.database, delivery, { skipReason: { code: 'fulfillment-gone' } }));
    case 'skip': {
      if (isCancelled(plan)) {
        return conclude(app, 'cancelled', cancelBeforeHandOver(app.database, delivery, { ...known, now: app.now() }));
      }
      const { reason: skipReason, decisions } = plan;
      return conclude(app, 'skipped', skip(app.database, delivery, { ...known, skipReason, decisions }));
    }
    case 'problem':
      return askPerson(app, delivery, plan.problems, { ...known, decisions: plan.decisions });
    case 'hand-over':
      return send(app, delivery, live, plan);
  }
}

/** Without an order number, and without an order to derive one from, there is nothing to look up. */
async function doubtAbout(
  app: AppContext,
  delivery: DeliveryWithShop,
  { plan, fulfilledAt }: LivePlan,
  databaseLife: EarlierLife,
): Promise<Doubt | null> {
  if (!delivery.orderNumber && plan.kind !== 'hand-over') return null;
  const { installedAt } = delivery.shop;
  const isOlder = fulfilledAt !== null && installedAt !== null && canBeBefore(fulfilledAt, installedAt);
  return doubtOf(
    {
      now: app.now(),
      possiblySentAt: delivery.possiblySentAt,
      resendAskedAt: delivery.resendAskedAt,
      lookFirst: delivery.lookFirst,
      fulfilledAt,
      earlierLives: [databaseLife, ...(isOlder ? await formerInstallation(app.database, delivery.shopDomain) : [])],
    },
    app.pace.handOver,
  );
}

async function atRest(app: AppContext, claimed: DeliveryWithShop): Promise<DeliveryWithShop> {
  if (claimed.phase === 'waiting') return claimed;
  if (!(await takeBack(app.database, claimed))) throw new ClaimLostError();
  return { ...claimed, phase: 'waiting' };
}
