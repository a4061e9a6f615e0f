import type { AdminApi } from './admin-api.ts';
import { holdFulfillmentOrder, releaseFulfillmentOrder } from './operations.ts';
import { ShopifyError } from './shopify-error.ts';

/**
 * The handle of every hold of this app. Shopify takes a handle of an app once for a fulfillment order, so a repeated hold
 * is refused and never a second one.
 */
export const HOLD_HANDLE = 'handoff-early-warning';
const ALREADY_HELD = 'DUPLICATE_FULFILLMENT_HOLD_HANDLE';

/**
 * Holds a fulfillment order. A hold of ours that is there already counts as success.
 *
 * @param given.notes the reason, as the merchant reads it in the admin
 * @param given.externalId what the hold is for, in our own terms
 * @throws ShopifyError unless the hold is certainly there
 */
export async function placeHold(
  adminApi: AdminApi,
  shop: string,
  { fulfillmentOrderId: id, notes, externalId }: { fulfillmentOrderId: string; notes: string; externalId: string },
): Promise<void> {
  const hold = {
    reason: 'OTHER' as const,
    reasonNotes: notes,
    handle: HOLD_HANDLE,
    externalId,
    notifyMerchant: false,
  };
  const { fulfillmentOrderHold: answer } = await adminApi.request(shop, holdFulfillmentOrder, { id, hold });
  if (answer?.userErrors.some(({ code }) => code === ALREADY_HELD)) return;
  refuseOnErrors(answer);
}

/**
 * Releases one hold, and leaves the holds of others.
 *
 * @throws ShopifyError unless it is certainly released
 */
export async function releaseHold(
  adminApi: AdminApi,
  shop: string,
  { fulfillmentOrderId: id, holdId }: { fulfillmentOrderId: string; holdId: string },
): Promise<void> {
  const variables = { id, holdIds: [holdId] };
  refuseOnErrors((await adminApi.request(shop, releaseFulfillmentOrder, variables)).fulfillmentOrderReleaseHold);
}

function refuseOnErrors(answer: { readonly userErrors: readonly { readonly message: string }[] } | null): void {
  if (!answer) throw new ShopifyError('unreadable', 'Shopify returned an empty answer to the mutation');
  if (answer.userErrors.length === 0) return;
  throw new ShopifyError('refused', answer.userErrors.map(({ message }) => message).join('; '));
}
