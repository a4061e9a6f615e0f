/** The actions that are offered for several deliveries at once, and the way back. */
export const OFFERED_IN_BULK = ['send-now', 'retry', 'refresh', 'dismiss-problem', 'stop'] as const;
export const BULK_ACTIONS = [...OFFERED_IN_BULK, 'undo-stop'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The most deliveries that one action takes: a page of the list. */
export const BULK_LIMIT = 50;

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
  /** The shop has no points left in this minute, so nothing was done. */
  | { readonly kind: 'too-often'; readonly seconds: number }
  | { readonly kind: 'unreachable' };

/** Why an action could not be taken for a delivery. */
const BULK_REASONS = [
  'sent',
  'sending',
  'held',
  'attention',
  'not-to-be-sent',
  'nothing-to-do',
  'not-read',
  'failed',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
export type BulkOutcome = 'done' | BulkReason;

/** How often each reason kept an action from being taken; those that did, in their order. */
export function countReasons(outcomes: readonly BulkOutcome[]): { reason: BulkReason; count: number }[] {
  return BULK_REASONS.map((reason) => ({
    reason,
    count: outcomes.filter((outcome) => outcome === reason).length,
  })).filter(({ count }) => count > 0);
}
