import { BOUNDS } from '../../bounds.ts';
import { fetchOutside, readLimited } from '../../outgoing.ts';
import type { Pace } from '../../pace.ts';

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** Statuses without a body in the standard of `fetch`. */
const BODYLESS = new Set([204, 205, 304]);

/**
 * The Shopify packages call this instead of `fetch`. It reaches only a shop's own host, over TLS. It follows no
 * redirects, and limits the time and the size (10 MiB) of an answer.
 *
 * @throws Error when the address is not a shop's; what `fetch` throws; AnswerTooLongError
 */
export const createShopFetch =
  ({ timeoutMs, connectMs }: Pace['shopify']): typeof fetch =>
  async (input, init = {}) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    if (protocol !== 'https:' || !SHOP_HOST.test(hostname))
      throw new Error('requests may go only to the host of a shop');
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const answer = await fetchOutside(input, { ...init, signal }, { connectMs });
    const body = await readLimited(answer, BOUNDS.shopifyAnswerBytes);
    const { status, statusText } = answer;
    const headers = new Headers(answer.headers);
    headers.delete('Content-Encoding'); // the body is already decoded
    headers.delete('Content-Length');
    return new Response(BODYLESS.has(status) ? null : new Uint8Array(body), { status, statusText, headers });
  };
