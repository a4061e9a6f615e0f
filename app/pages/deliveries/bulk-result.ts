/** The actions that can be taken for several deliveries at once. */
export const BULK_ACTIONS = ['hand-over', 'retry', 'refresh', 'dismiss-problem'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Deliveries of one action: a page of the list. */
export const MOST_IN_BULK = 50;

/** What an action for several deliveries did. */
export type BulkResult =
  | {
      readonly kind: 'acted';
      readonly action: BulkAction;
      /** Tells two actions apart. */
      readonly at: number;
      /** By the delivery's id. */
      readonly outcomes: Readonly<Record<string, BulkOutcome>>;
    }
  | { readonly kind: 'unreachable' };

export type BulkOutcome = 'done' | 'nothing-to-do' | 'failed';
