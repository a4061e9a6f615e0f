import type { Delivery } from '@prisma/client';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import { LOST, milestonesOf, newsOf, type NewPublication, type Reported } from '../../domain/tracking/news.ts';
import { changedDate, lastUpdate } from '../../domain/tracking/operator-date.ts';
import { statesOf } from '../../domain/tracking/state-meaning.ts';
import {
  currentState,
  happenedEntries,
  parseStateDate,
  recogniseState,
  withoutFutureDates,
  type StateEntry,
  type StateTable,
} from '../../domain/tracking/operator-state.ts';
import type { OrderRecord } from '../../operator/order-record.ts';
import type { Statements } from '../../persistence/statements.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { lockDeliveries, phaseOf, recordReads, type DeliveryWithShop, type ReadWithNews } from '../delivery-store.ts';
import { madeEventsOf, NO_EVENTS } from '../write-back/publications.ts';
import { queuePublications } from '../write-back/order-outbox.ts';
import { flagsNow, operatorZone, readAgainAt } from '../next-read.ts';
import type { AppContext } from '../../app-context.ts';
import { hash } from 'node:crypto';
import { BOUNDS } from '../../bounds.ts';

/** A record that may contain news of a delivery. */
export interface FoundRecord {
  readonly app: AppContext;
  readonly delivery: DeliveryWithShop;
  /** Null to judge the delivery anew from what is stored, because its state has got another meaning. */
  readonly record: OrderRecord | null;
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
  const present = found.flatMap(({ app, delivery: { id, shop, operatorAccount }, record }) => {
    const delivery = locked.get(id);
    const zone = operatorZone(app, shop);
    const now = app.now();
    const states = statesOf(operatorAccount, app.environment.profile.stateTable);
    const listed = record ? entriesOf(record, zone, states, now) : [];
    return delivery ? [{ app, delivery, shop, record, zone, now, states, listed }] : [];
  });
  const known = await addStateEntries(
    transaction,
    present.map(({ delivery, listed: entries, now: seenAt }) => ({ deliveryId: delivery.id, entries, seenAt })),
  );
  const events = await madeEventsOf(
    transaction,
    present.map(({ delivery: { id } }) => id),
  );
  const kept = present.map((each, place) => {
    const { added = [], history = [] } = known[place] ?? {};
    const happened = withoutFutureDates(history, each.now);
    return keptOf(each, { added, history: happened, made: events.get(each.delivery.id) ?? NO_EVENTS });
  });
  await recordReads(
    transaction,
    kept.map(({ read }) => read),
  );
  await queuePublications(transaction, kept);
}

interface Present {
  readonly app: AppContext;
  readonly delivery: Delivery;
  readonly shop: DeliveryWithShop['shop'];
  readonly record: OrderRecord | null;
  readonly zone: string;
  readonly now: Date;
  readonly states: StateTable;
  readonly listed: readonly StateEntry[];
}

/** What is stored and published of a delivery. */
function keptOf(
  { app, delivery, shop, record, zone, now, states, listed }: Present,
  known: Pick<Reported, 'added' | 'history' | 'made'>,
): { delivery: Delivery; read: ReadWithNews; publications: readonly NewPublication[] } {
  const seen = record ? seenIn(record, delivery, zone, now) : storedOf(delivery);
  const state = record ? currentState(known.history, record.lastState, states, listed) : stateOf(delivery, states);
  const { trackingUrl, operatorDate, operatorUpdatedAt } = seen;
  const isLost = record !== null && readColumn(delivery, 'problems').some(({ code }) => code === LOST);
  const { phase, endedAt, solved, problems, publications } = newsOf(
    { ...delivery, phase: phaseOf(delivery), isLost },
    { ...known, state, trackingUrl, operatorDate },
    { states, stateTags: settingsOf(shop).publish.stateTags, now },
  );
  const group = state?.group ?? null;
  const stateAt = state?.at ?? null;
  const hasEnded = endedAt !== null;
  const read: ReadWithNews = {
    delivery,
    phase,
    solved,
    problems,
    outcome: {
      ...seen,
      state: state?.name ?? null,
      stateGroup: group,
      stateAt,
      ...milestonesOf(known.history, state, states),
      flags: flagsNow(delivery, { now, group, stateAt, updatedAt: operatorUpdatedAt, hasEnded }),
      endedAt,
      recordSeen: record && digestOfRecord(record, zone, states),
      nextReadAt: readAgainAt(app, { ...delivery, shop }, { now, group, stateAt, endedAt }),
    },
  };
  if (publications.length > 0) {
    app.logger.info(
      { deliveryId: delivery.id, shop: shop.domain, orderNumber: delivery.orderNumber, state: state?.name, phase },
      group === 'unknown' ? 'new state with an unknown name' : 'new state',
    );
  }
  return { delivery, read, publications };
}

