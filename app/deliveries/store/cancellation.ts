import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { Statements } from '../../persistence/statements.ts';
import { changeDeliveries, CLEAR_CLAIM, withoutProblems } from './row/change.ts';

/** Fulfillments of one shop that were cancelled. */
export interface CancelledFulfillments {
  readonly shop: string;
  readonly fulfillmentIds: readonly string[];
}

const isOneOf = ({ shop, fulfillmentIds }: CancelledFulfillments) =>
  Prisma.sql`d."shopDomain" = ${shop} AND d."fulfillmentId" = ANY (${[...fulfillmentIds]})`;

const CANCEL = transition(['waiting', 'needs-attention'], 'cancelled');

/** @returns how many; not those without a delivery, nor those that the operator has or may have */
export async function cancel(transaction: Statements, of: CancelledFulfillments, now: Date): Promise<number> {
  const change = { endedAt: now, sendAt: null, heldFor: null, problems: [], ...CLEAR_CLAIM };
  const where = Prisma.sql`${isOneOf(of)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NULL`;
  return changeDeliveries(transaction, CANCEL, change, where);
}

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

/** @returns how many; not those without a delivery that the operator may have, nor those whose cancellation is recorded */
export async function requestCancel(
  transaction: Statements,
  of: CancelledFulfillments,
  { now, problem }: { now: Date; problem: Problem },
): Promise<number> {
  const where = Prisma.sql`${isOneOf(of)} AND d."cancelRequestedAt" IS NULL`;
  // Shopify refused the write because the fulfillment was cancelled, and an edit no longer matters
  const others = withoutProblems([problem.code, 'shopify-write-refused', 'edited-after-hand-over']);
  const list = { problems: Prisma.sql`${others} || ${JSON.stringify([problem])}::jsonb` };
  return changeDeliveries(transaction, WITH_THE_OPERATOR, { cancelRequestedAt: now }, where, list);
}
