import { createHash } from 'node:crypto';
import type { Delivery, Prisma, Shop } from '@prisma/client';
import { z } from 'zod';
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
import type { Problem } from '../domain/problem.ts';
import { flagsOf, type WatchedDelivery } from '../domain/promise-watch.ts';
import { nextReadAt, type ReadingSituation } from '../domain/tracking-schedule.ts';
import { findOrder } from '../operator/client.ts';
import { OperatorError } from '../operator/operator-error.ts';
import type { OrderRecord } from '../operator/order-record.ts';
import type { AttemptOutcome } from '../domain/attempt.ts';
import { beginAttempt, endAttempt } from '../persistence/attempts.ts';
import type { Transaction } from '../persistence/database.ts';
import {
  changeLocked,
  claimDueReads,
  keepReadWithoutNews,
  lockDelivery,
  phaseOf,
  putReadsOff,
  type DeliveryWithShop,
} from '../persistence/deliveries.ts';
import { lastDatedEvent } from '../persistence/publications.ts';
import { addStateEntries } from '../persistence/state-entries.ts';
import { pauseAccount, settingsOf } from '../persistence/shops.ts';
import { Rests } from './call-limits.ts';
import { accessOf, longestStepMs } from './operator-access.ts';
import { outcomeOf } from './operator-outcome.ts';
import { queuePublications } from './publish.ts';
import { createRounds, type Rounds } from './rounds.ts';
import type { World } from './world.ts';

const AT_ONCE = 100;
/** Reads in a row without the order before a person is asked: the back-off makes it about an hour. */
const NOT_FOUND_BEFORE_ASKING = 5;
const UNKNOWN_TO_OPERATOR: Problem = { code: 'unknown-to-operator', field: null, details: {} };
/** Until an account that is busy with reads has room again. */
const BUSY_MS = 2_000;

const storedProblems = z.array(z.record(z.string(), z.json())).catch([]);

/**
 * Reads deliveries at the operator when their time has come.
 *
 * @param share 0..1, of the places in this process that reads may take up now
 */
export function createTracker(world: World, share: () => number = () => 1): Rounds {
  const { operatorLimits } = world;
  return createRounds<DeliveryWithShop>({
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const leaseMs = longestStepMs(world.environment);
      const due = await claimDueReads(world.database, { now: world.now(), leaseMs, limit });
      const { rows, notNow } = sortOut(world, due);
      await putReadsOff(world.database, notNow);
      return { rows, hasMore: due.length > 0 };
    },
    work: (delivery) =>
      operatorLimits.occupy('read', delivery.operatorAccountId ?? '', () => readDelivery(world, delivery)),
    failed: ({ id, correlationId }, error) =>
      world.logger.error({ error, deliveryId: id, correlationId }, 'reading failed'), // the lease ends
  });
}

/** Which of the claimed can be read now; of an account that rests, or has no room, the others wait without a call. */
function sortOut({ operatorLimits, now, random }: World, due: readonly DeliveryWithShop[]) {
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
      const waitMs = Math.max(rest, BUSY_MS) * (1 + random());
      notNow.push({ id: delivery.id, until: new Date(now().getTime() + waitMs) });
    }
  }
  return { rows, notNow };
}

