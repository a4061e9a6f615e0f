import * as events from '../../app/domain/tracking/events-to-publish.ts';
import * as states from '../../app/domain/tracking/operator-state.ts';
import { INTERFACE_AS_WRITTEN } from '../../app/operator/profile/operator-profile.ts';

/** The functions that need to know what names of states mean, with the names that every profile has. */

export const { stateTable: BUILT_IN } = INTERFACE_AS_WRITTEN;

export const recogniseState = (name: string) => states.recogniseState(name, BUILT_IN);

export const inOrderOfTime = <Entry extends states.StateEntry>(history: readonly Entry[]) =>
  states.inOrderOfTime(history, BUILT_IN);

export const happenedEntries = (entries: readonly states.StateEntry[], lastState: string | null, now: Date) =>
  states.happenedEntries(entries, lastState, BUILT_IN, now);

export const currentState = (
  history: readonly states.StateEntry[],
  lastState: string | null,
  listed?: readonly states.StateEntry[],
) => states.currentState(history, lastState, BUILT_IN, listed);

export const eventsToPublish = (entries: readonly states.StateEntry[], last: events.EventToPublish | null) =>
  events.eventsToPublish(entries, last, BUILT_IN);

export const eventsOfRead = (given: Omit<Parameters<typeof events.eventsOfRead>[0], 'states'>) =>
  events.eventsOfRead({ ...given, states: BUILT_IN });
