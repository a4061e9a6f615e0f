import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { Statements } from '../../persistence/statements.ts';
import { CLEAR_CLAIM, updateStatement, withoutProblems } from './row/change.ts';
import { fulfillmentRows, type FulfillmentOfShop } from './row/of-fulfillment.ts';

const isOneOf = (fulfillments: readonly FulfillmentOfShop[]) =>
  Prisma.sql`(d."shopDomain", d."fulfillmentId") IN (SELECT f."shop", f."fulfillmentId" FROM ${fulfillmentRows(fulfillments)})`;

/** Ends a statement that changes deliveries: whose rows have changed. */
const CHANGED = Prisma.sql`RETURNING d."shopDomain" AS "shop", d."fulfillmentId"`;

const CANCEL = transition(['waiting', 'needs-attention'], 'cancelled');

/** @returns those whose delivery has ended; not those without a delivery, nor those that the operator has or may have */
export async function cancel(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  now: Date,
): Promise<FulfillmentOfShop[]> {
  const change = { endedAt: now, sendAt: null, heldFor: null, problems: [], ...CLEAR_CLAIM };
  const where = Prisma.sql`${isOneOf(fulfillments)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NULL`;
  return transaction.$queryRaw`${updateStatement(CANCEL, change, where)} ${CHANGED}`;
}

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

/** @returns those that got the problem; not those without a delivery that the operator may have, nor those that have it */
export async function requestCancel(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  { now, problem }: { now: Date; problem: Problem },
): Promise<FulfillmentOfShop[]> {
  const where = Prisma.sql`${isOneOf(fulfillments)} AND d."cancelRequestedAt" IS NULL`;
  // Shopify refused the write because the fulfillment was cancelled, and an edit no longer matters
  const others = withoutProblems([problem.code, 'shopify-write-refused', 'edited-after-hand-over']);
  const list = { problems: Prisma.sql`${others} || ${JSON.stringify([problem])}::jsonb` };
  return transaction.$queryRaw`${updateStatement(WITH_THE_OPERATOR, { cancelRequestedAt: now }, where, list)} ${CHANGED}`;
}
