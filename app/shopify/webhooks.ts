import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { isStorable } from '../domain/mapping/clean-text.ts';
import { parseWithLargeIds, readWebhookBody, type WebhookBody } from './webhook-body.ts';

/** The topics that the app handles: the subscriptions of shopify.app.toml. */
export const HANDLED_TOPICS: ReadonlySet<string> = new Set([
  ...['fulfillments/create', 'fulfillments/update', 'app/uninstalled', 'app/scopes_update'],
  ...['orders/create', 'orders/updated', 'orders/fulfilled', 'orders/cancelled'],
  ...['customers/data_request', 'customers/redact', 'shop/redact'],
]);

/** What the app uses of a webhook: ids, times and the fulfillment's status. The rest of the body is ignored. */
export interface Webhook extends WebhookHeaders {
  /** Null when the body cannot be read. */
  readonly body: WebhookBody | null;
}

/**
 * Checks Shopify's signature of the raw body, base64 of HMAC-SHA256 under the app's secret. Compares in constant time.
 */
export function isSignedByShopify(
  rawBody: Buffer,
  signature: string | string[] | undefined,
  apiSecret: string,
): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', apiSecret).update(rawBody).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type ParsedWebhook = { readonly ok: true; readonly webhook: Webhook } | { readonly ok: false; readonly reason: string };

/**
 * The headers must be complete, and the body must begin a JSON object. If it cannot be read all the same, `body` is null:
 * Shopify would only send it again.
 */
export function parseWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
): ParsedWebhook {
  const read = readWebhookHeaders(headers);
  if (!read.ok) return malformed(read);
  const text = rawBody.toString('utf8');
  if (!beginsAnObject(text)) return { ok: false, reason: 'the body is not a JSON object' };
  return webhookOf(read, parseWithLargeIds(text));
}

/** An event of Amazon EventBridge, which hands on the webhook's headers as `metadata` and its body as `payload`. */
const eventSchema = z.object({
  // AWS keeps names that begin with `aws.` to itself, so that nobody else can put such an event on a bus
  source: z.string().startsWith('aws.partner/shopify.com/'),
  detail: z.object({ metadata: z.record(z.string(), z.unknown()), payload: z.unknown() }),
});

/**
 * Reads a webhook that Shopify has delivered to Amazon EventBridge. It has no signature: who may put messages into the
 * queue is decided there.
 */
export function parseWebhookEvent(text: string): ParsedWebhook {
  if (text.length > BOUNDS.requestBodyBytes) return { ok: false, reason: 'the message is too long' };
  const payloadIn = (parsed: unknown) => eventSchema.safeParse(parsed).data?.detail.payload;
  const event = eventSchema.safeParse(parseWithLargeIds(text, payloadIn));
  if (!event.success) return { ok: false, reason: "the message is no event of Shopify's" };
  const { metadata, payload } = event.data.detail;
  const headers = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]));
  const read = readWebhookHeaders(headers);
  return read.ok ? webhookOf(read, payload) : malformed(read);
}

function webhookOf({ headers }: Extract<ReadHeaders, { ok: true }>, body: unknown): ParsedWebhook {
  return { ok: true, webhook: { ...headers, body: readWebhookBody(headers.topic, body) } };
}

function malformed({ malformed: names }: Extract<ReadHeaders, { ok: false }>): ParsedWebhook {
  return { ok: false, reason: `missing or malformed: ${names.join(', ')}` };
}

/**
 * Shopify signs session tokens and the addresses of pages with the same secret. Whoever has one of these has a valid
 * signature of the body `header.payload`, or of a query, and could send it with the headers of any shop. A query can
 * begin with nearly any character, because a merchant adds parameters to an address and they are sorted, but neither
 * begins with a brace. Every webhook does.
 */
function beginsAnObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** What Shopify says of a webhook outside its body: in its headers, or in the metadata of an event of EventBridge. */
interface WebhookHeaders {
  /** `<handle>.myshopify.com` */
  readonly shop: string;
  /** As in shopify.app.toml, e.g. `fulfillments/create`. */
  readonly topic: string;
  /** Stays the same when Shopify repeats the webhook. */
  readonly webhookId: string;
  /** Shared by all webhooks of every topic that one action of a merchant causes. */
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
}

type ReadHeaders =
  | { readonly ok: true; readonly headers: WebhookHeaders }
  /** The names of the headers that are missing or malformed. */
  | { readonly ok: false; readonly malformed: readonly string[] };

const TOPIC = /^[a-z_]+\/[a-z_]+$/;
const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

// a date outside this range cannot be the time of a webhook, and the database would refuse it
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2200, 0);

/**
 * Reads the headers of a webhook by hand: this happens for every webhook, and a schema takes several times as long.
 *
 * @param headers with names in lower case
 */
function readWebhookHeaders(headers: Readonly<Record<string, unknown>>): ReadHeaders {
  const topic = within(headers['x-shopify-topic'], BOUNDS.webhookTopic);
  const shop = within(headers['x-shopify-shop-domain'], BOUNDS.shopDomain)?.toLowerCase() ?? null;
  const webhookId = storableId(headers['x-shopify-webhook-id']);
  const hasTopic = topic !== null && TOPIC.test(topic);
  const hasShop = shop !== null && SHOP.test(shop);
  if (hasTopic && hasShop && webhookId) {
    const eventId = storableId(headers['x-shopify-event-id']);
    return {
      ok: true,
      headers: { shop, topic, webhookId, eventId, triggeredAt: timeIn(headers['x-shopify-triggered-at']) },
    };
  }
  const malformed: string[] = [];
  if (!hasTopic) malformed.push('x-shopify-topic');
  if (!hasShop) malformed.push('x-shopify-shop-domain');
  if (!webhookId) malformed.push('x-shopify-webhook-id');
  return { ok: false, malformed };
}

function within(value: unknown, length: number): string | null {
  return typeof value === 'string' && value.length <= length ? value : null;
}

function storableId(value: unknown): string | null {
  const id = within(value, BOUNDS.webhookId);
  return id !== null && isStorable(id) ? id : null;
}

function timeIn(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const time = new Date(value);
  const at = time.getTime();
  return at >= EARLIEST && at <= LATEST ? time : null; // of a text that is no date, `at` is NaN
}
