import type { Delivery } from '@prisma/client';
import type { z } from 'zod';
import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { deliveryTab, type DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import { exceptionsOf, seenOf } from '../../domain/exceptions/exception.ts';
import {
  actionsOf,
  checkedUntil,
  holdAhead,
  holdView,
  type Reader as DeliveryReader,
} from '../../extension-api/delivery-view.ts';
import { explainException, explainSkip, type Asker } from '../../extension-api/explain.ts';
import type { DeliveryAction, Explanation, HoldView } from '../../extension-api/extension-answers.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import { canSendAnyway } from '../../domain/planning/skip-reason.ts';
import { printClock, printMoment, printPromise } from '../../extension-api/printed-times.ts';
import { placeOf } from '../shell/asked-values.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';

/** The columns that the list needs of a delivery. */
export const LISTED = {
  id: true,
  orderId: true,
  fulfillmentId: true,
  orderName: true,
  fulfillmentName: true,
  phase: true,
  sendAt: true,
  heldFor: true,
  heldSince: true,
  state: true,
  stateGroup: true,
  stateAt: true,
  service: true,
  pickup: true,
  promisedDate: true,
  windowStart: true,
  windowEnd: true,
  orderNumber: true,
  trackingUrl: true,
  lastReadAt: true,
  handedOverAt: true,
  possiblySentAt: true,
  endedAt: true,
  problems: true,
  flags: true,
  attentionSince: true,
  skipReason: true,
  createdAt: true,
} as const;
export type ListedDelivery = Pick<Delivery, keyof typeof LISTED>;

export interface DeliveryPage {
  /** In the requested order. */
  readonly deliveries: readonly ListedDelivery[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** In a list that is sorted by a column: how many of the newest deliveries are sorted, if there are more. */
  readonly sortedOf?: number | null;
}

/** A delivery as the list shows it. It contains no secret and nothing about the buyer. */
export interface DeliveryRow
  extends
    Pick<ListedDelivery, 'id' | 'orderName' | 'fulfillmentName' | 'orderNumber'>,
    Pick<Stored, 'phase' | 'stateGroup' | 'service' | 'trackingUrl'> {
  /** Goes with each action, which does nothing if the delivery is not that any more. */
  readonly seen: string;
  /** The page of the delivery. */
  readonly url: string;
  /** Where it stands. */
  readonly tab: DeliveryTab;
  /** When the app learned of the fulfillment, printed in the shop's zone. */
  readonly date: string;
  /** When a delivery that is scheduled will be sent: printed, and in milliseconds since 1970. */
  readonly sends: { readonly printed: string; readonly at: number } | null;
  /** What the merchant can do with it now. */
  readonly actions: readonly DeliveryAction[];
  /** Why the delivery is held; null when nothing holds it. */
  readonly hold: HoldView | null;
  /** Until when it is checked that the operator does not have it; printed. Null when it is not. */
  readonly checkedUntil: string | null;
  /** The state in the operator's own words. */
  readonly state: string | null;
  /** Printed, in the shop's zone. */
  readonly stateAt: string | null;
  /** The promised day, with the window when there is one; printed. */
  readonly promise: string | null;
  /** Milliseconds since 1970. */
  readonly checkedAt: number | null;
  readonly problem: DescribedProblem | null;
  /** Warnings about a delivery that continues all the same. */
  readonly flags: readonly FlagCode[];
  /** What the merchant can ask for; null when there is nothing. */
  readonly again: 'retry' | 'send-anyway' | null;
}

/** Deliveries on one page of the list. */
export const PAGE_SIZE = 25;

export interface DescribedProblem extends Explanation {
  /** How many problems the delivery has besides this one. */
  readonly others: number;
}

export interface DeliveryList {
  readonly rows: readonly DeliveryRow[];
  /** Positions of the neighbouring pages, as part of an address; null when there are none. */
  readonly next: string | null;
  readonly previous: string | null;
  /** How many of the newest deliveries are sorted by a column, when the list has more; null otherwise. */
  readonly sortedOf: number | null;
  /** When this page was put together, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the list will change by itself. An empty list counts, because the first delivery may still come. */
  readonly isUnderWay: boolean;
}

type Reader = Omit<DeliveryReader, 'states'>;

export function deliveryList(
  { deliveries, hasNext, hasPrevious, sortedOf = null }: DeliveryPage,
  reader: Reader,
  sorted: { readonly skip: number } | null = null,
): DeliveryList {
  const rows = deliveries.map((delivery) => deliveryRow(delivery, reader));
  const [first, last] = [deliveries[0], deliveries.at(-1)];
  const place = ({ createdAt, id }: ListedDelivery) => placeOf(createdAt, id);
  // a sorted list has no places: an address names the number of deliveries before the page
  const before = sorted && `skip=${Math.max(0, sorted.skip - PAGE_SIZE)}`;
  return {
    rows,
    next: hasNext && last ? (sorted ? `skip=${sorted.skip + rows.length}` : `after=${place(last)}`) : null,
    previous: hasPrevious && first ? (before ?? `before=${place(first)}`) : null,
    sortedOf,
    at: reader.now.getTime(),
    isUnderWay: rows.length === 0 || rows.some(({ phase }) => UNDER_WAY.has(phase)),
  };
}

const UNDER_WAY: ReadonlySet<Phase> = new Set(['waiting', 'handing-over', 'in-delivery']);

function deliveryRow(delivery: ListedDelivery, reader: Reader): DeliveryRow {
  const stored = storedDelivery.parse(delivery);
  const { phase, stateGroup, service, trackingUrl } = stored;
  const heldFor = holdAhead(delivery, stored, reader);
  const until = checkedUntil({ phase, heldFor, possiblySentAt: delivery.possiblySentAt }, reader);
  return {
    id: delivery.id,
    orderName: delivery.orderName,
    seen: seenOf(delivery),
    url: `/app/deliveries/${delivery.id}`,
    tab: deliveryTab({ phase, attentionSince: delivery.attentionSince }),
    fulfillmentName: delivery.fulfillmentName,
    phase,
    date: printMoment(delivery.createdAt, reader),
    sends:
      phase === 'waiting' && !heldFor && delivery.sendAt
        ? { printed: printClock(delivery.sendAt, reader), at: delivery.sendAt.getTime() }
        : null,
    // no rule is overridden for several deliveries at once
    actions: actionsOf({ ...delivery, heldFor }, stored, reader).filter(
      (action) => !(action === 'retry' && phase === 'skipped'),
    ),
    hold: holdView(heldFor, delivery, reader),
    checkedUntil: until && printClock(until, reader),
    state: delivery.state,
    stateGroup,
    stateAt: delivery.stateAt && printMoment(delivery.stateAt, reader),
    service,
    promise: printPromise(delivery, reader.locale),
    orderNumber: delivery.orderNumber,
    trackingUrl,
    checkedAt: delivery.lastReadAt?.getTime() ?? null,
    problem: explain(delivery, stored, reader),
    flags: stored.flags.map(({ code }) => code),
    again: againOf(stored, delivery),
  };
}

type Stored = z.infer<typeof storedDelivery>;

function explain({ orderId, attentionSince }: ListedDelivery, stored: Stored, asker: Asker): DescribedProblem | null {
  const [exception, ...others] = exceptionsOf({ ...stored, attentionSince });
  if (exception) return { ...explainException(exception, orderId, asker), others: others.length };
  return stored.phase === 'skipped' ? { ...explainSkip(stored.skipReason, orderId, asker), others: 0 } : null;
}

function againOf(
  { phase, skipReason }: Stored,
  { handedOverAt }: Pick<ListedDelivery, 'handedOverAt'>,
): DeliveryRow['again'] {
  if (handedOverAt) return null;
  if (phase === 'needs-attention') return 'retry';
  return phase === 'skipped' && skipReason && canSendAnyway(skipReason) ? 'send-anyway' : null;
}
