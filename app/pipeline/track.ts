import type { Delivery } from '@prisma/client';
import { stepsTo, type Phase } from '../domain/delivery-phase.ts';
import { eventsToPublish } from '../domain/events-to-publish.ts';
import {
  currentState,
  endOf,
  parseStateDate,
  recogniseState,
  type CurrentState,
  type FulfillmentEventStatus,
  type StateEntry,
} from '../domain/operator-state.ts';
import { nextReadAt } from '../domain/tracking-schedule.ts';
import { findOrder } from '../operator/client.ts';
import { OperatorError } from '../operator/operator-error.ts';
import type { OrderRecord } from '../operator/order-record.ts';
import { beginAttempt, endAttempt, type AttemptOutcome } from '../persistence/attempts.ts';
import type { Transaction } from '../persistence/database.ts';
import { claimDueReads, lockDelivery, phaseOf, type DeliveryWithShop } from '../persistence/deliveries.ts';
import { lastDatedEvent } from '../persistence/publications.ts';
import { pauseAccount, settingsOf } from '../persistence/shops.ts';
import { accessOf, longestStepMs } from './operator-access.ts';
import { outcomeOf } from './operator-outcome.ts';
import { queuePublications } from './publish.ts';
import type { World } from './world.ts';

const AT_ONCE = 20;

export interface Tracker {
  /**
   * Begins to read what is due, as far as there is room among the reads that are under way: a slow operator takes up its
   * own reads' room, and not the others' turn.
   *
   * @returns whether there may be more to read now
   */
  readonly round: () => Promise<boolean>;
  /** Waits for the reads that are under way. */
  readonly drain: () => Promise<void>;
}

export function createTracker(world: World): Tracker {
  const underWay = new Set<Promise<void>>();
  const begin = (delivery: DeliveryWithShop) => {
    const read = readDelivery(world, delivery)
      .catch((error: unknown) => {
        world.logger.error({ error, deliveryId: delivery.id }, 'reading failed'); // the lease ends and it is read again
      })
      .finally(() => underWay.delete(read));
    underWay.add(read);
  };
  return {
    async round() {
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      const limit = AT_ONCE - underWay.size;
      const leaseMs = longestStepMs(world.environment);
      const due = await claimDueReads(world.database, { now: world.now(), leaseMs, limit });
      for (const delivery of due) begin(delivery);
      return due.length === limit;
    },
    async drain() {
      await Promise.all(underWay);
    },
  };
}

/** Reads one delivery at the operator, keeps what is new, and plans the next read. */
export async function readDelivery(world: World, delivery: DeliveryWithShop): Promise<void> {
  const { operatorAccount } = delivery;
  if (!operatorAccount || !delivery.orderNumber) return;
  const startedAt = world.now();
  let found: Awaited<ReturnType<typeof findOrder>>;
  try {
    found = await findOrder(accessOf(world, operatorAccount), delivery.orderNumber);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return afterFailedRead(world, delivery, startedAt, error, outcomeOf(error.failure));
  }
  if (found.kind === 'not-found') {
    const missing = new OperatorError('refused', 'the operator does not know the order number', found.httpStatus);
    return afterFailedRead(world, delivery, startedAt, missing, 'not-found');
  }
  const { record } = found;
  await world.database.$transaction((transaction) => keepRecord(world, transaction, delivery, record));
}

