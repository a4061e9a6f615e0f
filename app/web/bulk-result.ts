/** What can be asked of several deliveries at once. */
export const BULK_VERBS = ['hand-over', 'retry', 'refresh', 'mark-handled'] as const;
export type BulkVerb = (typeof BULK_VERBS)[number];

/** Deliveries of one wish: a page of the list. */
export const MOST_IN_BULK = 50;

/** What became of a wish about several deliveries. */
export type BulkResult =
  | {
      readonly kind: 'asked';
      readonly verb: BulkVerb;
      /** Tells two wishes apart. */
      readonly at: number;
      /** By the delivery's id: whether there was anything to do, or it failed. */
      readonly outcomes: Readonly<Record<string, BulkOutcome>>;
    }
  | { readonly kind: 'unreachable' };

export type BulkOutcome = 'taken' | 'not-taken' | 'failed';
