import { recogniseState, type StateTable } from '../../domain/tracking/operator-state.ts';
import { flagsOf, nextFlagAt, type WatchedDelivery } from '../../domain/tracking/promise-watch.ts';
import { claimDueWatches, recordWatches, type Watched, type WatchedRow } from '../delivery-store.ts';
import { stepLimitMs } from '../../operator-accounts/operator-access.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 500;

/**
 * Checks deliveries whose promise may be at risk, whether or not they can be read. A read keeps the flags up to date,
 * but there are no reads while an operator account is paused or rests.
 *
 * @returns whether there may be more to check now
 */
export async function watchPromises(app: AppContext): Promise<boolean> {
  const now = app.now();
  const due = await claimDueWatches(app.database, { now, leaseMs: stepLimitMs(app.pace), limit: AT_ONCE });
  await recordWatches(
    app.database,
    due.map((delivery) => watch(delivery, now, app.environment.profile.stateTable)),
    now,
  );
  return due.length === AT_ONCE;
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
