import type { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * When a page of orders is read again after a call that Shopify throttled, or that was put off because the shop rests.
 *
 * @param pageEveryMs the usual pause between two pages, in milliseconds
 * @returns null for a call that failed otherwise: the page is read again when its lease expires
 */
export function pageAgainAt(
  { now, pace }: Pick<AppContext, 'now' | 'pace'>,
  { failure, retryAfterMs }: ShopifyError,
  pageEveryMs: number,
): Date | null {
  if (failure !== 'throttled') return null;
  return new Date(now().getTime() + Math.max(retryAfterMs ?? pageEveryMs, pace.shopify.shortestRestMs));
}
