import type { Attempt } from '@prisma/client';
import { z } from 'zod';
import {
  ATTEMPT_OUTCOMES,
  ATTEMPT_VERBS,
  type AttemptOutcome,
  type AttemptVerb,
} from '../../domain/lifecycle/attempt.ts';
import { readColumn, type StoredValue } from '../../domain/lifecycle/stored-columns.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';
import type { OrderDelivery } from '../../deliveries/order-deliveries.ts';
import { deliveryView, type Reader } from '../../extension-api/delivery-view.ts';
import { exceptionsOf, type Exception } from '../../domain/exceptions/exception.ts';
import { adminOrder, explainException } from '../../extension-api/explain.ts';
import type { DeliveryView, Explanation } from '../../extension-api/extension-answers.ts';
import { printMoment, printPromise } from '../../extension-api/printed-times.ts';

/** What the page of a delivery shows. Times are printed in the shop's zone. It contains nothing about the buyer. */
export interface DeliveryPageView extends Omit<DeliveryView, 'history' | 'sendAt' | 'problems' | 'flags'> {
  readonly orderName: string | null;
  /** Opens the order in the admin. */
  readonly orderUrl: string;
  readonly pickup: string | null;
  readonly promiseText: string | null;
  readonly operatorDateText: string | null;
  /** When the operator last changed its record. */
  readonly updatedText: string | null;
  readonly sendAt: string | null;
  /** Newest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Why it needs a person. */
  readonly exceptions: readonly ExceptionView[];
  readonly decided: readonly Decided[];
  readonly attempts: readonly AttemptRow[];
  readonly canSendAnyway: boolean;
  /** When the operator is asked for the order next; null when no such check is due. */
  readonly checksAgainAt: string | null;
  /** Why a person may send it a second time, after a warning; null when that is not possible. */
  readonly canSendAgain: 'mayBeThere' | 'isLost' | null;
}

export interface ExceptionView extends Explanation, Pick<Exception, 'actor' | 'end'> {
  /** Printed; null when nobody knows. */
  readonly since: string | null;
}

export type TimelineEntry =
  | {
      readonly kind: 'state';
      /** The operator's own words, unchanged. */
      readonly state: string;
      readonly stateGroup: DeliveryView['history'][number]['stateGroup'];
      readonly at: string | null;
      /** As the operator wrote it. */
      readonly date: string;
    }
  | { readonly kind: 'handedOver' | 'created'; readonly at: string };

/** The parts of a delivery whose reasons the page explains. */
const DECIDED_PARTS = ['eligibility', 'pickup', 'district', 'service', 'date'] as const;
type DecidedPart = (typeof DECIDED_PARTS)[number];

export interface Decided {
  readonly part: DecidedPart;
  /** Names of fields and settings, such as `settings.service.rules`. */
  readonly source: string;
  readonly rule: string | null;
}

export interface AttemptRow extends Pick<StoredAttempt, 'httpStatus' | 'durationMs' | 'message'> {
  readonly id: string;
  readonly at: string;
  readonly verb: AttemptVerb;
  /** Null when a crash interrupted the attempt. */
  readonly outcome: AttemptOutcome | null;
}

export type StoredAttempt = Pick<
  Attempt,
  'id' | 'verb' | 'startedAt' | 'outcome' | 'httpStatus' | 'durationMs' | 'message'
>;

export function deliveryPageView(
  delivery: OrderDelivery,
  attempts: readonly StoredAttempt[],
  reader: Reader,
): DeliveryPageView {
  const { history, sendAt, problems: _problems, flags: _flags, ...view } = deliveryView(delivery, reader);
  const print = (at: number | Date | null) => (at === null ? null : printMoment(new Date(at), reader));
  return {
    ...view,
    orderName: delivery.orderName,
    orderUrl: adminOrder(delivery.orderId),
    pickup: delivery.pickup,
    promiseText: printPromise(delivery, reader.locale),
    operatorDateText: printPromise(
      { promisedDate: view.operatorDate, windowStart: null, windowEnd: null },
      reader.locale,
    ),
    updatedText: print(delivery.operatorUpdatedAt),
    sendAt: print(sendAt),
    timeline: [
      ...history.map((entry) => ({ kind: 'state' as const, ...entry, at: print(entry.at) })),
      ...(delivery.handedOverAt
        ? [{ kind: 'handedOver' as const, at: printMoment(delivery.handedOverAt, reader) }]
        : []),
      { kind: 'created', at: printMoment(delivery.createdAt, reader) },
    ],
    exceptions: exceptionsOf({ ...storedDelivery.parse(delivery), attentionSince: delivery.attentionSince }).map(
      (exception) => ({
        ...explainException(exception, delivery.orderId, reader),
        actor: exception.actor,
        end: exception.end,
        since: print(exception.since),
      }),
    ),
    decided: decidedParts(readColumn(delivery, 'decisions')),
    attempts: attempts.map((attempt) => attemptRow(attempt, reader)),
    canSendAnyway: view.phase === 'skipped' && view.actions.includes('retry'),
    checksAgainAt: isChecked(delivery) ? print(delivery.sendAt) : null,
    canSendAgain: isChecked(delivery) || isTold(delivery) ? 'mayBeThere' : isLost(delivery) ? 'isLost' : null,
  };
}

function isChecked({ phase, possiblySentAt, heldFor, claimToken }: OrderDelivery): boolean {
  return phase === 'handing-over' && possiblySentAt !== null && heldFor === null && claimToken === null;
}

/** The operator may have it, and a person was told that look-ups do not show whether. */
function isTold({ phase, possiblySentAt, handedOverAt }: OrderDelivery): boolean {
  return phase === 'needs-attention' && possiblySentAt !== null && handedOverAt === null;
}

function isLost({ phase, handedOverAt, problems }: OrderDelivery): boolean {
  const isUnknown = storedDelivery.shape.problems
    .parse(problems)
    .some((problem) => problem?.code === 'unknown-to-operator');
  return phase === 'needs-attention' && handedOverAt !== null && isUnknown;
}

const PART_OF_FIELD: readonly (readonly [start: string, part: DecidedPart])[] = [
  ['eligibility', 'eligibility'],
  ['pickup.', 'pickup'],
  ['dropoff.location.district', 'district'],
  ['delivery_service', 'service'],
  ['delivery_date', 'date'],
];

function decidedParts(decisions: StoredValue<'decisions'>): Decided[] {
  const decided = decisions.flatMap(({ field, source, rule }) => {
    const part = PART_OF_FIELD.find(([start]) => field.startsWith(start))?.[1];
    return part ? { part, source, rule: rule ?? null } : [];
  });
  // an address has several fields with the same decision
  const distinct = new Map(decided.map((each) => [`${each.part} ${each.source} ${each.rule}`, each]));
  return DECIDED_PARTS.flatMap((part) => [...distinct.values()].filter((each) => each.part === part));
}

const storedVerb = z.enum(ATTEMPT_VERBS);
const storedOutcome = z.enum(ATTEMPT_OUTCOMES).nullable().catch('unknown');

function attemptRow(attempt: StoredAttempt, reader: Reader): AttemptRow {
  return {
    id: String(attempt.id),
    at: printMoment(attempt.startedAt, reader),
    verb: storedVerb.parse(attempt.verb),
    outcome: storedOutcome.parse(attempt.outcome),
    httpStatus: attempt.httpStatus,
    durationMs: attempt.durationMs,
    // the operator's words; ours only repeat the result
    message: attempt.outcome === 'not-found' ? null : attempt.message,
  };
}
