import { BOUNDS } from '../bounds.ts';
import { isStorable } from './storable.ts';

/** What Shopify says of a webhook outside its body: in its headers, or in the metadata of an event of EventBridge. */
export interface WebhookHeaders {
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

export type ReadHeaders =
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
export function readWebhookHeaders(headers: Readonly<Record<string, unknown>>): ReadHeaders {
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
