import { inOrderOfTime, recogniseState, type FulfillmentEventStatus, type StateEntry } from './operator-state.ts';

export interface EventToPublish {
  readonly status: FulfillmentEventStatus;
  readonly happenedAt: Date;
}

/**
 * The fulfillment events for new history entries, oldest first. No event is older than the last one, because that would
 * turn a delivered order back into one on its way. States that mean the same to Shopify give one event.
 */
export function eventsToPublish(newEntries: readonly StateEntry[], last: EventToPublish | null): EventToPublish[] {
  const events: EventToPublish[] = [];
  let previous = last;
  for (const { status: name, at } of inOrderOfTime(newEntries)) {
    const { event: status } = recogniseState(name);
    if (!status || status === previous?.status) continue;
    if (previous && at < previous.happenedAt) continue;
    previous = { status, happenedAt: at };
    events.push(previous);
  }
  return events;
}
