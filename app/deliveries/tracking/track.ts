import { createHash } from 'node:crypto';
import type { Delivery, Shop } from '@prisma/client';
import { stepsTo, type Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { readColumn } from '../../domain/lifecycle/read-column.ts';
import { eventsToPublish } from '../../domain/tracking/events-to-publish.ts';
import {
  currentState,
  endOf,
  parseStateDate,
  recogniseState,
  type CurrentState,
  type FulfillmentEventStatus,
  type StateEntry,
} from '../../domain/tracking/operator-state.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import { changedDate, lastUpdate } from '../../domain/tracking/operator-date.ts';
import { flagsOf, type Flag, type WatchedDelivery } from '../../domain/tracking/promise-watch.ts';
import { nextReadAt, type ReadingSituation } from '../../domain/tracking/tracking-schedule.ts';
import { findOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { OrderRecord } from '../../operator/order-record.ts';
import type { AttemptOutcome } from '../../domain/lifecycle/attempt.ts';
import { beginAttempt, endAttempt } from '../hand-over/attempts.ts';
import type { Transaction } from '../../persistence/database.ts';
import {
  claimDueReads,
  lockDelivery,
  lose,
  phaseOf,
  putReadsOff,
  recordFailedRead,
  recordRead,
  recordReadWithoutNews,
  type DeliveryWithShop,
} from '../delivery-store.ts';
import { lastDatedEvent } from '../write-back/publications.ts';
import { addStateEntries } from './state-entries.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { CallsPausedError } from '../../scheduling/call-limits.ts';
import { accessOf, longestStepMs } from '../hand-over/operator-access.ts';
import { outcomeOf } from '../hand-over/operator-outcome.ts';
import { queuePublications } from '../write-back/publish.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 100;
/** Reads in a row without the order before a person is asked: the back-off makes it about an hour. */
const NOT_FOUND_BEFORE_ASKING = 5;
const UNKNOWN_TO_OPERATOR: Problem = { code: 'unknown-to-operator', field: null, details: {} };

/**
 * Reads deliveries at the operator when their time has come.
 *
 * @param share 0..1, of the places in this process that reads may take up now
 */
export function createTracker(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { operatorLimits } = app;
  return createClaimLoop<DeliveryWithShop>({
    pace: app.pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const leaseMs = longestStepMs(app.pace);
      const due = await claimDueReads(app.database, { now: app.now(), leaseMs, limit });
      const { rows, notNow } = sortOut(app, due);
      await putReadsOff(app.database, notNow);
      return { rows, hasMore: due.length > 0 };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId ?? '', () => readDelivery(app, delivery)),
    failed: ({ id, correlationId }, error) =>
      app.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the lease ends
  });
}

/** Which of the claimed can be read now; of an account that rests, or has no room, the others wait without a call. */
function sortOut({ operatorLimits, pace, now, random }: AppContext, due: readonly DeliveryWithShop[]) {
  const rows: DeliveryWithShop[] = [];
  const notNow: { id: string; until: Date }[] = [];
  const begun = new Map<string, number>();
  for (const delivery of due) {
    const accountId = delivery.operatorAccountId ?? '';
    const before = begun.get(accountId) ?? 0;
    const rest = Math.max(0, (delivery.operatorAccount?.restUntil?.getTime() ?? 0) - now().getTime());
    if (rest === 0 && before < operatorLimits.room('read', accountId)) {
      begun.set(accountId, before + 1);
      rows.push(delivery);
    } else {
      const waitMs = Math.max(rest, pace.tracking.busyMs) * (1 + random());
      notNow.push({ id: delivery.id, until: new Date(now().getTime() + waitMs) });
    }
  }
  return { rows, notNow };
}

/** Reads one delivery at the operator, keeps what is new, and plans the next read. */
export async function readDelivery(given: AppContext, delivery: DeliveryWithShop): Promise<void> {
  const { correlationId } = delivery;
  const app = { ...given, logger: given.logger.child({ correlationId }) };
  const { operatorAccount, orderNumber } = delivery;
  if (!operatorAccount || !orderNumber) return;
  const access = accessOf(app, operatorAccount);
  const startedAt = app.now();
  let found: Awaited<ReturnType<typeof findOrder>>;
  try {
    found = await app.operatorLimits.call(operatorAccount.id, () =>
      app.metrics.operatorCall('read', () => findOrder(access, orderNumber)),
    );
  } catch (error) {
    if (error instanceof CallsPausedError) return putReadsOff(app.database, [{ id: delivery.id, until: error.until }]);
    if (!(error instanceof OperatorError)) throw error;
    return afterFailedRead(app, delivery, startedAt, error, outcomeOf(error.end));
  }
  if (found.kind === 'not-found') {
    const missing = new OperatorError('refused', 'the operator does not know the order number', found.httpStatus);
    return afterFailedRead(app, delivery, startedAt, missing, 'not-found');
  }
  const { record } = found;
  if (delivery.recordSeen === digestOf(record, operatorZone(app, delivery.shop))) {
    const { state, stateAt, endedAt } = delivery;
    const group = state === null ? null : recogniseState(state).group;
    const now = app.now();
    const updatedAt = lastUpdate(record.updated, now);
    const isKept = await recordReadWithoutNews(app.database, delivery, {
      now,
      nextReadAt: readAgainAt(app, delivery, { now, group, stateAt, endedAt }),
      flags: flagsNow(delivery, { now, group, stateAt, updatedAt, hasEnded: endedAt !== null }),
      operatorUpdatedAt: updatedAt,
    });
    if (isKept) return;
  }
  await app.database.$transaction((transaction) => keepRecord(app, transaction, delivery, record));
}

async function keepRecord(
  app: AppContext,
  transaction: Transaction,
  { id, shop }: DeliveryWithShop,
  record: OrderRecord,
): Promise<void> {
  const delivery = await lockDelivery(transaction, id); // two reads at once: each builds on what the other kept
  if (!delivery) return;
  const now = app.now();
  const zone = operatorZone(app, shop);
  const listed = entriesOf(record, zone);
  const { added, history } = await addStateEntries(transaction, id, listed, now);
  const state = currentState(history, record.lastState, listed);
  const trackingUrl = record.trackingUrl ?? delivery.trackingUrl;
  const isFoundAgain = readColumn(delivery, 'problems').some(({ code }) => code === UNKNOWN_TO_OPERATOR.code);
  const phase = phaseAfter(phaseOf(delivery), state, isFoundAgain);
  const isEnd = phase === 'delivered' || phase === 'failed';
  const endedAt = isEnd ? (state?.at ?? delivery.endedAt ?? now) : null;
  const group = state?.group ?? null;
  const stateAt = state?.at ?? null;
  const updatedAt = lastUpdate(record.updated, now);
  const operatorDate = changedDate(record.deliveryDate, delivery.promisedDate, zone);

  await recordRead(transaction, delivery, {
    phase,
    solved: isFoundAgain ? UNKNOWN_TO_OPERATOR.code : null,
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
      recordSeen: digestOf(record, zone),
      nextReadAt: readAgainAt(app, { ...delivery, shop }, { now, group, stateAt, endedAt }),
    },
  });
  const { publish } = settingsOf(shop);
  const events = publish.events ? await newEvents(transaction, delivery, added, state) : [];
  // one that was accepted without a URL waits for the first read, which may bring it
  const isFirstRead = delivery.trackingUrl === null && delivery.lastReadAt === null;
  const hasNewUrl = publish.tracking && (trackingUrl !== delivery.trackingUrl || isFirstRead);
  const hasNewDate = operatorDate !== delivery.operatorDate;
  const hasNewState = state?.name !== delivery.state || phase !== delivery.phase || hasNewUrl || hasNewDate;
  if (!hasNewState && events.length === 0) return;

  await queuePublications(app, transaction, delivery, [
    ...(hasNewUrl ? [{ kind: 'tracking' } as const] : []),
    ...events.map((event) => ({ kind: 'event', ...event }) as const),
    ...(hasNewState ? [{ kind: 'order-metafield' } as const] : []),
  ]);
  app.logger.info(
    { deliveryId: id, shop: delivery.shopDomain, orderNumber: delivery.orderNumber, state: state?.name, phase },
    state?.group === 'unknown' ? 'new state, of an unknown name' : 'new state',
  );
}

