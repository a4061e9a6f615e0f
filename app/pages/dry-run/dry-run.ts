import type { FulfillmentDryRun } from '../../extension-api/extension-answers.ts';

/** Orders to choose from; null when Shopify could not be asked. */
export interface DryRunOrders {
  readonly orders:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly isFulfilled: boolean;
      }[]
    | null;
}

/** The result of a dry run. */
export type DryRunResult =
  | { readonly kind: 'ran'; readonly fulfillments: readonly DryRunRow[] }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'not-read' };

export interface DryRunRow {
  readonly fulfillmentId: string;
  readonly name: string;
  /** Set when it is not fulfilled yet, with the name of the location that would ship it, if Shopify says so. */
  readonly ahead: { readonly location: string | null } | null;
  /**
   * What chose the delivery service: the merchant's rule, the shipping method, or the default. The default may be used
   * because the shipping method has no service. Null when no service had to be chosen.
   */
  readonly choice:
    | { readonly by: 'rule' | 'method'; readonly name: string }
    | { readonly by: 'default' | 'default-without-method' }
    | null;
  readonly dryRun: FulfillmentDryRun | null;
}
