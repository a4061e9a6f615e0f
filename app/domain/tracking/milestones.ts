import {
  inOrderOfTime,
  recogniseState,
  type CurrentState,
  type StateEntry,
  type StateGroup,
  type StateTable,
} from './operator-state.ts';

/** What the scorecard counts of a delivery's history. */
export interface Milestones {
  /** When the operator first says that it has the goods. */
  readonly collectedAt: Date | null;
  /** The first state, verbatim, that says that it was not delivered. */
  readonly firstFailure: string | null;
}

const COLLECTED: readonly StateGroup[] = ['on-the-way', 'out-for-delivery', 'delivered', 'attempt-failed'];
const FAILED: readonly StateGroup[] = ['attempt-failed', 'needs-merchant', 'ended-badly'];

/** @param state the current state, which counts where the history does not have it */
export function milestonesOf(
  history: readonly StateEntry[],
  state: CurrentState | null,
  states: StateTable,
): Milestones {
  const entries = inOrderOfTime(history, states);
  const first = (groups: readonly StateGroup[]) =>
    entries.find(({ status }) => groups.includes(recogniseState(status, states).group));
  const isFailed = state !== null && FAILED.includes(state.group);
  return {
    collectedAt: first(COLLECTED)?.at ?? null,
    firstFailure: first(FAILED)?.status ?? (isFailed ? state.name : null),
  };
}
