/** Why the name of a district is not remembered. */
export type DistrictRefusal = 'missing' | 'not-served' | 'changed-meanwhile';

/** What became of what a person did on the review page. */
export type ReviewResult =
  | { readonly kind: 'retried'; readonly count: number }
  | { readonly kind: 'remembered'; readonly written: string }
  | { readonly kind: 'refused'; readonly error: DistrictRefusal }
  | { readonly kind: 'unreachable' };
