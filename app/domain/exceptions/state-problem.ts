import { STATE_PROBLEMS, type Problem, type ProblemCode } from '../problems/problem.ts';
import type { CurrentState } from '../tracking/operator-state.ts';

type KnownBefore = Pick<CurrentState, 'name' | 'at'>;

/**
 * What a read changes of a delivery's problems: another state of the operator's ends those of the state before, and can
 * be the reason of one. The same state again changes nothing, so that a person's word stands.
 *
 * @param before the state that the read before showed; null before the first one
 */
export function stateProblems(
  before: KnownBefore | null,
  state: CurrentState | null,
): { readonly solved: readonly ProblemCode[]; readonly problems: readonly Problem[] } {
  if (isSame(before, state)) return { solved: [], problems: [] };
  return { solved: STATE_PROBLEMS, problems: state?.problem ? [problemOf(state.problem, state)] : [] };
}

/** An operator can name a state before its history has the entry with the date. */
function isSame(before: KnownBefore | null, state: KnownBefore | null): boolean {
  if (before === null || state === null) return before === state;
  return before.name === state.name && (!before.at || !state.at || before.at.getTime() === state.at.getTime());
}

function problemOf(code: ProblemCode, { name, at }: CurrentState): Problem {
  return { code, field: null, details: { state: name, ...(at ? { since: at.toISOString() } : {}) } };
}
