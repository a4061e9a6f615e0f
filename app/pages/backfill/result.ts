import type { RangeError } from './day-range.ts';

/** What became of what a person did on the page of earlier orders. */
export type BackfillResult =
  | { readonly kind: 'started' | 'already-running' | 'stopped' | 'paused' | 'resumed' | 'unreachable' }
  | { readonly kind: 'refused'; readonly error: RangeError };