/** Reads one delivery at the operator, keeps what is new, and plans the next read. */
export async function readDelivery(given: World, delivery: DeliveryWithShop): Promise<void> {
  const { correlationId } = delivery;
  const world = { ...given, logger: given.logger.child({ correlationId }) };
  const { operatorAccount, orderNumber } = delivery;
  if (!operatorAccount || !orderNumber) return;
  const access = accessOf(world, operatorAccount);
  const startedAt = world.now();
  let found: Awaited<ReturnType<typeof findOrder>>;
  try {
    found = await world.operatorLimits.call(operatorAccount.id, () =>
      world.metrics.operatorCall('read', () => findOrder(access, orderNumber)),
    );
  } catch (error) {
    if (error instanceof Rests) return putReadsOff(world.database, [{ id: delivery.id, until: error.until }]);
    if (!(error instanceof OperatorError)) throw error;
    return afterFailedRead(world, delivery, startedAt, error, outcomeOf(error.failure));
  }
  if (found.kind === 'not-found') {
    const missing = new OperatorError('refused', 'the operator does not know the order number', found.httpStatus);
    return afterFailedRead(world, delivery, startedAt, missing, 'not-found');
  }
  const { record } = found;
  if (delivery.recordSeen === digestOf(record, operatorZone(world, delivery.shop))) {
    const { state, stateAt, endedAt } = delivery;
    const group = state === null ? null : recogniseState(state).group;
    const now = world.now();
    const isKept = await keepReadWithoutNews(world.database, delivery, {
      now,
      nextReadAt: readAgainAt(world, delivery, { now, group, stateAt, endedAt }),
      flags: flagsNow(delivery, { now, group, stateAt, hasEnded: endedAt !== null }),
    });
    if (isKept) return;
  }
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
  const zone = operatorZone(world, shop);
  const { added, history } = await addStateEntries(transaction, id, entriesOf(record, zone), now);
  const state = currentState(history, record.lastState ?? record.history[0]?.status ?? null);
  const trackingUrl = record.trackingUrl ?? delivery.trackingUrl;
  const problems = storedProblems.parse(delivery.problems);
  const others = problems.filter(({ code }) => code !== UNKNOWN_TO_OPERATOR.code);
  const isFoundAgain = others.length < problems.length;
  const phase = phaseAfter(phaseOf(delivery), state, isFoundAgain);
  const isEnd = phase === 'delivered' || phase === 'failed';
  const endedAt = isEnd ? (state?.at ?? delivery.endedAt ?? now) : null;
  const group = state?.group ?? null;
  const stateAt = state?.at ?? null;

  await changeLocked(transaction, delivery, phase, {
    state: state?.name ?? null,
    stateGroup: group,
    stateAt,
    flags: flagsNow(delivery, { now, group, stateAt, hasEnded: isEnd }),
    lastState: record.lastState,
    trackingUrl,
    endedAt,
    ...(isFoundAgain ? { problems: others } : {}),
    ...(isEnd ? { handedOverWith: null } : {}),
    prunedAt: null,
    lastReadAt: now,
    tries: 0,
    recordSeen: digestOf(record, zone),
    nextReadAt: readAgainAt(world, { ...delivery, shop }, { now, group, stateAt, endedAt }),
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

/** What of a record can bring news, together with what its states mean to us: the same digest again brings none. */
function digestOf({ history, lastState, trackingUrl }: OrderRecord, zone: string): string {
  const groups = history.map(({ status }) => recogniseState(status).group);
  return createHash('sha256')
    .update(JSON.stringify([history, groups, lastState, trackingUrl, zone]))
    .digest('base64url');
}

type ReadResult = Pick<ReadingSituation, 'now' | 'group' | 'stateAt' | 'endedAt' | 'notBefore'> & { failures?: number };

function readAgainAt(
  world: World,
  { shop, promisedUntil, handedOverAt }: Pick<DeliveryWithShop, 'shop' | 'promisedUntil' | 'handedOverAt'>,
  { stateAt, failures = 0, ...result }: ReadResult,
): Date | null {
  return nextReadAt({
    ...result,
    ...{ promisedUntil, failures, stateAt: stateAt ?? handedOverAt },
    zone: operatorZone(world, shop),
    random: world.random(),
    baseIntervalMs: world.environment.TRACKING_INTERVAL_SECONDS * 1000,
  });
}

/** The zone of the operator's wall clock. */
function operatorZone({ environment }: World, { timeZone }: Pick<Shop, 'timeZone'>): string {
  return environment.OPERATOR_TIME_ZONE ?? timeZone ?? 'UTC';
}

/** A problem that a person has to see stays, unless it has solved itself or the delivery has ended meanwhile. */
function phaseAfter(phase: Phase, state: CurrentState | null, isFoundAgain: boolean): Phase {
  const end = state ? endOf(state.group) : null;
  if (!end && phase === 'needs-attention' && !isFoundAgain) return phase;
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

function entriesOf({ history }: OrderRecord, zone: string): StateEntry[] {
  return history.map(({ status, date }) => ({ status, date, at: parseStateDate(date, zone) }));
}

function flagsNow(
  { handedOverAt, createdAt, promisedUntil }: Delivery,
  state: Pick<WatchedDelivery, 'now' | 'group' | 'stateAt' | 'hasEnded'>,
): Prisma.InputJsonArray {
  return flagsOf({ handedOverAt: handedOverAt ?? createdAt, promisedUntil, ...state }).map((flag) => ({ ...flag }));
}

async function afterFailedRead(
  world: World,
  delivery: DeliveryWithShop,
  startedAt: Date,
  error: OperatorError,
  outcome: AttemptOutcome,
): Promise<void> {
  const now = world.now();
  const { id, tries, state, stateAt, endedAt, operatorAccountId } = delivery;
  const group = state === null ? null : recogniseState(state).group;
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
        flags: flagsNow(delivery, { now, group, stateAt, hasEnded: endedAt !== null }),
        nextReadAt: readAgainAt(world, delivery, {
          ...{ now, group, stateAt, endedAt, failures: tries + 1 },
          notBefore: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
        }),
      },
    });
    if (outcome === 'not-found' && tries + 1 >= NOT_FOUND_BEFORE_ASKING) await askForIt(world, transaction, delivery);
  });
  world.logger.warn({ deliveryId: id, outcome, httpStatus, message }, 'the operator could not be read');
}

/** The operator had the order and does not know it any more. It is read on, and the problem goes when it is found. */
async function askForIt(world: World, transaction: Transaction, { id }: DeliveryWithShop): Promise<void> {
  const delivery = await lockDelivery(transaction, id);
  if (delivery?.phase !== 'in-delivery') return;
  const problems = [...storedProblems.parse(delivery.problems), { ...UNKNOWN_TO_OPERATOR }];
  await changeLocked(transaction, delivery, 'needs-attention', { problems, recordSeen: null });
  await queuePublications(world, transaction, delivery, [{ kind: 'order-metafield' }]);
}
