import { lastUpdate } from '../../domain/tracking/operator-date.ts';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import { LOST } from '../../domain/tracking/news.ts';
import { recogniseState } from '../../domain/tracking/operator-state.ts';
import { statesOf } from '../../domain/tracking/state-meaning.ts';
import { findOrderAgain, type FoundOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { AttemptOutcome } from '../../domain/lifecycle/attempt.ts';
import { beginAttempt, countNotFound, endAttempts } from '../hand-over/attempts.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import { inTransaction } from '../../persistence/statements.ts';
import {
  claimDueReads,
  lose,
  putReadOff,
  recordFailedRead,
  recordReadWithoutNews,
  type DeliveryWithShop,
} from '../delivery-store.ts';
import { CallsPausedError } from '../../scheduling/call-limits.ts';
import { accessOf, stepLimitMs } from '../../operator-accounts/operator-access.ts';
import { outcomeOf } from '../hand-over/operator-outcome.ts';
import { queuePublications } from '../write-back/order-outbox.ts';
import { digestOfRecord, keepRecords, lastSeen, type FoundRecord } from './keep-record.ts';
import { flagsNow, operatorZone, readAgainAt } from '../next-read.ts';
import type { AppContext } from '../../app-context.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';

const AT_ONCE = 100;

/**
 * Reads deliveries at the operator when they are due. Accounts take turns, each with as many as it has places for.
 *
 * @param share from 0 to 1: the part of this process's places that reads may use now
 */
export function createTracker(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { operatorLimits } = app;
  let afterAccount: string | null = null;
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const rooms = operatorLimits.rooms('read');
      const leaseMs = stepLimitMs(app.pace);
      const rows = await claimDueReads(app.database, { now: app.now(), leaseMs, limit, rooms, afterAccount });
      const byAccount = Map.groupBy(
        rows.flatMap(({ operatorAccountId }) => operatorAccountId ?? []),
        (id) => id,
      );
      const roomOf = (id: string) => rooms.known[id] ?? rooms.others;
      const fullNow = [...byAccount].some(([id, { length }]) => length >= roomOf(id));
      const isFull = fullNow || Object.values(rooms.known).some((room) => room === 0);
      const isWhole = rows.length < limit;
      const hasMore = !isWhole || afterAccount !== null;
      afterAccount = isWhole ? null : ([...byAccount.keys()].sort().at(-1) ?? null);
      return { rows, hasMore, isFull };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId, async () => {
        await readDelivery(app, delivery);
        app.dueClock.wake(); // its publications are due
      }),
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the claim expires, and the read is due again
  });
}

/** Reads that do not find the order, and none that finds it, before a person is asked. With the back-off this takes about an hour. */
const NOT_FOUND_BEFORE_ASKING = 5;

/**
 * Reads one delivery at the operator, stores what is new, and plans the next read.
 *
 * @returns false when the operator could not be read, or does not have the order
 */
export async function readDelivery(given: AppContext, delivery: DeliveryWithShop): Promise<boolean> {
  const { correlationId } = delivery;
  const app = { ...given, logger: given.logger.child({ correlationId }) };
  const { operatorAccount, orderNumber } = delivery;
  if (!operatorAccount || !orderNumber) return false;
  const access = accessOf(app, operatorAccount);
  const startedAt = app.now();
  let found: FoundOrder;
  try {
    found = await app.operatorLimits.call(operatorAccount.id, () =>
      app.metrics.operatorCall('read', () => findOrderAgain(access, orderNumber)),
    );
  } catch (error) {
    if (error instanceof CallsPausedError) await putReadOff(app.database, { id: delivery.id, until: error.until });
    else if (error instanceof OperatorError) {
      await afterFailedRead(app, delivery, startedAt, error, outcomeOf(error.end));
    } else throw error;
    return false;
  }
  if (found.kind === 'not-found') {
    const missing = new OperatorError('refused', 'the operator does not know the order number', found.httpStatus);
    await afterFailedRead(app, delivery, startedAt, missing, 'not-found');
    return false;
  }
  const { record } = found;
  const states = statesOf(operatorAccount, app.environment.profile.stateTable);
  const digest = digestOfRecord(record, operatorZone(app, delivery.shop), states);
  if (digest === lastSeen(delivery)) {
    const { state, stateAt, endedAt } = delivery;
    const group = state === null ? null : recogniseState(state, states).group;
    const now = app.now();
    const updatedAt = lastUpdate(record.updated, now);
    const isKept = await recordReadWithoutNews(app.database, {
      delivery,
      now,
      nextReadAt: readAgainAt(app, delivery, { now, group, stateAt, endedAt }),
      flags: flagsNow(delivery, { now, group, stateAt, updatedAt, hasEnded: endedAt !== null }),
      operatorUpdatedAt: updatedAt,
      seenNow: digest,
    });
    if (isKept) return true;
  }
  await keepRecord(app.database, { app, delivery, record });
  return true;
}

