import type { DeliveryPromise } from '../../domain/delivery-plan.ts';
import { describeProblem, describeSkip, type Locale } from '../../domain/describe-problem.ts';
import { foldText } from '../../domain/clean-text.ts';
import { inOrderOfTime, recogniseState } from '../../domain/operator-state.ts';
import { canSendAnyway } from '../../domain/skip-reason.ts';
import type { OrderDelivery } from '../../persistence/order-deliveries.ts';
import { storedDelivery } from '../stored-delivery.ts';
import { textsIn } from '../texts/choose-texts.ts';
import type { DeliveryVerb, DeliveryView, Explanation, HistoryEntry, PromiseView } from './extension-answers.ts';

export interface Reader {
  readonly locale: Locale;
  readonly now: Date;
}

type Stored = ReturnType<typeof storedDelivery.parse>;

export function deliveryView(delivery: OrderDelivery, reader: Reader): DeliveryView {
  const { locale } = reader;
  const stored = storedDelivery.parse(delivery);
  const { phase, heldFor, stateGroup, trackingUrl } = stored;
  const { phases, holds } = textsIn(locale);
  const isWaiting = phase === 'waiting';
  return {
    id: delivery.id,
    fulfillmentId: delivery.fulfillmentId,
    fulfillmentName: delivery.fulfillmentName,
    phase,
    label: delivery.state ?? phases[phase],
    stateGroup: delivery.state === null ? null : (stateGroup ?? 'unknown'),
    stateAt: delivery.stateAt?.getTime() ?? null,
    alsoSaid: alsoSaid(delivery),
    hold: heldFor && (isWaiting || phase === 'handing-over') ? holds[heldFor] : null,
    sendAt: isWaiting && !heldFor ? (delivery.sendAt?.getTime() ?? null) : null,
    promise: promiseOf(delivery, stored, locale),
    orderNumber: delivery.orderNumber,
    trackingUrl,
    checkedAt: delivery.lastReadAt?.getTime() ?? null,
    isRecovered: delivery.recoveredAt !== null,
    problems: describeProblems(stored, locale),
    flags: stored.flags.map(({ code, since }) => ({ code, since: Date.parse(since) })),
    skipped: describeSkipped(stored, locale),
    history: newestFirst(delivery),
    verbs: verbsOf(delivery, stored, reader),
  };
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

function describeProblems({ phase, problems }: Stored, locale: Locale): Explanation[] {
  if (problems.length === 0 && phase === 'needs-attention') return [textsIn(locale).deliveries.unknownProblem];
  return problems.map((problem) => describeProblem(problem, locale));
}

function describeSkipped({ phase, skipReason }: Stored, locale: Locale): Explanation | null {
  if (phase !== 'skipped') return null;
  return skipReason ? describeSkip(skipReason, locale) : textsIn(locale).deliveries.unknownSkip;
}

/** Entries whose date cannot be read stand at the end. */
function newestFirst({ stateEntries }: OrderDelivery): HistoryEntry[] {
  const dated = inOrderOfTime(stateEntries).reverse();
  const undated = stateEntries.filter(({ at }) => at === null);
  return [...dated, ...undated].map(({ status, date, at }) => ({
    ...{ state: status, stateGroup: recogniseState(status).group, date },
    at: at?.getTime() ?? null,
  }));
}

/** What the pipeline would do if it was asked now. */
function verbsOf(
  { handedOverAt, sendAt, heldFor }: OrderDelivery,
  { phase, problems, skipReason }: Stored,
  { now }: Reader,
): DeliveryVerb[] {
  switch (phase) {
    case 'waiting':
      if (heldFor !== null) return heldFor === 'release' ? ['send-now', 'stop'] : ['stop'];
      // one that is due is as good as sent: a button to stop it would promise too much
      return sendAt !== null && sendAt > now ? ['send-now', 'stop'] : [];
    case 'needs-attention':
      return handedOverAt ? ['refresh', 'mark-handled'] : ['retry', 'mark-handled'];
    case 'skipped':
      return skipReason && !handedOverAt && canSendAnyway(skipReason) ? ['retry'] : [];
    case 'in-delivery':
    case 'delivered':
    case 'failed':
      return problems.length > 0 ? ['refresh', 'mark-handled'] : ['refresh'];
    case 'handing-over':
      return problems.length > 0 ? ['mark-handled'] : [];
    case 'cancelled':
      return [];
  }
}
