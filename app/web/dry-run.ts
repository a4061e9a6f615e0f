import type { FulfillmentPreview } from './extension-view/extension-answers.ts';
import type { GroupErrors } from './settings-groups/setting-fault.ts';

/** Orders to choose from; null when Shopify could not be asked. */
export interface TryableOrders {
  readonly orders: readonly { readonly id: string; readonly name: string }[] | null;
}

/** What a dry run came to. */
export type DryRun =
  | { readonly kind: 'tried'; readonly fulfillments: readonly TriedFulfillment[] }
  | { readonly kind: 'invalid'; readonly errors: GroupErrors }
  | { readonly kind: 'not-read' };

export interface TriedFulfillment {
  readonly fulfillmentId: string;
  readonly name: string;
  /** The merchant's rule that chose the delivery service, null for the default; null itself when none was to be chosen. */
  readonly choice: { readonly rule: string | null } | null;
  readonly preview: FulfillmentPreview | null;
}
