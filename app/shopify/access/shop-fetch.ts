import { BOUNDS } from '../../bounds.ts';
import { requestOutside } from '../../outgoing.ts';
import type { Pace } from '../../pace.ts';

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** Statuses without a body in the standard of `fetch`. */
const BODYLESS = new Set([204, 205, 304]);

/** The body is decoded already. */
const OF_ENCODED_BODY = new Set(['content-encoding', 'content-length']);

/**
 * The Shopify packages call this instead of `fetch`, with an address and a text. It reaches only a shop's own host, over
 * TLS. It follows no redirects, and limits the time and the size (10 MiB) of an answer.
 *
 * @throws Error when the address is not a shop's; what `requestOutside` throws
 */
export const createShopFetch =
  ({ timeoutMs, connectMs }: Pace['shopify']): typeof fetch =>
  async (input, { method = 'GET', headers, body = null } = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' || !SHOP_HOST.test(hostname))
      throw new Error('requests may go only to the host of a shop');
    const isText = body === null || typeof body === 'string';
    if (input instanceof Request || (method !== 'GET' && method !== 'POST') || !isText)
      throw new Error('only a GET, or a POST of a text, goes to a shop');
    const given = { url, method, headers: Object.fromEntries(new Headers(headers)), body } as const;
    const limits = { timeoutMs, limitBytes: BOUNDS.shopifyAnswerBytes };
    const answer = await requestOutside({ ...given, ...limits }, { connectMs });
    const { status, statusText } = answer;
    const received = Object.entries(answer.headers).flatMap(([name, value = []]) =>
      OF_ENCODED_BODY.has(name) ? [] : [value].flat().map((each): [string, string] => [name, each]),
    );
    const content = BODYLESS.has(status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status, statusText, headers: received });
  };
