import { Prisma, type Delivery } from '@prisma/client';
import { stayingIn } from '../../domain/lifecycle/delivery-phase.ts';
import type { HandedOverWith } from '../../domain/lifecycle/stored-columns.ts';
import type { Problem, ProblemCode } from '../../domain/problems/problem.ts';
import type { Transaction } from '../../persistence/database.ts';
import { changeDeliveries, withoutProblems, withProblems, type DeliveryChange } from './row/change.ts';

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

const isDelivery = ({ id }: Pick<Delivery, 'id'>) => Prisma.sql`d."id" = ${id}::uuid`;

/**
 * A problem of a delivery that goes on in spite of it: it stands at the end of the list, in place of an earlier one of
 * its code. The others stay.
 *
 * @param given.handedOverWith the new measure of later edits
 */
export async function addProblem(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  problem: Problem,
  { handedOverWith }: { handedOverWith?: HandedOverWith } = {},
): Promise<boolean> {
  const change: DeliveryChange = handedOverWith ? { handedOverWith } : {};
  const list = { problems: withProblems([problem]) };
  return (await changeDeliveries(transaction, WITH_THE_OPERATOR, change, isDelivery(delivery), list)) === 1;
}

/**
 * Shopify refuses a write for good. Of a cancelled fulfillment Shopify takes nothing, and its delivery has the problem that
 * says what to do: no second one is added then, even when the cancellation came while the write was under way.
 */
export async function addRefusedWrite(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  details: Problem['details'],
): Promise<boolean> {
  const stands = Prisma.sql`${isDelivery(delivery)} AND d."cancelRequestedAt" IS NULL`;
  const list = { problems: withProblems([{ code: 'shopify-write-refused', field: null, details }]) };
  return (await changeDeliveries(transaction, WITH_THE_OPERATOR, {}, stands, list)) === 1;
}

/** Its reason is gone. The others stay. */
export async function removeProblem(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  code: ProblemCode,
): Promise<boolean> {
  const hasIt = Prisma.sql`${isDelivery(delivery)} AND d."problems" @> ${JSON.stringify([{ code }])}::jsonb`;
  return (
    (await changeDeliveries(transaction, WITH_THE_OPERATOR, {}, hasIt, { problems: withoutProblems([code]) })) === 1
  );
}
