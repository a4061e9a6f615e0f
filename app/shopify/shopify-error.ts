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

export class ShopifyError extends Error {
  override name = 'ShopifyError';
  readonly failure: ShopifyFailure;
  /** Of `throttled`: how long until the cost of the call is there again, as far as Shopify says. */
  readonly retryAfterMs: number | null;

  constructor(failure: ShopifyFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }

  /** By its name: the bundle of the pages has a copy of this class, and one must know the errors of the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ShopifyError';
  }
}
