import type { RetryOutcome } from '../retry-outcome.ts';

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

export interface DeskOrders {
  /** By the gids of their orders. An order that Shopify does not show is missing. Null when Shopify did not answer. */
  readonly customers: Readonly<Record<string, DeskCustomer>> | null;
}

/** How a correction of an order ended: `saved` where there is nothing to retry yet. */
export type CorrectionEnd = RetryOutcome | 'saved' | 'invalid' | 'no-address' | 'no-date' | 'refused' | 'not-asked';

export interface Corrected {
  readonly end: CorrectionEnd;
}
