import type { Pauses } from '../calendar/back-off.ts';
import type { ToldTime } from '../calendar/told-time.ts';
import type { HandedOverWith } from '../lifecycle/stored-columns.ts';
import type { Phase } from '../lifecycle/delivery-phase.ts';
import type { Hold } from '../lifecycle/hold.ts';
import type { DeliveryOrder } from '../mapping/delivery-order.ts';
import type { Decision, DeliveryPlan } from '../planning/delivery-plan.ts';
import type { SkipReason } from '../planning/skip-reason.ts';
import type { Problem } from '../problems/problem.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import type { Doubt, EarlierLife, LookUpPace } from './doubt.ts';
import type { CallEnd } from './knowledge.ts';
import type { RecordedOrder } from './same-order.ts';

/** What is known of a delivery in hand-over. */
export interface Situation {
  readonly now: Date;
  /** From 0 to 1. It spreads tries that failed together. */
  readonly chance: number;
  readonly pace: { readonly handOver: LookUpPace; readonly backOff: Pauses; readonly rareTries: Pauses };
  readonly mapping: Pick<ShopSettings['mapping'], 'districtAliases'>;
  readonly delivery: {
    readonly phase: Phase;
    readonly orderNumber: string | null;
    /** Since when the operator may have it, as stored; null when it cannot. */
    readonly possiblySentAt: Date | null;
    /** When the merchant allowed it to be sent again as soon as it is not found. */
    readonly resendAskedAt: Date | null;
    readonly lookFirst: boolean;
    /** Tries of this step that have failed in a row. */
    readonly tries: number;
    readonly problems: readonly Problem[];
    readonly handedOverWith: HandedOverWith | null;
  };
}

/** The order as it is in Shopify now, and what would be handed over. */
export interface LiveOrder {
  readonly plan: DeliveryPlan | { readonly kind: 'gone' };
  /** The delivery's names in Shopify and its pickup. They are stored with every plan. */
  readonly known: {
    readonly fulfillmentName?: string;
    readonly orderName?: string;
    readonly orderId?: string;
    readonly pickup?: string | null;
    /** As the operator's list names it; null without a list. */
    readonly district?: string | null;
    readonly fulfilledAt?: Date;
  };
  /** When the fulfillment was created; null when it no longer exists. */
  readonly fulfilledAt: ToldTime | null;
  /** Stored with the hand-over, to notice later edits of the order. */
  readonly handedOverWith: HandedOverWith | null;
  /**
   * What the operator's record is compared with. It is the planned order, or for a delivery that may have been sent, the
   * order as it would have been planned then: a cutoff that has passed since, or a rule that was added, does not make it
   * another order. Null when neither can be planned.
   */
  readonly recorded: DeliveryOrder | null;
  /** The number that it would get if it had none yet; null when it would not be handed over. */
  readonly ownNumber: string | null;
}

export type HandOverPlan = Extract<DeliveryPlan, { kind: 'hand-over' }>;

/** A call to the operator that failed. */
export interface FailedCall {
  readonly end: CallEnd;
  /** Can be shown to a merchant. */
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** Whether there was an answer that says nothing of the order, such as a page. */
  readonly saysNothing: boolean;
}

interface Failure {
  readonly kind: 'failed';
  readonly failure: FailedCall;
}

/**
 * What a look-up showed.
 *
 * @property since when look-ups began to find nothing; a failure in between says nothing
 * @property isPage whether a page in place of an answer says so
 */
export type LookedUp =
  | { readonly kind: 'found'; readonly record: RecordedOrder & { readonly trackingUrl: string | null } }
  | { readonly kind: 'not-found'; readonly since: Date; readonly isPage: boolean }
  | Failure;

/** A refusal of the operator that a look-up follows: operators refuse a repeated order number like any other mistake. */
export interface Refusal {
  readonly words: Problem;
  /** What the merchant is asked when the order is not there; null when the words do not prove that it is not. */
  readonly proven: Problem | null;
}

/** What has happened to a delivery in hand-over. */
export type HandOverEvent =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'planned'; readonly live: LiveOrder; readonly earlierLives: readonly EarlierLife[] }
  /** Another delivery of the account has the order number. */
  | { readonly kind: 'number-taken'; readonly orderNumber: string }
  | {
      readonly kind: 'answered';
      readonly live: LiveOrder;
      readonly plan: HandOverPlan;
      readonly answer: { readonly kind: 'accepted'; readonly trackingUrl: string | null } | Failure;
    }
  | (Omit<LookUp, 'kind'> & { readonly kind: 'looked-up'; readonly answer: LookedUp })
  /** @property sent how often it was sent so far */
  | (Omit<TakeBack, 'kind'> & { readonly kind: 'taken-back'; readonly sent: number })
  | { readonly kind: 'shopify-failed'; readonly failure: ShopifyFault; readonly retryAfterMs: number | null }
  | { readonly kind: 'calls-paused'; readonly until: Date }
  /** The program itself failed. */
  | { readonly kind: 'unexpected' };

type ShopifyFault =
  'not-installed' | 'access-denied' | 'data-withheld' | 'throttled' | 'unreachable' | 'unreadable' | 'refused';

/** What a step has learnt about whether the operator may have the order; absent if it has learnt nothing. */
export interface Learnt {
  readonly possiblySentAt?: Date | null;
}

interface LookUp {
  readonly kind: 'look-up';
  readonly live: LiveOrder;
  readonly doubt: Doubt;
  readonly refusal?: Refusal;
}

/** The operator does not have the order, so the delivery waits again. */
interface TakeBack {
  readonly kind: 'take-back';
  readonly live: LiveOrder;
  /** `lost`: it was sent, and is not there; `not-found`: it was looked up only to be sure. */
  readonly because: 'lost' | 'not-found' | 'no-doubt';
}

/** What is done next. All but `create`, `look-up` and `take-back` end the claim. */
export type Step =
  | { readonly kind: 'create'; readonly live: LiveOrder; readonly plan: HandOverPlan }
  | LookUp
  | TakeBack
  | {
      readonly kind: 'accept';
      readonly trackingUrl: string | null;
      /** Found at the operator, not sent now. */
      readonly isRecovered: boolean;
      /** The operator has it as it was before an edit, which is noticed now. */
      readonly wasEdited: boolean;
    }
  /** The problem is shown until then. */
  | (Learnt & {
      readonly kind: 'put-off';
      readonly sendAt: Date;
      readonly tries?: number;
      readonly problem?: Problem | undefined;
    })
  /** The delivery gives up its order number and is planned again. */
  | { readonly kind: 'renumber'; readonly sendAt: Date }
  | { readonly kind: 'hold'; readonly heldFor: Hold }
  /** A person is told. With `again`, the step is tried again without the person. */
  | (Learnt & {
      readonly kind: 'ask';
      readonly problems: readonly Problem[];
      /** When the plan has the problems. */
      readonly live?: LiveOrder;
      readonly decisions?: readonly Decision[];
      readonly again?: { readonly sendAt: Date; readonly tries: number };
    })
  | {
      readonly kind: 'skip';
      readonly live: LiveOrder;
      readonly reason: SkipReason;
      readonly decisions?: readonly Decision[];
    }
  | { readonly kind: 'cancel'; readonly live: LiveOrder };