/** Deliveries whose records bring news at the same moment share a transaction. */
const keepRecord = shareWritesTo<Database, FoundRecord, null>({
  async write(database, batch) {
    const ids = new Set(batch.map(({ delivery: { id } }) => id));
    if (ids.size < batch.length) throw new Error('a batch may hold only one read of each delivery');
    await inTransaction(database, (transaction) => keepRecords(transaction, batch));
    return batch.map(() => null);
  },
  atOnce: 2,
  limit: 50,
});

async function afterFailedRead(
  app: AppContext,
  delivery: DeliveryWithShop,
  startedAt: Date,
  error: OperatorError,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = app.now();
  const { id, tries, state, stateAt, endedAt, operatorAccount } = delivery;
  const states = statesOf(operatorAccount, app.environment.profile.stateTable);
  const isLost = readColumn(delivery, 'problems').some(({ code }) => code === LOST);
  const group = state === null ? null : recogniseState(state, states).group;
  const { httpStatus, message, retryAfterMs } = error;
  await app.database.$transaction(async (transaction) => {
    const attemptId = await beginAttempt(transaction, { deliveryId: id, verb: 'read', startedAt });
    const result = { outcome, httpStatus, message };
    await endAttempts(transaction, [{ id: attemptId, startedAt, endedAt: now, result }]);
    await recordFailedRead(transaction, delivery, {
      flags: flagsNow(delivery, {
        now,
        group,
        stateAt,
        updatedAt: delivery.operatorUpdatedAt,
        hasEnded: endedAt !== null,
      }),
      nextReadAt: readAgainAt(app, delivery, {
        now,
        group,
        stateAt,
        endedAt,
        // an operator may forget what has ended: nothing more is learnt by asking often
        failures: outcome === 'not-found' && endedAt !== null ? 0 : tries + 1,
        lastFoundAt: isLost ? lastFoundAt(delivery) : null,
        notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
      }),
    });
    if (outcome !== 'not-found' || tries + 1 < NOT_FOUND_BEFORE_ASKING) return;
    const notFound = await countNotFound(transaction, { deliveryId: id, limit: tries + 1 });
    if (notFound >= NOT_FOUND_BEFORE_ASKING) await askForIt(transaction, delivery);
  });
  app.logger.warn({ deliveryId: id, outcome, httpStatus, message }, 'the operator could not be read');
}

/** When the operator last had the order, by a read or by its hand-over, which may have been repeated since. */
function lastFoundAt({ lastReadAt, handedOverAt }: DeliveryWithShop): Date {
  return new Date(Math.max(lastReadAt?.getTime() ?? 0, handedOverAt?.getTime() ?? 0));
}

/** Adds the problem that the operator does not know the order. It is removed when the order is found. */
async function askForIt(transaction: Transaction, delivery: DeliveryWithShop): Promise<void> {
  if (!(await lose(transaction, delivery, { code: LOST, field: null, details: {} }))) return;
  await queuePublications(transaction, [{ delivery, publications: [{ kind: 'order-metafield' }] }]);
}
