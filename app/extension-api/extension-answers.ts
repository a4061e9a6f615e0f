import type { Phase } from '../domain/lifecycle/delivery-phase.ts';
import type { Hold } from '../domain/lifecycle/hold.ts';
import type { Remedy } from '../domain/problems/remedy.ts';
import type { StateGroup } from '../domain/tracking/operator-state.ts';
import type { FlagCode } from '../domain/tracking/promise-watch.ts';

/**
 * What the API answers to the extensions in the Shopify admin. Sentences are in the merchant's language; moments are
 * milliseconds since 1970 by the server's clock; a promised day is `YYYY-MM-DD` and its window `HH:MM`, both on the
 * operator's wall clock. Ids of Shopify's things are gids. Nothing but a dry run holds anything of the buyer.
 */

/** A merchant's actions on a delivery: `POST /api/deliveries/{id}/{action}`. */
export const DELIVERY_ACTIONS = ['send-now', 'stop', 'retry', 'refresh', 'dismiss-problem'] as const;
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number];

/** Those of the delivery's page, where there is room for the warning that one of them needs. */
export const PAGE_ACTIONS = [...DELIVERY_ACTIONS, 'send-again'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

export interface Explanation {
  readonly sentence: string;
  readonly nextStep: string;
  /** Ways out, best first. */
  readonly remedies: readonly RemedyLink[];
}

/** A link to where something is fixed. */
export interface RemedyLink {
  readonly remedy: Remedy;
  readonly label: string;
  /** `/app/...` is a page of the app, `shopify://admin/...` one of the admin; anything else is the deployer's support. */
  readonly url: string;
}

/** Why a delivery, or every delivery of the shop, waits though nothing is wrong with it. */
export interface HoldView {
  readonly reason: Hold;
  /** It says what ends the hold, and since when it has lasted where that is known. */
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
  /** The group of the operator's state, or our phase as long as there is none, in the reader's language. */
  readonly label: string;
  /** The operator's own word. */
  readonly state: string | null;
  /** Null as long as the operator has said nothing. */
  readonly stateGroup: StateGroup | null;
  readonly stateAt: number | null;
  /** What `last_state` says where that is not the newest entry of the history. */
  readonly alsoSaid: string | null;
  readonly hold: HoldView | null;
  /** When it is handed over by itself; null when it is not waiting for a time. */
  readonly sendAt: number | null;
  readonly promise: PromiseView | null;
  /** `YYYY-MM-DD`: the day the operator plans, where it is not the promised one and has not come yet. */
  readonly operatorDate: string | null;
  readonly orderNumber: string | null;
  readonly trackingUrl: string | null;
  /** The last read that succeeded. */
  readonly checkedAt: number | null;
  /** Found at the operator after an unknown outcome, instead of sent again. */
  readonly isRecovered: boolean;
  readonly problems: readonly Explanation[];
  /** What somebody should look at although it goes on, and since when. */
  readonly flags: readonly { readonly code: FlagCode; readonly since: number }[];
  /** Why it is not handed over. */
  readonly skipped: Explanation | null;
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** What the merchant can do with it now. */
  readonly actions: readonly DeliveryAction[];
}

/** What would become of a fulfillment that was handed over now. */
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
  /** What holds back every hand-over of the shop. */
  readonly hold: HoldView | null;
  /** In the order of their fulfillments. */
  readonly deliveries: readonly DeliveryView[];
  /** Fulfillments without a delivery; null when Shopify was not asked, or did not answer. */
  readonly undelivered: readonly UndeliveredFulfillment[] | null;
}

export interface UndeliveredFulfillment {
  readonly fulfillmentId: string;
  readonly name: string;
  readonly plan: PlanView;
}

/** `GET /api/orders/{number}/preview`. It holds the buyer's data: to show, never to keep. */
export interface OrderDryRun extends OrderDeliveries {
  /** Of each fulfillment that can be handed over yet. */
  readonly dryRuns: readonly FulfillmentDryRun[];
}

export interface FulfillmentDryRun {
  readonly fulfillmentId: string;
  readonly plan: PlanView;
  /** The fields of the delivery order that would be sent, as they are or by "send anyway"; empty when none could be. */
  readonly fields: readonly DryRunField[];
  /** The whole delivery order as JSON, as it would be sent; null when none could be. */
  readonly request: string | null;
  /** What stands in the way of "send anyway". */
  readonly anywayProblems: readonly Explanation[];
}

export interface DryRunField {
  /** Path in the delivery order, e.g. `packages[0].price`. */
  readonly field: string;
  /** The field in the reader's language, e.g. "Recipient". */
  readonly label: string;
  readonly value: string;
  /** Where it came from and the rules that decided, in the reader's language; the last one holds. */
  readonly sources: readonly string[];
}

/** `POST /api/deliveries/{id}/{action}` and `POST /api/fulfillments/{number}/hand-over` */
export interface ActionAnswer {
  /** False when there was nothing to do: the delivery has changed meanwhile, or was read a moment ago. */
  readonly done: boolean;
  readonly now: number;
  readonly delivery: DeliveryView;
}

/** Orders of one `POST /api/orders/hand-over`, and of one `GET` of how they stand. */
export const MOST_ORDERS = 20;

/** `POST /api/orders/hand-over` with `{orderIds}`, and `GET /api/orders/hand-over?orders=1,2` with their numbers */
export interface OrdersHandedOver {
  readonly orders: readonly OrderHandedOver[];
}

export interface OrderHandedOver {
  readonly orderId: string;
  readonly orderName: string | null;
  /** How many of its fulfillments were put on their way by this call. */
  readonly started: number;
  readonly deliveries: readonly DeliveryView[];
}

/** The body of every answer that is not 200. */
export interface Refusal {
  readonly error: 'not-found' | 'bad-request' | 'shopify-unreachable' | 'failed';
}