async function keepRecord(
  world: World,
  transaction: Transaction,
  { id, shop }: DeliveryWithShop,
  record: OrderRecord,
): Promise<void> {
  const delivery = await lockDelivery(transaction, id); // two reads at once: each builds on what the other kept
  if (!delivery) return;
  const now = world.now();
  const zone = world.environment.OPERATOR_TIME_ZONE ?? shop.timeZone ?? 'UTC';
  const added = await addEntries(transaction, id, record, zone, now);
  const history = await transaction.stateEntry.findMany({ where: { deliveryId: id } });
  const state = currentState(history, record.lastState ?? record.history[0]?.status ?? null);
  const trackingUrl = record.trackingUrl ?? delivery.trackingUrl;
  const phase = phaseAfter(phaseOf(delivery), state);
  const isEnd = phase === 'delivered' || phase === 'failed';
  const endedAt = isEnd ? (state?.at ?? delivery.endedAt ?? now) : null;

  await transaction.delivery.update({
    where: { id },
    data: {
      phase,
      state: state?.name ?? null,
      stateGroup: state?.group ?? null,
      stateAt: state?.at ?? null,
      lastState: record.lastState,
      trackingUrl,
      endedAt,
      lastReadAt: now,
      tries: 0,
      nextReadAt: nextReadAt({
        ...{ now, group: state?.group ?? null, endedAt, failures: 0, random: world.random() },
        baseIntervalMs: world.environment.TRACKING_INTERVAL_SECONDS * 1000,
      }),
    },
  });
  const { publish } = settingsOf(shop);
  const events = publish.events ? await newEvents(transaction, delivery, added, state) : [];
  const hasNewUrl = publish.tracking && trackingUrl !== delivery.trackingUrl;
  const hasNewState = state?.name !== delivery.state || phase !== delivery.phase || hasNewUrl;
  if (!hasNewState && events.length === 0) return;

  await queuePublications(world, transaction, delivery, [
    ...(hasNewUrl ? [{ kind: 'tracking' } as const] : []),
    ...events.map((event) => ({ kind: 'event', ...event }) as const),
    ...(hasNewState ? [{ kind: 'order-metafield' } as const] : []),
  ]);
  world.logger.info(
    { deliveryId: id, shop: delivery.shopDomain, orderNumber: delivery.orderNumber, state: state?.name, phase },
    state?.group === 'unknown' ? 'new state, of an unknown name' : 'new state',
  );
}

/** A problem that a person has to see stays, unless the delivery has ended meanwhile. */
function phaseAfter(phase: Phase, state: CurrentState | null): Phase {
  const end = state ? endOf(state.group) : null;
  if (!end && phase === 'needs-attention') return phase;
  return stepsTo(phase, end ?? 'in-delivery').at(-1) ?? phase;
}

/** Of a state that came without a history, and so without a date, the event has no date either. */
async function newEvents(
  transaction: Transaction,
  { id, state: before }: Delivery,
  added: readonly StateEntry[],
  state: CurrentState | null,
): Promise<{ status: FulfillmentEventStatus; happenedAt: Date | null }[]> {
  if (state?.event && !state.at) {
    const isNew = !before || recogniseState(before).event !== state.event;
    return isNew ? [{ status: state.event, happenedAt: null }] : [];
  }
  return eventsToPublish(added, await lastDatedEvent(transaction, id));
}

/** @returns the entries that were not known before */
async function addEntries(
  transaction: Transaction,
  deliveryId: string,
  { history }: OrderRecord,
  zone: string,
  seenAt: Date,
): Promise<StateEntry[]> {
  if (history.length === 0) return [];
  return transaction.stateEntry.createManyAndReturn({
    data: history.map(({ status, date }) => ({ deliveryId, status, date, at: parseStateDate(date, zone), seenAt })),
    skipDuplicates: true,
  });
}

async function afterFailedRead(
  world: World,
  { id, tries, endedAt, operatorAccountId }: DeliveryWithShop,
  startedAt: Date,
  error: OperatorError,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = world.now();
  const { failure, httpStatus, message, retryAfterMs } = error;
  await world.database.$transaction(async (transaction) => {
    const attemptId = await beginAttempt(transaction, { deliveryId: id, verb: 'read', startedAt });
    const result = { outcome, httpStatus, message };
    await endAttempt(transaction, { id: attemptId, startedAt, endedAt: now, result });
    if (failure === 'account-refused' && operatorAccountId) {
      await pauseAccount(transaction, operatorAccountId, now);
    }
    await transaction.delivery.update({
      where: { id },
      data: {
        tries: { increment: 1 },
        nextReadAt: nextReadAt({
          ...{ now, group: null, endedAt, failures: tries + 1, random: world.random() },
          baseIntervalMs: world.environment.TRACKING_INTERVAL_SECONDS * 1000,
          notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
        }),
      },
    });
  });
  world.logger.warn({ deliveryId: id, outcome, httpStatus, message }, 'the operator could not be read');
}
