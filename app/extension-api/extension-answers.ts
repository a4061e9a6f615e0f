import type { Phase } from '../domain/lifecycle/delivery-phase.ts';
import type { Hold } from '../domain/lifecycle/hold.ts';
import type { Remedy } from '../domain/problems/remedy.ts';
import type { StateGroup } from '../domain/tracking/operator-state.ts';
import type { FlagCode } from '../domain/tracking/promise-watch.ts';

/**
 * The answers of the API to the extensions in the Shopify admin. Sentences are in the merchant's language. Moments are
 * milliseconds since 1970 by the server's clock. A promised day is `YYYY-MM-DD` and its window `HH:MM`, both in the
 * operator's zone. Shopify's ids are gids. Only a dry run contains anything about the buyer.
 */

/** A merchant's actions on a delivery: `POST /api/deliveries/{id}/{action}`. */
export const DELIVERY_ACTIONS = ['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem'] as const;
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number];

/** The actions on the delivery's page, which has room for a warning, and for the way back. */
export const PAGE_ACTIONS = [...DELIVERY_ACTIONS, 'send-again', 'undo-stop'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** How an action ended. `not-read`: the operator could not be read, or did not find the delivery. */
export type ActionEnd = 'done' | 'nothing-to-do' | 'not-read';

export interface Explanation {
  readonly sentence: string;
  readonly nextStep: string;
  /** Links to where it can be fixed, best first. */
  readonly remedies: readonly RemedyLink[];
}

/** A link to where something is fixed. */
export interface RemedyLink {
  readonly remedy: Remedy;
  readonly label: string;
  /** `/app/...` is a page of the app, `shopify://admin/...` one of the admin; anything else is the deployer's support. */
  readonly url: string;
}

/** Why a delivery, or every delivery of the shop, waits although nothing is wrong with it. */
export interface HoldView {
  readonly reason: Hold;
  /** Says what ends the hold, and since when it has lasted if that is known. */
  readonly sentence: string;
  readonly remedies: readonly RemedyLink[];
}

export interface PromiseView {
  /** The delivery service's name. */
  readonly service: string;
  readonly date: string;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
}

export interface HistoryEntry {
  /** The group of the state, in the reader's language. */
  readonly label: string;
  /** The operator's own word. */
  readonly state: string;
  readonly stateGroup: StateGroup;
  /** Null when the operator's date cannot be read. */
  readonly at: number | null;
  /** Verbatim. */
  readonly date: string;
}

export interface DeliveryView {
  readonly id: string;
  readonly fulfillmentId: string;
  readonly fulfillmentName: string | null;
  readonly phase: Phase;
  /** Goes with each action, which does nothing if the delivery is not that any more. */
  readonly seen: string;
  /** The group of the operator's state in the reader's language, or our phase while there is none. */
  readonly label: string;
  /** The operator's own word. */
  readonly state: string | null;
  /** Null while the operator has named no state. */
  readonly stateGroup: StateGroup | null;
  readonly stateAt: number | null;
  /** The operator's `last_state`, if it is not the newest entry of the history. */
  readonly alsoSaid: string | null;
  readonly hold: HoldView | null;
  /** Since when it may have been sent, and until when the operator is asked whether it has it; null when it is not. */
  readonly checking: string | null;
  /** When it will be handed over; null when it does not wait for a time. */
  readonly sendAt: number | null;
  readonly promise: PromiseView | null;
  /** `YYYY-MM-DD`: the day that the operator plans, if it is not the promised one and is not in the past. */
  readonly operatorDate: string | null;
  readonly orderNumber: string | null;
  readonly trackingUrl: string | null;
  /** The last read that succeeded. */
  readonly checkedAt: number | null;
  /** Found at the operator after an unknown outcome, instead of sent again. */
  readonly isRecovered: boolean;
  readonly problems: readonly Explanation[];
  /** Why somebody should look at a delivery that continues, and since when. */
  readonly flags: readonly { readonly code: FlagCode; readonly since: number }[];
  /** Why it is not handed over. */
  readonly skipped: Explanation | null;
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** What the merchant can do with it now. */
  readonly actions: readonly DeliveryAction[];
}

/** What a hand-over of the fulfillment would do now. */
export type PlanView =
  | { readonly kind: 'hand-over'; readonly promise: PromiseView }
  | { readonly kind: 'skip'; readonly reason: Explanation; readonly canSendAnyway: boolean }
  | { readonly kind: 'problem'; readonly problems: readonly Explanation[] }
  /** Shopify could not be read just now. */
  | { readonly kind: 'not-checked' };

/** `GET /api/orders/{number}/deliveries` */
export interface OrderDeliveries {
  readonly operatorName: string;
  /** IANA name of the shop's; null when it is not known yet. */
  readonly timeZone: string | null;
  readonly now: number;
  /** What holds all hand-overs of the shop. */
  readonly hold: HoldView | null;
  /** In the order of their fulfillments. */
  readonly deliveries: readonly DeliveryView[];
  /** Fulfillments without a delivery; null when Shopify was not asked, or did not answer. */
  readonly undelivered: readonly UndeliveredFulfillment[] | null;
  /** What is not fulfilled yet; null when Shopify was not asked, or did not answer. */
  readonly ahead: readonly AheadPart[] | null;
}

/** A part of an order that is not fulfilled yet, and what would happen if it were fulfilled now. */
export interface AheadPart {
  readonly fulfillmentOrderId: string;
  /** The Shopify location that ships it; null when Shopify does not say. */
  readonly location: string | null;
  readonly plan: PlanView;
  /** Whether the app holds it in Shopify. */
  readonly isHeld: boolean;
}

/** `POST /api/orders/{number}/release-hold` */
export interface HoldReleased {
  /** False when there was nothing to release. */
  readonly done: boolean;
}

export interface UndeliveredFulfillment {
  readonly fulfillmentId: string;
  readonly name: string;
  readonly plan: PlanView;
}

/** `GET /api/orders/{number}/preview`. It contains the buyer's data: show it, never store it. */
export interface OrderDryRun extends OrderDeliveries {
  /** One for each fulfillment that can still be handed over. */
  readonly dryRuns: readonly FulfillmentDryRun[];
}

export interface FulfillmentDryRun {
  readonly fulfillmentId: string;
  readonly plan: PlanView;
  /** The fields of the delivery order that would be sent, now or by "send anyway"; empty when nothing could be sent. */
  readonly fields: readonly DryRunField[];
  /** The whole delivery order as JSON, as it would be sent; null when nothing could be sent. */
  readonly request: string | null;
  /** What prevents "send anyway". */
  readonly anywayProblems: readonly Explanation[];
}

export interface DryRunField {
  /** Path in the delivery order, e.g. `packages[0].price`. */
  readonly field: string;
  /** The field in the reader's language, e.g. "Recipient". */
  readonly label: string;
  readonly value: string;
  /** Where the value comes from and the rules that decided, in the reader's language; the last one counts. */
  readonly sources: readonly string[];
}

/** `POST /api/deliveries/{id}/{action}` and `POST /api/fulfillments/{number}/hand-over` */
export interface ActionAnswer {
  /** False when there was nothing to do: the delivery has changed since, or was read a moment ago. */
  readonly done: boolean;
  /** Whether it was not done because the operator could not be read, or did not find the delivery. */
  readonly notRead: boolean;
  readonly now: number;
  readonly delivery: DeliveryView;
}

/** The largest number of orders in one `POST /api/orders/hand-over`, and in one `GET` of their progress. */
export const ORDER_LIMIT = 20;

/** `POST /api/orders/hand-over` with `{orderIds}`, and `GET /api/orders/hand-over?orders=1,2` with their numbers */
export interface OrdersHandedOver {
  readonly orders: readonly OrderHandedOver[];
}

export interface OrderHandedOver {
  readonly orderId: string;
  readonly orderName: string | null;
  /** How many of its fulfillments this call has put on their way. */
  readonly started: number;
  readonly deliveries: readonly DeliveryView[];
}

/** The body of every answer that is not 200. */
export interface Refusal {
  readonly error: 'not-found' | 'bad-request' | 'shopify-unreachable' | 'failed';
}
