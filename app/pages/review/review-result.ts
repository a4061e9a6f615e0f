/** Why the name of a district was not saved. */
type DistrictRefusal = 'missing' | 'not-served' | 'too-many' | 'changed-meanwhile';

/** The result of an action on the review page. */
export type ReviewResult =
  | { readonly kind: 'retried'; readonly count: number; readonly outcomes: readonly Retried[] }
  | { readonly kind: 'released'; readonly count: number }
  | {
      readonly kind: 'used';
      readonly written: string;
      readonly key: string;
      readonly district: string;
      readonly count: number;
    }
  | { readonly kind: 'forgotten'; readonly written: string }
  | { readonly kind: 'refused'; readonly key: string; readonly error: DistrictRefusal }
  | { readonly kind: 'called' }
  | { readonly kind: 'meant'; readonly name: string; readonly isSaved: boolean }
  | { readonly kind: 'unreachable' };

/** All retries of the page share one fetcher, so that the rows tell how the last one ended. */
export const RETRIES = 'retries';

/** All district forms of the page share one fetcher, because a group disappears once its deliveries are retried. */
export const DISTRICTS = 'districts';

/** All forms of unknown states share one fetcher, because a state leaves the list once it has a meaning. */
export const STATES = 'states';

/**
 * How the retry of a delivery ended: `same` and `other` are problems, and `pending` that its end is not known yet.
 */
export type RetryOutcome = 'sent' | 'same' | 'other' | 'pending' | 'held' | 'not-sent';

/** One delivery of a retry. */
export interface Retried {
  readonly id: string;
  readonly orderName: string | null;
  readonly outcome: RetryOutcome;
}

/** How many rows of the desk show their customer: each costs the shop some of Shopify's points. */
export const DESK_ROWS = 50;

/** The customer of an order, read from Shopify for the merchant who reads the desk. It is never stored. */
export interface DeskCustomer {
  readonly name: string;
  /** Street and town as Shopify has them. */
  readonly place: string;
  readonly phone: string;
  /** What to ask the customer, in the customer's language, and the addresses that open it ready to be sent. */
  readonly message: string;
  readonly whatsApp: string | null;
  readonly mail: string | null;
}

/** Names a customer's row: of two deliveries of an order each can need something else of the customer. */
export const deskKey = ({ orderId, code }: { readonly orderId: string; readonly code: string | null }) =>
  `${orderId} ${code ?? ''}`;

export interface DeskOrders {
  /** By `deskKey`. An order that Shopify does not show is missing. Null when Shopify did not answer. */
  readonly customers: Readonly<Record<string, DeskCustomer>> | null;
}

/** How a correction of an order ended: `saved` where there is nothing to retry yet. */
export type CorrectionEnd =
  RetryOutcome | 'saved' | 'invalid' | 'no-address' | 'no-date' | 'changed-meanwhile' | 'refused' | 'not-asked';

export interface Corrected {
  readonly end: CorrectionEnd;
}
