import { Prisma, type Delivery } from '@prisma/client';
import { stayingIn } from '../../domain/lifecycle/delivery-phase.ts';
import type { HandedOverWith } from '../../domain/lifecycle/stored-columns.ts';
import type { Problem, ProblemCode } from '../../domain/problems/problem.ts';
import type { Transaction } from '../../persistence/database.ts';
import { changeDeliveries, withoutProblems, withProblems, type DeliveryChange } from './row/change.ts';

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

const isDelivery = ({ id }: Pick<Delivery, 'id'>) => Prisma.sql`d."id" = ${id}::uuid`;

/**
 * Adds a problem to a delivery that continues in spite of it. It replaces an earlier problem with the same code and is
 * placed last. The other problems stay.
 *
 * @param given.handedOverWith what later edits are compared with from now on
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
 * Adds the problem that Shopify refused a write for good. Shopify refuses all writes to a cancelled fulfillment, and
 * its delivery already has a problem that says what to do. No second problem is added then, even if the cancellation
 * arrived during the write.
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

/**
 * Removes a problem whose reason is gone. The other problems stay. A delivery that waits for a person keeps its last
 * problem: it says what the person has to do, and only their step or the next try ends it.
 */
export async function removeProblem(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  code: ProblemCode,
): Promise<boolean> {
  const hasIt = Prisma.sql`${isDelivery(delivery)} AND d."problems" @> ${JSON.stringify([{ code }])}::jsonb
    AND NOT (d."phase" = 'needs-attention' AND jsonb_array_length(d."problems") = 1)`;
  return (
    (await changeDeliveries(transaction, WITH_THE_OPERATOR, {}, hasIt, { problems: withoutProblems([code]) })) === 1
  );
}