/** What of a record can bring news, together with what its states mean to us: the same digest again brings none. */
function digestOf({ history, lastState, trackingUrl, deliveryDate }: OrderRecord, zone: string): string {
  const groups = history.map(({ status }) => recogniseState(status).group);
  return createHash('sha256')
    .update(JSON.stringify([history, groups, lastState, trackingUrl, deliveryDate, zone]))
    .digest('base64url');
}

type ReadResult = Pick<ReadingSituation, 'now' | 'group' | 'stateAt' | 'endedAt' | 'notBefore'> & { failures?: number };

function readAgainAt(
  app: AppContext,
  { shop, promisedUntil, handedOverAt }: Pick<DeliveryWithShop, 'shop' | 'promisedUntil' | 'handedOverAt'>,
  { stateAt, failures = 0, ...result }: ReadResult,
): Date | null {
  return nextReadAt({
    ...result,
    promisedUntil,
    failures,
    stateAt: stateAt ?? handedOverAt,
    zone: operatorZone(app, shop),
    random: app.random(),
    baseIntervalMs: app.pace.tracking.intervalMs,
  });
}

/** The zone of the operator's wall clock. */
function operatorZone({ environment }: AppContext, { timeZone }: Pick<Shop, 'timeZone'>): string {
  return environment.OPERATOR_TIME_ZONE ?? timeZone ?? 'UTC';
}

