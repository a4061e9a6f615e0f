import { fetchOutside, readLimited } from '../outgoing.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER_BYTES = 10_485_760;
const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** Without a body by the standard of `fetch`. */
const BODYLESS = new Set([204, 205, 304]);

/**
 * What the Shopify packages call in place of `fetch`: only a shop's own host is asked, over TLS, redirects are not
 * followed, and an answer has 10 s and 10 MiB.
 *
 * @throws Error when the address is not a shop's; what `fetch` throws; AnswerTooLong
 */
export const fetchShop: typeof fetch = async (input, init = {}) => {
  const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
  if (protocol !== 'https:' || !SHOP_HOST.test(hostname)) throw new Error('only the host of a shop is asked');
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const answer = await fetchOutside(input, { ...init, signal });
  const body = await readLimited(answer, LONGEST_ANSWER_BYTES);
  const { status, statusText } = answer;
  const headers = new Headers(answer.headers);
  headers.delete('Content-Encoding'); // it is decoded by now
  headers.delete('Content-Length');
  return new Response(BODYLESS.has(status) ? null : new Uint8Array(body), { status, statusText, headers });
};
