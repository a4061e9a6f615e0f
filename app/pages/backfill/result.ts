import type { RangeError } from './day-range.ts';

/** The result of an action on the page of past orders. */
export type BackfillResult =
  | { readonly kind: 'started' | 'already-running' | 'stopped' | 'paused' | 'resumed' | 'unreachable' }
  | { readonly kind: 'refused'; readonly error: RangeError };
