import type { Delivery } from '@prisma/client';
import pLimit from 'p-limit';
import { z } from 'zod';
import { PHASES, type Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { BulkAction, BulkOutcome, BulkReason, BulkResult } from '../../pages/deliveries/table/use-bulk-action.ts';
import type { OfShop } from '../../deliveries/delivery-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { act } from './delivery-actions.ts';

const AT_ONCE = 5;

/**
 * Takes one action on several deliveries, a few at a time. Each has its own result. Deliveries of another shop have
 * none. It costs the shop as many points as the same actions one by one, of which the request has paid the first.
 */
export async function actInBulk(
  own: ShopContext,
  { action, deliveries }: { action: BulkAction; deliveries: readonly Omit<OfShop, 'shop'>[] },
): Promise<BulkResult> {
  const { domain, database, app } = own;
  const restMs = deliveries.length > 1 ? await own.spend(deliveries.length - 1) : null;
  if (restMs !== null) return { kind: 'too-often', seconds: Math.ceil(restMs / 1000) };
  const targets = await database.delivery.findMany({
    where: { id: { in: deliveries.map(({ deliveryId }) => deliveryId) }, shopDomain: domain },
    select: TARGET,
    take: deliveries.length,
  });
  const seen = new Map(deliveries.map((each) => [each.deliveryId, each.seen]));
  const atOnce = pLimit(AT_ONCE);
  const outcomes = await Promise.all(
    targets.map((each) =>
      atOnce(async () => [each.id, await outcomeOf(own, action, each, seen.get(each.id))] as const),
    ),
  );
  return { kind: 'acted', action, at: app.now().getTime(), outcomes: Object.fromEntries(outcomes) };
}

const TARGET = { id: true, phase: true, heldFor: true } as const;
type Target = Pick<Delivery, keyof typeof TARGET>;

async function outcomeOf(
  own: ShopContext,
  action: BulkAction,
  target: Target,
  seen: string | undefined,
): Promise<BulkOutcome> {
  try {
    // no rule is overridden in bulk: that is an action for one delivery at a time
    const isOverride = action === 'retry' && target.phase !== 'needs-attention';
    const end = isOverride ? 'nothing-to-do' : await act(own, { deliveryId: target.id, action, seen });
    return end === 'nothing-to-do' ? await whyNot(own, action, target.id) : end;
  } catch (error) {
    own.app.logger.error(
      { error, deliveryId: target.id, shop: own.domain, action },
      'an action on one of several deliveries failed',
    );
    return 'failed';
  }
}

/** Read after the action, because the delivery may have changed a moment before it. */
async function whyNot({ database }: ShopContext, action: BulkAction, id: string): Promise<BulkReason> {
  if (action !== 'send-now' && action !== 'stop') return 'nothing-to-do';
  const present = await database.delivery.findUnique({ where: { id }, select: TARGET });
  return present ? WHY_NOT_BEFORE_SENDING[phaseSchema.parse(present.phase)](present) : 'nothing-to-do';
}

/** Why a delivery of each phase can be neither sent at once nor stopped. */
const WHY_NOT_BEFORE_SENDING: Readonly<Record<Phase, (of: Target) => BulkReason>> = {
  waiting: ({ heldFor }) => (heldFor === null ? 'sending' : 'held'),
  'handing-over': () => 'sending',
  'in-delivery': () => 'sent',
  delivered: () => 'sent',
  failed: () => 'sent',
  'needs-attention': () => 'attention',
  skipped: () => 'not-to-be-sent',
  cancelled: () => 'not-to-be-sent',
};

const phaseSchema = z.enum(PHASES);