function seenIn(record: OrderRecord, delivery: Delivery, zone: string, now: Date) {
  return {
    lastState: record.lastState,
    trackingUrl: record.trackingUrl ?? delivery.trackingUrl,
    operatorDate: changedDate(record.deliveryDate, delivery.promisedDate, zone),
    operatorUpdatedAt: lastUpdate(record.updated, now),
    lastReadAt: now,
  };
}

function storedOf({ lastState, trackingUrl, operatorDate, operatorUpdatedAt, lastReadAt }: Delivery) {
  return { lastState, trackingUrl, operatorDate, operatorUpdatedAt, lastReadAt };
}

function stateOf({ state, stateAt }: Delivery, states: StateTable) {
  return state === null ? null : { name: state, at: stateAt, ...recogniseState(state, states) };
}

function entriesOf({ history, lastState }: OrderRecord, zone: string, states: StateTable, now: Date): StateEntry[] {
  const entries = history.map(({ status, date }) => ({ status, date, at: parseStateDate(date, zone) }));
  return happenedEntries(entries, lastState, states, now);
}

/** The digest of the record that the last read of a delivery saw. A former version kept one of the answer behind it. */
export function lastSeen({ recordSeen }: Pick<Delivery, 'recordSeen'>): string | undefined {
  return recordSeen?.split(' ')[0];
}

/**
 * A digest of everything in a record that can bring news, and of what its states mean to us. If it is unchanged, there
 * is no news.
 */
export function digestOfRecord(
  { history, lastState, trackingUrl, deliveryDate }: OrderRecord,
  zone: string,
  states: StateTable,
): string {
  const groups = history.map(({ status }) => recogniseState(status, states).group);
  return hash('sha256', JSON.stringify([history, groups, lastState, trackingUrl, deliveryDate, zone]), 'base64url');
}

/**
 * Stores what is new in the operator's history of deliveries. Of a long history only the newest entries are stored.
 *
 * @returns for each delivery, in the same order, what is new and all of it, in the order in which it became known
 */
export async function addStateEntries(
  transaction: Statements,
  listed: readonly { readonly deliveryId: string; readonly entries: readonly StateEntry[]; readonly seenAt: Date }[],
): Promise<Pick<Reported, 'added' | 'history'>[]> {
  const rows = listed.flatMap(({ deliveryId, entries, seenAt }) =>
    entries.map(({ status, date, at }) => ({ deliveryId, status, date, at, seenAt })),
  );
  const ids = listed.map(({ deliveryId }) => deliveryId);
  // the second SELECT sees the table as it was before the INSERT
  const known = await transaction.$queryRaw<(StateEntry & { deliveryId: string; isNew: boolean })[]>`
    WITH added AS (
      INSERT INTO "StateEntry" ("deliveryId", "status", "date", "at", "seenAt")
      SELECT e."deliveryId", e."status", e."date", e."at", e."seenAt"
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS e("deliveryId" uuid, "status" text, "date" text, "at" timestamptz, "seenAt" timestamptz)
      ON CONFLICT DO NOTHING RETURNING "id", "deliveryId", "status", "date", "at"
    )
    SELECT "id", "deliveryId", "status", "date", "at", TRUE AS "isNew" FROM added
    UNION ALL
    SELECT known.* FROM unnest(${ids}::uuid[]) AS asked("id") CROSS JOIN LATERAL (
      SELECT "id", "deliveryId", "status", "date", "at", FALSE FROM "StateEntry" WHERE "deliveryId" = asked."id"
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory}) AS known
    ORDER BY "id"`;
  const histories = new Map<string, (StateEntry & { isNew: boolean })[]>(ids.map((id) => [id, []]));
  for (const entry of known) histories.get(entry.deliveryId)?.push(entry);
  for (const [id, { length }] of histories) if (length >= BOUNDS.keptHistory) await dropOldest(transaction, id);
  return ids.map((id) => {
    const history = histories.get(id) ?? [];
    return { added: history.filter(({ isNew }) => isNew), history };
  });
}

async function dropOldest(transaction: Statements, deliveryId: string): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid AND "id" NOT IN (
      SELECT "id" FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory})`;
}
