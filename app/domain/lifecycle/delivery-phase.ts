/** The phases of a delivery in this program. The operator's state is something else: see operator-state. */
export const PHASES = [
  'waiting',
  'handing-over',
  'in-delivery',
  'needs-attention',
  'delivered',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type Phase = (typeof PHASES)[number];

/** The one transition table: from each phase, the phases that one step leads to. */
export const TRANSITIONS = {
  waiting: ['handing-over', 'needs-attention', 'skipped', 'cancelled'],
  'handing-over': ['in-delivery', 'needs-attention', 'waiting'],
  'in-delivery': ['delivered', 'failed', 'needs-attention'],
  'needs-attention': ['waiting', 'in-delivery', 'skipped', 'cancelled'],
  delivered: ['in-delivery'],
  failed: ['in-delivery'],
  skipped: ['waiting'],
  cancelled: [],
} as const satisfies Readonly<Record<Phase, readonly Phase[]>>;

const AFTER: Readonly<Record<Phase, readonly Phase[]>> = TRANSITIONS;

type PhaseBefore<To extends Phase> = {
  [From in Phase]: To extends (typeof TRANSITIONS)[From][number] ? From : never;
}[Phase];

/** A change of a delivery: the phases that it may start from, and the phase that it ends in. */
export interface Transition {
  readonly from: readonly Phase[];
  /** Null when the delivery stays in its phase. */
  readonly to: Phase | null;
}

/** A step of the table. A step that is not in the table does not compile. */
export function transition<To extends Phase>(from: readonly PhaseBefore<To>[], to: To): Transition {
  return { from, to };
}

/** A change that leaves the delivery in its phase. */
export function stayingIn(...from: readonly Phase[]): Transition {
  return { from, to: null };
}

class NoSuchTransitionError extends Error {
  override name = 'NoSuchTransitionError';

  constructor(from: Phase, to: Phase) {
    super(`a delivery does not go from ${from} to ${to}: see TRANSITIONS in app/domain/lifecycle/delivery-phase.ts`);
  }
}

/**
 * The steps from one phase to another, combined into one change.
 *
 * @throws NoSuchTransitionError
 */
export function transitionAlong(from: Phase, to: Phase): Transition {
  if (from === to) return stayingIn(from);
  if (stepsTo(from, to).length === 0) throw new NoSuchTransitionError(from, to);
  return { from: [from], to };
}

/** The phases from which `to` can be reached in one step. */
export function phasesBefore(to: Phase): Phase[] {
  return PHASES.filter((from) => AFTER[from].includes(to));
}

/** The steps from one phase to another in the table, through in-delivery if necessary; empty when there are none. */
export function stepsTo(from: Phase, to: Phase): Phase[] {
  if (from === to) return [];
  if (AFTER[from].includes(to)) return [to];
  return AFTER[from].includes('in-delivery') && AFTER['in-delivery'].includes(to) ? ['in-delivery', to] : [];
}
