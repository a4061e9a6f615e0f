import { stepsTo, type Phase } from '../lifecycle/delivery-phase.ts';
import { STATE_PROBLEMS, type Problem, type ProblemCode } from '../problems/problem.ts';
import { eventsOfRead, type MadeEvents } from './events-to-publish.ts';
import type { FulfillmentEventStatus } from './fulfillment-events.ts';
import {
  endOf,
  inOrderOfTime,
  recogniseState,
  type CurrentState,
  type StateEntry,
  type StateGroup,
  type StateTable,
} from './operator-state.ts';

/** One thing to write back to Shopify. */
export type NewPublication =
  | { readonly kind: 'tracking' }
  /** With `removesFields`, fields of the order that have lost their value are removed. */
  | { readonly kind: 'order-metafield'; readonly removesFields?: boolean }
  /** The promised date has changed since the last event. An event carries the present one by itself. */
  | { readonly kind: 'estimate' }
  | { readonly kind: 'state-tag' }
  | { readonly kind: 'event'; readonly status: FulfillmentEventStatus; readonly happenedAt: Date | null };

/** A delivery as the read before left it. */
export interface ReadBefore {
  readonly phase: Phase;
  readonly state: string | null;
  /** What the state meant then. */
  readonly stateGroup: string | null;
  readonly stateAt: Date | null;
  readonly trackingUrl: string | null;
  /** The planned day, where it is not the promised one. */
  readonly operatorDate: string | null;
  readonly endedAt: Date | null;
  /** Null before the first read. */
  readonly lastReadAt: Date | null;
  /** Whether a person was told that the operator no longer finds it. */
  readonly isLost: boolean;
}

/** What is known of it now. */
export interface Reported {
  readonly state: CurrentState | null;
  readonly trackingUrl: string | null;
  readonly operatorDate: string | null;
  /** Entries of the history that were not known before. */
  readonly added: readonly StateEntry[];
  /** All entries. */
  readonly history: readonly StateEntry[];
  /** The events that the delivery has. */
  readonly made: MadeEvents;
}

/** What a read changes of a delivery, and what Shopify is told of it. */
interface News {
  readonly phase: Phase;
  /** Null while the delivery has not ended. */
  readonly endedAt: Date | null;
  readonly solved: readonly ProblemCode[];
  readonly problems: readonly Problem[];
  readonly publications: readonly NewPublication[];
}

/** The problem of a delivery that the operator no longer finds. It ends when the operator finds the delivery again. */
export const LOST: ProblemCode = 'unknown-to-operator';

/**
 * What follows from a read. When the state means something else than at the read before, because somebody has said what
 * it means, the delivery is judged anew: the events that it should have had follow, and its problems are those of the
 * new meaning.
 */
export function newsOf(
  before: ReadBefore,
  { state, trackingUrl, operatorDate, added, history, made }: Reported,
  { states, stateTags, now }: { readonly states: StateTable; readonly stateTags: boolean; readonly now: Date },
): News {
  const phase = phaseAfter(before, state);
  const isEnd = phase === 'delivered' || phase === 'failed';
  const isMeantAnew = hasOtherMeaning(before, states);
  const shown = shownBefore(before, isMeantAnew ? null : states);
  const { solved, problems } = stateProblems(isMeantAnew ? null : shown, state);
  const newest = isMeantAnew ? history : added;
  const events = eventsOfRead({ before: shown, state, added: newest, history, made, states });
  return {
    phase,
    endedAt: isEnd ? (state?.at ?? before.endedAt ?? now) : null,
    solved: before.isLost ? [...solved, LOST] : solved,
    problems,
    publications: publicationsOf(before, { phase, state, trackingUrl, operatorDate, events, isEnd, stateTags }),
  };
}

/** Whether the state that the read before showed means something else by now. */
export function hasOtherMeaning(
  { state, stateGroup }: Pick<ReadBefore, 'state' | 'stateGroup'>,
  states: StateTable,
): boolean {
  return state !== null && recogniseState(state, states).group !== stateGroup;
}

/** @param states null for a state whose meaning at that time caused no event */
function shownBefore({ state, stateAt }: ReadBefore, states: StateTable | null) {
  if (state === null) return null;
  return { name: state, event: states && recogniseState(state, states).event, at: stateAt };
}

/** A phase that needs a person stays, unless the problem has solved itself or the delivery has ended. */
function phaseAfter({ phase, isLost }: ReadBefore, state: CurrentState | null): Phase {
  const end = state ? endOf(state.group) : null;
  if (!end && phase === 'needs-attention' && !isLost) return phase;
  return stepsTo(phase, end ?? 'in-delivery').at(-1) ?? phase;
}

interface Change extends Pick<Reported, 'state' | 'trackingUrl' | 'operatorDate'> {
  readonly phase: Phase;
  readonly isEnd: boolean;
  readonly events: readonly { readonly status: FulfillmentEventStatus; readonly happenedAt: Date | null }[];
  readonly stateTags: boolean;
}

function publicationsOf(before: ReadBefore, now: Change): NewPublication[] {
  const { phase, state, trackingUrl, operatorDate, events, isEnd, stateTags } = now;
  // if the operator accepted it without a URL, tracking waits for the first read, which may bring one
  const isFirstRead = before.trackingUrl === null && before.lastReadAt === null;
  const hasNewUrl = trackingUrl !== before.trackingUrl || isFirstRead;
  const hasNewDate = operatorDate !== before.operatorDate;
  const hasNewGroup = (state?.group ?? null) !== before.stateGroup;
  const hasNewState = state?.name !== before.state || phase !== before.phase || hasNewGroup || hasNewUrl || hasNewDate;
  const hasNewEstimate = hasNewDate && !isEnd && events.length === 0; // an event carries it by itself
  return [
    ...(hasNewUrl ? [{ kind: 'tracking' } as const] : []),
    ...events.map((event) => ({ kind: 'event', ...event }) as const),
    ...(hasNewEstimate ? [{ kind: 'estimate' } as const] : []),
    ...(hasNewState ? [{ kind: 'order-metafield', removesFields: before.endedAt !== null && !isEnd } as const] : []),
    ...(stateTags && hasNewGroup ? [{ kind: 'state-tag' } as const] : []),
  ];
}

type KnownBefore = Pick<CurrentState, 'name' | 'at'>;

/**
 * What a read changes of a delivery's problems: another state of the operator's ends those of the state before, and can
 * be the reason of one. The same state again changes nothing, so that a person's word stands.
 *
 * @param before the state that the read before showed; null before the first one
 */
function stateProblems(
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

/** What the scorecard counts of a delivery's history. */
interface Milestones {
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