/** A problem that a person has to see stays, unless it has solved itself or the delivery has ended meanwhile. */
function phaseAfter(phase: Phase, state: CurrentState | null, isFoundAgain: boolean): Phase {
  const end = state ? endOf(state.group) : null;
  if (!end && phase === 'needs-attention' && !isFoundAgain) return phase;
  return stepsTo(phase, end ?? 'in-delivery').at(-1) ?? phase;
}

/** Of a state without a date the event has no date either, and is made once, though its date may be read later. */
async function newEvents(
  transaction: Transaction,
  { id, state: before, stateAt: beganAt }: Delivery,
  added: readonly StateEntry[],
  state: CurrentState | null,
): Promise<{ status: FulfillmentEventStatus; happenedAt: Date | null }[]> {
  const eventBefore = before === null ? null : recogniseState(before).event;
  const undated = state?.at === null ? state.event : null;
  if (undated !== null && undated === eventBefore) return [];
  const { last, room } = await lastDatedEvent(transaction, id);
  // the newest lead to the current state
  const dated = room === 0 ? [] : eventsToPublish(added, last).slice(-room);
  const madeUndated = undated ?? (beganAt === null ? eventBefore : null);
  const others = dated.filter(({ status }) => status !== madeUndated);
  return undated === null ? others : [...others, { status: undated, happenedAt: null }];
}

function entriesOf({ history }: OrderRecord, zone: string): StateEntry[] {
  return history.map(({ status, date }) => ({ status, date, at: parseStateDate(date, zone) }));
}

function flagsNow(
  { handedOverAt, createdAt, promisedUntil }: Delivery,
  state: Pick<WatchedDelivery, 'now' | 'group' | 'stateAt' | 'updatedAt' | 'hasEnded'>,
): Flag[] {
  return flagsOf({ handedOverAt: handedOverAt ?? createdAt, promisedUntil, ...state });
}

async function afterFailedRead(
  app: AppContext,
  delivery: DeliveryWithShop,
  startedAt: Date,
  error: OperatorError,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = app.now();
  const { id, tries, state, stateAt, endedAt } = delivery;
  const group = state === null ? null : recogniseState(state).group;
  const { httpStatus, message, retryAfterMs } = error;
  await app.database.$transaction(async (transaction) => {
    const attemptId = await beginAttempt(transaction, { deliveryId: id, verb: 'read', startedAt });
    const result = { outcome, httpStatus, message };
    await endAttempt(transaction, { id: attemptId, startedAt, endedAt: now, result });
    await recordFailedRead(transaction, delivery, {
      flags: flagsNow(delivery, {
        now,
        group,
        stateAt,
        updatedAt: delivery.operatorUpdatedAt,
        hasEnded: endedAt !== null,
      }),
      nextReadAt: readAgainAt(app, delivery, {
        now,
        group,
        stateAt,
        endedAt,
        failures: tries + 1,
        notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
      }),
    });
    if (outcome === 'not-found' && tries + 1 >= NOT_FOUND_BEFORE_ASKING) await askForIt(app, transaction, delivery);
  });
  app.logger.warn({ deliveryId: id, outcome, httpStatus, message }, 'the operator could not be read');
}

/** The problem goes when the order is found. */
async function askForIt(app: AppContext, transaction: Transaction, delivery: DeliveryWithShop): Promise<void> {
  if (!(await lose(transaction, delivery, UNKNOWN_TO_OPERATOR))) return;
  await queuePublications(app, transaction, delivery, [{ kind: 'order-metafield' }]);
}
