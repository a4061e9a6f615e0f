import type { Retried } from './retry-outcome.ts';

/** Why the name of a district was not saved. */
export type DistrictRefusal = 'missing' | 'not-served' | 'too-many' | 'changed-meanwhile';

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
