/** The actions that can be taken for several deliveries at once. */
export const BULK_ACTIONS = ['hand-over', 'retry', 'refresh', 'dismiss-problem'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The most deliveries that one action takes: a page of the list. */
export const MOST_IN_BULK = 50;

/** The result of an action for several deliveries. */
export type BulkResult =
  | {
      readonly kind: 'acted';
      readonly action: BulkAction;
      /** Differs between two actions, so that the page can tell their results apart. */
      readonly at: number;
      /** The result for each delivery, by its id. */
      readonly outcomes: Readonly<Record<string, BulkOutcome>>;
    }
  | { readonly kind: 'unreachable' };

export type BulkOutcome = 'done' | 'nothing-to-do' | 'failed';
