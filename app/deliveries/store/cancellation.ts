import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { Transaction } from '../../persistence/database.ts';
import { changeDeliveries, CLEAR_CLAIM, withoutProblems } from './row/change.ts';
import type { FulfillmentOfShop } from './opening.ts';

const isOf = ({ shop, fulfillmentId }: FulfillmentOfShop) =>
  Prisma.sql`d."shopDomain" = ${shop} AND d."fulfillmentId" = ${fulfillmentId}`;

const CANCEL = transition(['waiting', 'needs-attention'], 'cancelled');

/**
 * @returns false when the fulfillment has no delivery, or the operator has it or may have it; nothing has changed then
 */
export async function cancel(transaction: Transaction, of: FulfillmentOfShop, now: Date): Promise<boolean> {
  const change = { endedAt: now, sendAt: null, heldFor: null, problems: [], ...CLEAR_CLAIM };
  const where = Prisma.sql`${isOf(of)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NULL`;
  return (await changeDeliveries(transaction, CANCEL, change, where)) === 1;
}

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

/** @returns false when it has no delivery that the operator may have, or its cancellation is already recorded */
export async function requestCancel(
  transaction: Transaction,
  of: FulfillmentOfShop,
  { now, problem }: { now: Date; problem: Problem },
): Promise<boolean> {
  const where = Prisma.sql`${isOf(of)} AND d."cancelRequestedAt" IS NULL`;
  // Shopify refused the write because the fulfillment was cancelled, and an edit no longer matters
  const others = withoutProblems([problem.code, 'shopify-write-refused', 'edited-after-hand-over']);
  const list = { problems: Prisma.sql`${others} || ${JSON.stringify([problem])}::jsonb` };
  return (await changeDeliveries(transaction, WITH_THE_OPERATOR, { cancelRequestedAt: now }, where, list)) === 1;
}
