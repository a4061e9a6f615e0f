import { BOUNDS } from '../../bounds.ts';
import { headerOf, requestOutside, type OutsideAnswer } from '../../outgoing/outgoing.ts';
import type { Pace } from '../../pace.ts';

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** What the packages read of an answer. Shopify sends forty headers, which they would copy and rename each time. */
const READ_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'x-shopify-api-deprecated-reason'];

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
    const given = { url, method, headers: asRecord(headers), body } as const;
    const limits = { timeoutMs, limitBytes: BOUNDS.shopifyAnswerBytes };
    return new ReadResponse(await requestOutside({ ...given, ...limits }, { connectMs }));
  };

const asRecord = (headers: HeadersInit = {}): Record<string, string> =>
  headers instanceof Headers || Array.isArray(headers) ? Object.fromEntries(headers) : headers;

/**
 * A response whose body has been read, as text or JSON, which is all that the packages ask for. The streams of a body of
 * its own would take longer than reading it did.
 */
class ReadResponse extends Response {
  readonly #body: Buffer;

  constructor(answer: OutsideAnswer) {
    const { status, statusText, body } = answer;
    const headers = READ_HEADERS.flatMap((name): [string, string][] => {
      const value = headerOf(answer, name);
      return value === null ? [] : [[name, value]];
    });
    super(null, { status, statusText, headers });
    this.#body = body;
  }

  override text(): Promise<string> {
    return Promise.resolve(UTF_8.decode(this.#body));
  }

  override async json(): Promise<unknown> {
    const json = await this.text();
    return JSON.parse(json, UNSTORABLE.test(json) ? storable : undefined);
  }
}

/** U+0000 and what may be half a surrogate pair, which JSON can write only so. Shopify writes other characters as they are. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** The value with U+FFFD for what no database stores and no address takes. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value;
}

/** Without the byte order mark, as `fetch` decodes. */
const UTF_8 = new TextDecoder();
