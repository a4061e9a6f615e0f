import { PASSING_HOLDS, type Hold } from '../domain/lifecycle/hold.ts';
import type { DeliveryPromise } from '../domain/planning/delivery-plan.ts';
import { printClock, printMoment } from './printed-times.ts';
import type { Locale } from '../texts/locale.ts';
import { exceptionsOf, seenOf } from '../domain/exceptions/exception.ts';
import { explainException, explainHold, explainSkip, type Asker } from './explain.ts';
import { foldText } from '../domain/mapping/clean-text.ts';
import { inOrderOfTime, recogniseState, type StateTable } from '../domain/tracking/operator-state.ts';
import { statesOf } from '../domain/tracking/state-meaning.ts';
import { canSendAnyway } from '../domain/planning/skip-reason.ts';
import type { OrderDelivery } from '../deliveries/order-deliveries.ts';
import { storedDelivery } from './stored-delivery.ts';
import { textsIn } from '../texts/choose-texts.ts';
import type { DeliveryAction, DeliveryView, HistoryEntry, HoldView, PromiseView } from './extension-answers.ts';

export interface Reader extends Asker {
  readonly now: Date;
  /** IANA name; null when the shop's is not known yet. */
  readonly timeZone: string | null;
  /** For how many milliseconds an order that may have been sent is looked for. */
  readonly horizonMs: number;
  /** What the operator's names of states mean by its profile. */
  readonly states: StateTable;
  /** What holds all hand-overs of the shop, for a page that has nothing else that says so. */
  readonly shopHold?: Hold | null;
}

type Stored = ReturnType<typeof storedDelivery.parse>;

export function deliveryView(delivery: OrderDelivery, reader: Reader): DeliveryView {
  const { locale } = reader;
  const stored = storedDelivery.parse(delivery);
  const { phase, stateGroup, trackingUrl } = stored;
  const heldFor = holdAhead(delivery, stored, reader);
  const { phases, stateGroups } = textsIn(locale);
  const group = delivery.state === null ? null : (stateGroup ?? 'unknown');
  const isWaiting = phase === 'waiting';
  return {
    id: delivery.id,
    fulfillmentId: delivery.fulfillmentId,
    fulfillmentName: delivery.fulfillmentName,
    phase,
    seen: seenOf(delivery),
    label: group ? stateGroups[group] : phases[phase],
    state: delivery.state,
    stateGroup: group,
    stateAt: delivery.stateAt?.getTime() ?? null,
    alsoSaid: alsoSaid(delivery),
    hold: holdView(heldFor, delivery, reader),
    checking: checkingOf(delivery, reader),
    sendAt: isWaiting && !heldFor ? (delivery.sendAt?.getTime() ?? null) : null,
    promise: promiseOf(delivery, stored, locale),
    operatorDate: delivery.endedAt === null ? delivery.operatorDate : null,
    orderNumber: delivery.orderNumber,
    trackingUrl,
    checkedAt: delivery.lastReadAt?.getTime() ?? null,
    isRecovered: delivery.recoveredAt !== null,
    problems: exceptionsOf({ ...stored, flags: [], attentionSince: null }).map((exception) =>
      explainException(exception, delivery.orderId, reader),
    ),
    flags: stored.flags.map(({ code, since }) => ({ code, since: Date.parse(since) })),
    skipped: phase === 'skipped' ? explainSkip(stored.skipReason, delivery.orderId, reader) : null,
    history: newestFirst(delivery, reader),
    actions: actionsOf({ ...delivery, heldFor }, stored, reader),
  };
}

/** Until when it is checked that the operator does not have the delivery already; null when that is not checked. */
export function checkedUntil(
  { phase, possiblySentAt, heldFor }: Pick<OrderDelivery, 'phase' | 'possiblySentAt' | 'heldFor'>,
  { now, horizonMs }: Pick<Reader, 'now' | 'horizonMs'>,
): Date | null {
  if (phase !== 'handing-over' || heldFor !== null || possiblySentAt === null) return null;
  const until = new Date(possiblySentAt.getTime() + horizonMs);
  return until > now ? until : null;
}

function checkingOf(delivery: OrderDelivery, reader: Reader): string | null {
  const until = checkedUntil(delivery, reader);
  if (until === null || delivery.possiblySentAt === null) return null;
  const since = printMoment(delivery.possiblySentAt, reader);
  return textsIn(reader.locale).deliveries.checkingSince({ since, time: printClock(until, reader) });
}

