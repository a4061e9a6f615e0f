import type { Delivery } from '@prisma/client';
import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { hasOtherMeaning } from '../../domain/tracking/news.ts';
import { recogniseState, type StateTable } from '../../domain/tracking/operator-state.ts';
import { statesOf } from '../../domain/tracking/state-meaning.ts';
import { flagsOf, nextFlagAt, type WatchedDelivery } from '../../domain/tracking/promise-watch.ts';
import { inTransaction } from '../../persistence/statements.ts';
import { claimDueWatches, recordWatches, withShops, type Watched, type WatchedRow } from '../delivery-store.ts';
import { stepLimitMs } from '../../operator-accounts/operator-access.ts';
import { keepRecords } from './keep-record.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 500;

/** Of these, how many are judged anew in one transaction. */
const JUDGED_AT_ONCE = 50;

/**
 * Checks deliveries whose promise may be at risk, whether or not they can be read. A read keeps the flags up to date,
 * but there are no reads while an operator account is paused or rests. A delivery whose state has got another meaning is
 * judged anew, and checked again when the claim ends.
 *
 * @returns whether there may be more to check now
 */
export async function watchPromises(app: AppContext): Promise<boolean> {
  const now = app.now();
  const due = await claimDueWatches(app.database, { now, leaseMs: stepLimitMs(app.pace), limit: AT_ONCE });
  const { stateTable } = app.environment.profile;
  const anew = new Set(due.filter((row) => isTracked(row) && hasOtherMeaning(row, statesOf(row, stateTable))));
  await judgeAnew(
    app,
    [...anew].map(({ id }) => id),
  );
  await recordWatches(
    app.database,
    due.filter((row) => !anew.has(row)).map((row) => watch(row, now, statesOf(row, stateTable))),
    now,
  );
  return due.length === AT_ONCE;
}

const TRACKED: ReadonlySet<string> = new Set<Phase>(['in-delivery', 'needs-attention', 'delivered', 'failed']);
const isTracked = ({ handedOverAt, phase }: WatchedRow) => handedOverAt !== null && TRACKED.has(phase);

/** What fails is logged, and tried again when the claim ends: the others are watched all the same. */
async function judgeAnew(app: AppContext, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += JUDGED_AT_ONCE) {
    const some = ids.slice(from, from + JUDGED_AT_ONCE);
    await inTransaction(app.database, async (transaction) => {
      const rows = await transaction.$queryRaw<Delivery[]>`
        SELECT * FROM "Delivery" WHERE "id" = ANY (${some}::uuid[]) LIMIT ${JUDGED_AT_ONCE}`;
      const found = await withShops(transaction, rows);
      await keepRecords(
        transaction,
        found.map((delivery) => ({ app, delivery, record: null })),
      );
    }).catch((error: unknown) => app.logger.error({ error, deliveryIds: some }, 'not judged anew'));
  }
  if (ids.length > 0) app.dueClock.wake(); // their publications are due
}

function watch(delivery: WatchedRow, now: Date, states: StateTable): Watched {
  const { id, handedOverAt, promisedUntil, state, stateAt, operatorUpdatedAt, endedAt, phase, resolvedAt } = delivery;
  if (endedAt) return { id, state, resolvedAt, flags: [], watchAt: null };
  // if the operator does not have it yet, it is checked again when it may have it
  const isAccepted = handedOverAt !== null;
  const watched: WatchedDelivery = {
    now,
    handedOverAt: handedOverAt ?? now,
    promisedUntil,
    group: state === null ? null : recogniseState(state, states).group,
    stateAt,
    updatedAt: operatorUpdatedAt,
    hasEnded: phase === 'skipped' || phase === 'cancelled',
    resolvedAt,
  };
  return { id, state, resolvedAt, flags: isAccepted ? flagsOf(watched) : [], watchAt: nextFlagAt(watched) };
}
