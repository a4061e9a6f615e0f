import { EVENTS, type FulfillmentEventStatus } from './fulfillment-events.ts';
import { endOf, inOrderOfTime, recogniseState, type StateEntry, type StateTable } from './operator-state.ts';

export interface EventToPublish {
  readonly status: FulfillmentEventStatus;
  readonly happenedAt: Date;
}

/** The events that a delivery has, written or not. */
export interface MadeEvents {
  /** The last event that has a date. */
  readonly last: EventToPublish | null;
  /** How many more dated events the delivery may have. */
  readonly room: number;
  /** All of them. */
  readonly events: readonly { readonly status: FulfillmentEventStatus; readonly isDated: boolean }[];
}

/**
 * The fulfillment events for new history entries, oldest first. No event is older than the last one, and none that is no
 * end follows an end of the same date, because that would turn a delivered order back into one on its way. States that
 * mean the same to Shopify give one event.
 */
export function eventsToPublish(
  newEntries: readonly StateEntry[],
  last: EventToPublish | null,
  states: StateTable,
): EventToPublish[] {
  const events: EventToPublish[] = [];
  let previous = last;
  for (const { status: name, at } of inOrderOfTime(newEntries, states)) {
    const { event: status, group } = recogniseState(name, states);
    if (!status || status === previous?.status) continue;
    if (previous && at < previous.happenedAt) continue;
    if (previous && isEnd(previous.status) && endOf(group) === null && at <= previous.happenedAt) continue;
    previous = { status, happenedAt: at };
    events.push(previous);
  }
  return events;
}

function isEnd(status: FulfillmentEventStatus): boolean {
  return status === EVENTS.delivered || status === EVENTS['ended-badly'];
}

interface StateNow {
  readonly event: FulfillmentEventStatus | null;
  readonly at: Date | null;
}

/**
 * The events that a read brings. An operator can name a state before its history has the entry, or before its date can
 * be read. Such a state gives an event without a date, once. The entry that comes later is the same event, and what it
 * lists before that is older than an event which the buyer has seen.
 *
 * @param given.before the state that the read before showed; null before the first one
 * @param given.added the new entries, and `given.history` all of them
 */
export function eventsOfRead(given: {
  readonly before: StateNow | null;
  readonly state: StateNow | null;
  readonly added: readonly StateEntry[];
  readonly history: readonly StateEntry[];
  readonly made: MadeEvents;
  readonly states: StateTable;
}): { status: FulfillmentEventStatus; happenedAt: Date | null }[] {
  const { before, state, added, history, made, states } = given;
  const undated = state?.at === null ? state.event : null;
  const isMade = made.events.some(({ status }) => status === undated) || undated === before?.event;
  // without a dated entry there is no dated event
  if (undated !== null) return isMade ? [] : [{ status: undated, happenedAt: null }];

  // the newest ones, because they lead to the current state
  const dated = made.room === 0 ? [] : eventsToPublish(added, made.last, states).slice(-made.room);
  const shown = new Set(made.events.flatMap(({ status, isDated }) => (isDated ? [] : status)));
  if (before?.at === null && before.event) shown.add(before.event);
  const inHistory = eventsToPublish(history, null, states);
  const isShown = ({ status, happenedAt }: EventToPublish) => {
    const times = made.events.filter((event) => event.status === status).length;
    const upToNow = inHistory.filter((event) => event.status === status && event.happenedAt <= happenedAt).length;
    return shown.has(status) && upToNow <= Math.max(1, times);
  };
  return dated.slice(dated.findLastIndex(isShown) + 1);
}
