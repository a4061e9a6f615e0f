/**
 * Why a call to Shopify did not give its answer.
 *
 * - `throttled`: too many calls; it took no effect
 * - `unreachable`: network, time-out or 5xx; it may have taken effect
 * - `not-installed`: there is no usable token for the shop
 * - `access-denied`: a scope, or the approval for protected customer data, is missing
 * - `refused`: Shopify said no (`userErrors`), or the answer made no sense
 */
export type ShopifyFailure = 'throttled' | 'unreachable' | 'not-installed' | 'access-denied' | 'refused';

const NAME = 'ShopifyError';

export class ShopifyError extends Error {
  override name = NAME;
  readonly failure: ShopifyFailure;
  /** Of `throttled`: how long until the cost of the call is there again, as far as Shopify says. */
  readonly retryAfterMs: number | null;

  constructor(failure: ShopifyFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** By its name: what is bundled for the pages has a class of its own, which errors from the program are no instances of. */
export function isShopifyError(error: unknown): error is ShopifyError {
  return error instanceof Error && error.name === NAME;
}
