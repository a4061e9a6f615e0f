/** Why the name of a district is not remembered. */
export type DistrictRefusal = 'missing' | 'not-served' | 'changed-meanwhile';

/** What became of what a person did on the review page. */
export type ReviewResult =
  | { readonly kind: 'retried'; readonly count: number }
  | {
      readonly kind: 'used';
      readonly written: string;
      readonly key: string;
      readonly district: string;
      readonly count: number;
    }
  | { readonly kind: 'forgotten'; readonly written: string }
  | { readonly kind: 'refused'; readonly key: string; readonly error: DistrictRefusal }
  | { readonly kind: 'unreachable' };

/** All forms of the page that concern districts share one fetcher, since a group is gone once its deliveries are retried. */
export const DISTRICTS = 'districts';
