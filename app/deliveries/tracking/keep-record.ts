import type { Delivery } from '@prisma/client';
import { stepsTo, type Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { readColumn } from '../../domain/lifecycle/columns/read-column.ts';
import { eventsOfRead, type MadeEvents } from '../../domain/tracking/events-to-publish.ts';
import { stateProblems } from '../../domain/exceptions/state-problem.ts';
import { changedDate, lastUpdate } from '../../domain/tracking/operator-date.ts';
import {
  currentState,
  endOf,
  parseStateDate,
  recogniseState,
  type CurrentState,
  withoutFutureDates,
  type StateEntry,
  type StateTable,
} from '../../domain/tracking/operator-state.ts';
import type { OrderRecord } from '../../operator/order-record.ts';
import type { Statements } from '../../persistence/statements.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { lockDeliveries, phaseOf, recordReads, type DeliveryWithShop, type ReadWithNews } from '../delivery-store.ts';
import { madeEventsOf, NO_EVENTS } from '../write-back/made-events.ts';
import type { NewPublication } from '../write-back/publications.ts';
import { queuePublications } from '../write-back/order-outbox.ts';
import { flagsNow, operatorZone, readAgainAt } from '../next-read.ts';
import { digestOfRecord } from './record-seen.ts';
import { addStateEntries } from './state-entries.ts';
import { UNKNOWN_TO_OPERATOR } from './unknown-to-operator.ts';
import type { AppContext } from '../../app-context.ts';

/** A record that may contain news of a delivery. */
export interface FoundRecord {
  readonly app: AppContext;
  readonly delivery: DeliveryWithShop;
  readonly record: OrderRecord;
}

/**
 * Stores what the operator's records say of deliveries (history and state), and queues what is written to Shopify.
 *
 * @param found at most one record of each delivery
 */
export async function keepRecords(transaction: Statements, found: readonly FoundRecord[]): Promise<void> {
  // two concurrent reads of one delivery: the second builds on what the first stored
  const locked = await lockDeliveries(
    transaction,
    found.map(({ delivery: { id } }) => id),
  );
  const present = found.flatMap(({ app, delivery: { id, shop }, record }) => {
    const delivery = locked.get(id);
    const zone = operatorZone(app, shop);
    const now = app.now();
    return delivery ? [{ app, delivery, shop, record, zone, now, listed: entriesOf(record, zone, now) }] : [];
  });
  const known = await addStateEntries(
    transaction,
    present.map(({ delivery, listed: entries, now: seenAt }) => ({ deliveryId: delivery.id, entries, seenAt })),
  );
  const publishing = present.filter(({ shop }) => settingsOf(shop).publish.events);
  const events = await madeEventsOf(
    transaction,
    publishing.map(({ delivery: { id } }) => id),
  );
  const kept = present.flatMap((each, place) => {
    const { added = [], history = [] } = known[place] ?? {};
    const happened = withoutFutureDates(history, each.now);
    return [newsOf({ ...each, added, history: happened, made: events.get(each.delivery.id) ?? NO_EVENTS })];
  });
  await recordReads(
    transaction,
    kept.map(({ read }) => read),
  );
  await queuePublications(transaction, kept);
}

/** What a record changes of a delivery, and what is to be published of it. */
function newsOf(given: {
  readonly app: AppContext;
  readonly delivery: Delivery;
  readonly shop: DeliveryWithShop['shop'];
  readonly record: OrderRecord;
  readonly zone: string;
  readonly now: Date;
  readonly listed: readonly StateEntry[];
  readonly added: readonly StateEntry[];
  readonly history: readonly StateEntry[];
  readonly made: MadeEvents;
}): { delivery: Delivery; read: ReadWithNews; publications: readonly NewPublication[] } {
  const { app, delivery, shop, record, zone, now, listed, added, history, made } = given;
  const { stateTable: states } = app.environment.profile;
  const state = currentState(history, record.lastState, states, listed);
  const trackingUrl = record.trackingUrl ?? delivery.trackingUrl;
  const isFoundAgain = readColumn(delivery, 'problems').some(({ code }) => code === UNKNOWN_TO_OPERATOR.code);
  const phase = phaseAfter(phaseOf(delivery), state, isFoundAgain);
  const isEnd = phase === 'delivered' || phase === 'failed';
  const endedAt = isEnd ? (state?.at ?? delivery.endedAt ?? now) : null;
  const group = state?.group ?? null;
  const stateAt = state?.at ?? null;
  const updatedAt = lastUpdate(record.updated, now);
  const { solved, problems } = stateProblems(stateBefore(delivery, states), state);
  const operatorDate = changedDate(record.deliveryDate, delivery.promisedDate, zone);
  const read: ReadWithNews = {
    delivery,
    phase,
    solved: isFoundAgain ? [...solved, UNKNOWN_TO_OPERATOR.code] : solved,
    problems,
    outcome: {
      state: state?.name ?? null,
      stateGroup: group,
      stateAt,
      flags: flagsNow(delivery, { now, group, stateAt, updatedAt, hasEnded: isEnd }),
      lastState: record.lastState,
      trackingUrl,
      operatorDate,
      operatorUpdatedAt: updatedAt,
      endedAt,
      lastReadAt: now,
      recordSeen: digestOfRecord(record, zone, states),
      nextReadAt: readAgainAt(app, { ...delivery, shop }, { now, group, stateAt, endedAt }),
    },
  };
  const { publish } = settingsOf(shop);
  const events = publish.events
    ? eventsOfRead({ before: stateBefore(delivery, states), state, added, history, made, states })
    : [];
  // if the operator accepted it without a URL, tracking waits for the first read, which may bring one
  const isFirstRead = delivery.trackingUrl === null && delivery.lastReadAt === null;
  const hasNewUrl = publish.tracking && (trackingUrl !== delivery.trackingUrl || isFirstRead);
  const hasNewDate = operatorDate !== delivery.operatorDate;
  const hasNewState = state?.name !== delivery.state || phase !== delivery.phase || hasNewUrl || hasNewDate;
  const hasNewEstimate = publish.events && hasNewDate && !isEnd && events.length === 0; // an event carries it by itself
  const hasNewTag = publish.stateTags && group !== delivery.stateGroup;
  if (!hasNewState && events.length === 0) return { delivery, read, publications: [] };

  app.logger.info(
    { deliveryId: delivery.id, shop: shop.domain, orderNumber: delivery.orderNumber, state: state?.name, phase },
    state?.group === 'unknown' ? 'new state with an unknown name' : 'new state',
  );
  return {
    delivery,
    read,
    publications: [
      ...(hasNewUrl ? [{ kind: 'tracking' } as const] : []),
      ...events.map((event) => ({ kind: 'event', ...event }) as const),
      ...(hasNewEstimate ? [{ kind: 'estimate' } as const] : []),
      ...(hasNewState ? [{ kind: 'order-metafield' } as const] : []),
      ...(hasNewTag ? [{ kind: 'state-tag' } as const] : []),
    ],
  };
}

/** A phase that needs a person stays, unless the problem has solved itself or the delivery has ended. */
function phaseAfter(phase: Phase, state: CurrentState | null, isFoundAgain: boolean): Phase {
  const end = state ? endOf(state.group) : null;
  if (!end && phase === 'needs-attention' && !isFoundAgain) return phase;
  return stepsTo(phase, end ?? 'in-delivery').at(-1) ?? phase;
}

function stateBefore({ state, stateAt }: Delivery, states: StateTable) {
  return state === null ? null : { name: state, event: recogniseState(state, states).event, at: stateAt };
}

function entriesOf({ history }: OrderRecord, zone: string, now: Date): StateEntry[] {
  const entries = history.map(({ status, date }) => ({ status, date, at: parseStateDate(date, zone) }));
  return withoutFutureDates(entries, now);
}