function alsoSaid({ state, lastState }: OrderDelivery): string | null {
  if (!state || !lastState || foldText(state) === foldText(lastState)) return null;
  return lastState;
}

function promiseOf(delivery: OrderDelivery, { service }: Stored, locale: Locale): PromiseView | null {
  const { promisedDate: date, windowStart, windowEnd } = delivery;
  return service && date ? promiseView({ service, date, windowStart, windowEnd }, locale) : null;
}

export function promiseView(
  { service, date, windowStart, windowEnd }: Omit<DeliveryPromise, 'until'>,
  locale: Locale,
): PromiseView {
  return { service: textsIn(locale).services[service].name, date, windowStart, windowEnd };
}

/** Entries whose date cannot be read come last. */
function newestFirst({ stateEntries, operatorAccount }: OrderDelivery, reader: Reader): HistoryEntry[] {
  const { locale } = reader;
  const states = statesOf(operatorAccount, reader.states);
  const { stateGroups } = textsIn(locale);
  const dated = inOrderOfTime(stateEntries, states).reverse();
  const undated = stateEntries.filter(({ at }) => at === null);
  return [...dated, ...undated].map(({ status, date, at }) => {
    const stateGroup = recogniseState(status, states).group;
    return { label: stateGroups[stateGroup], state: status, stateGroup, at: at?.getTime() ?? null, date };
  });
}

/** What holds the delivery. One that waits for its time is not sent at that time while the shop is held. */
export function holdAhead(
  { sendAt }: Pick<OrderDelivery, 'sendAt'>,
  { phase, heldFor }: Pick<Stored, 'phase' | 'heldFor'>,
  { now, shopHold = null }: Pick<Reader, 'now' | 'shopHold'>,
): Hold | null {
  return heldFor ?? (phase === 'waiting' && sendAt !== null && sendAt > now ? shopHold : null);
}

/** What `holdAhead` has found, in words; null in a phase in which nothing is held. */
export function holdView(
  heldFor: Hold | null,
  { phase, heldSince }: Pick<OrderDelivery, 'phase' | 'heldSince'>,
  reader: Pick<Reader, 'locale' | 'timeZone' | 'now'>,
): HoldView | null {
  if (!heldFor || (phase !== 'waiting' && phase !== 'handing-over')) return null;
  return explainHold(heldFor, heldSince ? printMoment(heldSince, reader) : '', reader);
}

/** The actions that would have an effect now. */
export function actionsOf(
  {
    handedOverAt,
    possiblySentAt,
    sendAt,
    heldFor,
  }: Pick<OrderDelivery, 'handedOverAt' | 'possiblySentAt' | 'sendAt' | 'heldFor'>,
  stored: Pick<Stored, 'phase' | 'problems' | 'flags' | 'skipReason'>,
  { now }: Pick<Reader, 'now'>,
): DeliveryAction[] {
  const { phase, skipReason } = stored;
  const needsPerson = exceptionsOf({ ...stored, attentionSince: null }).length > 0;
  switch (phase) {
    case 'waiting':
      if (heldFor !== null) return canGoOn(heldFor) ? ['send-now', 'stop'] : ['stop'];
      // a delivery that is already due will be sent in a moment, too soon for a button to stop it
      return sendAt !== null && sendAt > now ? ['send-now', 'stop'] : [];
    case 'needs-attention':
      if (handedOverAt) return ['refresh', 'dismiss-problem'];
      return possiblySentAt ? ['retry', 'dismiss-problem'] : ['retry', 'stop'];
    case 'skipped':
      return skipReason && !handedOverAt && canSendAnyway(skipReason) ? ['retry'] : [];
    case 'in-delivery':
    case 'delivered':
    case 'failed':
      return needsPerson ? ['refresh', 'dismiss-problem'] : ['refresh'];
    case 'handing-over':
      return needsPerson ? ['dismiss-problem'] : [];
    case 'cancelled':
      return [];
  }
}

/** Whether a person can release the hold, or its reason may have ended. */
function canGoOn(heldFor: string): boolean {
  return heldFor === 'release' || PASSING_HOLDS.some((hold) => hold === heldFor);
}
