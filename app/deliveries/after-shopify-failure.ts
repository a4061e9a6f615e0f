import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import { backOffMs } from '../domain/calendar/back-off.ts';
import type { AppContext } from '../app-context.ts';

const OUR_FAULT = { failure: null, retryAfterMs: null };

/**
 * When work on an order is tried again after a call to Shopify has failed, after how many failed tries. A call that was
 * throttled took no effect, and is not a failure.
 */
export function afterShopifyFailure(
  { pace, random, logger }: Pick<AppContext, 'pace' | 'random' | 'logger'>,
  { shop, orderId, tries }: { readonly shop: string; readonly orderId: string; readonly tries: number },
  error: unknown,
): { readonly afterMs: number; readonly tries: number } {
  const { failure, retryAfterMs } = error instanceof ShopifyError ? error : OUR_FAULT;
  if (failure === null) logger.error({ error, shop, orderId }, 'work on an order failed');
  const restMs = retryAfterMs ?? 0;
  if (failure === 'throttled') return { afterMs: Math.max(restMs, pace.shopify.shortestRestMs), tries };
  if (failure === 'not-installed') return { afterMs: pace.shopify.withoutAppMs, tries }; // or when the app is opened
  return { afterMs: Math.max(restMs, backOffMs(pace.backOff, tries + 1, random())), tries: tries + 1 };
}

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
