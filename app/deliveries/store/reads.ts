import { Prisma, type Delivery } from '@prisma/client';
import { PHASES, stayingIn, transition, transitionAlong, type Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { Problem, ProblemCode } from '../../domain/problems/problem.ts';
import type { Flag } from '../../domain/tracking/promise-watch.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { changeDeliveries, withoutProblems, withProblems, type DeliveryChange } from './row/change.ts';
import { phaseOf } from './row/delivery-row.ts';

const isDelivery = ({ id }: Pick<Delivery, 'id'>) => Prisma.sql`d."id" = ${id}::uuid`;

/** What a read of the operator's record found. */
export type ReadOutcome = Pick<
  DeliveryChange,
  | 'state'
  | 'stateGroup'
  | 'stateAt'
  | 'lastState'
  | 'trackingUrl'
  | 'operatorDate'
  | 'operatorUpdatedAt'
  | 'flags'
  | 'endedAt'
  | 'recordSeen'
  | 'nextReadAt'
  | 'lastReadAt'
>;

/**
 * Stores what a read found. When the delivery ends, what the operator was told of the order is deleted.
 *
 * @param delivery locked by this transaction
 * @param given.solved the problem that the read has solved
 */
export async function recordRead(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id' | 'phase'>,
  { phase, solved, outcome }: { phase: Phase; solved: ProblemCode | null; outcome: ReadOutcome },
): Promise<void> {
  const change: DeliveryChange = { ...outcome, prunedAt: null, tries: 0 };
  const isEnd = phase === 'delivered' || phase === 'failed';
  await changeDeliveries(
    transaction,
    transitionAlong(phaseOf(delivery), phase),
    isEnd ? { ...change, handedOverWith: null } : change,
    isDelivery(delivery),
    solved === null ? {} : { problems: withoutProblems([solved]) },
  );
}

/**
 * Stores that a read found the record unchanged.
 *
 * @param delivery as it was when the read began
 * @returns false when it has changed since; nothing is stored then
 */
export async function recordReadWithoutNews(
  database: Database,
  { id, phase, recordSeen }: Delivery,
  {
    now,
    nextReadAt,
    flags,
    operatorUpdatedAt,
  }: { now: Date; nextReadAt: Date | null; flags: readonly Flag[]; operatorUpdatedAt: Date | null },
): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE "Delivery" SET "lastReadAt" = ${now}, "updatedAt" = ${now}, "tries" = 0, "nextReadAt" = ${nextReadAt},
      "flags" = ${JSON.stringify(flags)}::jsonb, "operatorUpdatedAt" = ${operatorUpdatedAt}
    WHERE "id" = ${id}::uuid AND "phase" = ${phase} AND "recordSeen" = ${recordSeen}`;
  return changed === 1;
}

/** Stores that the operator could not be read, or does not have the order. */
export async function recordFailedRead(
  transaction: Transaction,
  { id, tries }: Pick<Delivery, 'id' | 'tries'>,
  { nextReadAt, flags }: { nextReadAt: Date | null; flags: readonly Flag[] },
): Promise<void> {
  await changeDeliveries(
    transaction,
    stayingIn(...PHASES),
    { tries: tries + 1, nextReadAt, flags },
    isDelivery({ id }),
  );
}

const LOST = transition(['in-delivery'], 'needs-attention');

/** Marks that the operator had the order and no longer knows it. Reading continues. */
export async function lose(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  problem: Problem,
): Promise<boolean> {
  const list = { problems: withProblems([problem]) };
  return (await changeDeliveries(transaction, LOST, { recordSeen: null }, isDelivery(delivery), list)) === 1;
}
