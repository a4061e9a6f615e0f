/**
 * Why a call to Shopify failed.
 *
 * - `throttled`: too many calls; it took no effect
 * - `unreachable`: network, time-out or 5xx; it may have taken effect
 * - `not-installed`: there is no usable token for the shop
 * - `access-denied`: a scope is missing, or the shop is closed to the app
 * - `data-withheld`: the approval for protected customer data is missing
 * - `unreadable`: an answer that makes no sense, or is not Shopify's; it may have taken effect
 * - `refused`: Shopify refused in words (`userErrors`, or an error of GraphQL); it took no effect
 */
export type ShopifyFailure =
  'throttled' | 'unreachable' | 'unreadable' | 'not-installed' | 'access-denied' | 'data-withheld' | 'refused';

export class ShopifyError extends Error {
  override name = 'ShopifyError';
  readonly failure: ShopifyFailure;
  /**
   * For `throttled`, and for a 5xx with Retry-After: how long until the call may be repeated, as far as Shopify says.
   */
  readonly retryAfterMs: number | null;

  constructor(failure: ShopifyFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * A 403. Shopify refuses the app in this shop, or every call from this server, whose address is not on the app's IP
 * allowlist: the answer does not say which.
 */
export class ForbiddenError extends ShopifyError {
  override name = 'ForbiddenError';

  constructor() {
    super('access-denied', 'Shopify answered 403: the shop is closed to the app');
  }
}

const PASSING = /internal error|went wrong|time(?:d )?-?out|unavailable|try again|stale object/i;

/** Whether the words of a refusal say that the fault is Shopify's own and passes. */
export function saysItPasses(message: string): boolean {
  return PASSING.test(message);
}
