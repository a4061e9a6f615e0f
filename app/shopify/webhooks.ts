import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';

/** The topics that the app handles: the subscriptions of shopify.app.toml. */
export const HANDLED_TOPICS: ReadonlySet<string> = new Set([
  ...['fulfillments/create', 'fulfillments/update', 'app/uninstalled', 'app/scopes_update'],
  ...['orders/create', 'orders/updated', 'orders/fulfilled', 'orders/cancelled'],
  ...['customers/data_request', 'customers/redact', 'shop/redact'],
]);

/** What the app uses of a webhook: ids, times and the fulfillment's status. The rest of the body is ignored. */
export interface Webhook {
  /** `<handle>.myshopify.com` */
  readonly shop: string;
  /** As in shopify.app.toml, e.g. `fulfillments/create`. */
  readonly topic: string;
  /** Stays the same when Shopify repeats the webhook. */
  readonly webhookId: string;
  /** Shared by all webhooks that one action of a merchant causes, whatever their topic. */
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
  /** Null when the body cannot be read. */
  readonly body: WebhookBody | null;
}

export interface WebhookBody {
  /** The gid of the record that the webhook is about. */
  readonly subjectId: string | null;
  /** The gid of the order, if the body names one. */
  readonly orderId: string | null;
  readonly status: string | null;
  /** Of a fulfillment, such as `#1001.1`; it holds the order's name and nothing of the buyer. */
  readonly name: string | null;
  /** For the privacy topics: gids of the orders concerned; null when there are more than the app accepts. */
  readonly orderIds: readonly string[] | null;
}

/**
 * Checks Shopify's signature of the raw body, base64 of HMAC-SHA256 under the app's secret. Compares in constant time.
 */
export function isSignedByShopify(rawBody: Buffer, signature: string | undefined, apiSecret: string): boolean {
  if (!signature) return false;
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', apiSecret).update(rawBody).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** JSON can contain U+0000 and half a surrogate pair, which a database cannot store. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

const headersSchema = z.object({
  'x-shopify-topic': z
    .string()
    .max(BOUNDS.webhookTopic)
    .regex(/^[a-z_]+\/[a-z_]+$/),
  'x-shopify-shop-domain': z
    .string()
    .toLowerCase()
    .max(BOUNDS.shopDomain)
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/),
  'x-shopify-webhook-id': z.string().min(1).max(BOUNDS.webhookId).refine(isStorable),
  'x-shopify-event-id': z.string().max(BOUNDS.webhookId).refine(isStorable).nullish().catch(null),
  // a date outside this range cannot be the time of a webhook, and the database would refuse it
  'x-shopify-triggered-at': z.coerce
    .date()
    .min(new Date('2000-01-01'))
    .max(new Date('2200-01-01'))
    .nullish()
    .catch(null),
});

export type ParsedWebhook =
  { readonly ok: true; readonly webhook: Webhook } | { readonly ok: false; readonly reason: string };

/**
 * The headers must be complete, and the body must begin a JSON object. If it cannot be read all the same, `body` is null:
 * Shopify would only send it again.
 */
export function parseWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
): ParsedWebhook {
  const parsed = headersSchema.safeParse(headers);
  if (!parsed.success) return { ok: false, reason: `missing or malformed: ${namesOf(parsed.error)}` };
  const text = rawBody.toString('utf8');
  if (!beginsAnObject(text)) return { ok: false, reason: 'the body is not a JSON object' };
  const body = bodySchema.safeParse(parseJson(text, (parsed) => parsed)).data ?? null;
  return { ok: true, webhook: webhookOf(parsed.data, body) };
}

/** The records that topics are about, for a body that has the number of its record and not the gid. */
const SUBJECTS: readonly (readonly [topics: string, type: string])[] = [
  ['fulfillments/', 'Fulfillment'],
  ['orders/', 'Order'],
];

function subjectOf(topic: string, { gid, number }: RawBody): string | null {
  const type = SUBJECTS.find(([topics]) => topic.startsWith(topics))?.[1];
  return gid ?? (number !== null && type ? `gid://shopify/${type}/${number}` : null);
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
  const event = eventSchema.safeParse(parseJson(text, (parsed) => eventSchema.safeParse(parsed).data?.detail.payload));
  if (!event.success) return { ok: false, reason: "the message is no event of Shopify's" };
  const { metadata, payload } = event.data.detail;
  const headers = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]));
  const parsed = headersSchema.safeParse(headers);
  if (!parsed.success) return { ok: false, reason: `missing or malformed: ${namesOf(parsed.error)}` };
  return { ok: true, webhook: webhookOf(parsed.data, bodySchema.safeParse(payload).data ?? null) };
}

const namesOf = ({ issues }: z.ZodError) => issues.map(({ path }) => path.join('.')).join(', ');

function webhookOf(given: z.infer<typeof headersSchema>, raw: RawBody | null): Webhook {
  const topic = given['x-shopify-topic'];
  return {
    shop: given['x-shopify-shop-domain'],
    topic,
    webhookId: given['x-shopify-webhook-id'],
    eventId: given['x-shopify-event-id'] ?? null,
    triggeredAt: given['x-shopify-triggered-at'] ?? null,
    body: raw && bodyOf(topic, raw),
  };
}

function bodyOf(topic: string, raw: RawBody): WebhookBody {
  const { orderId, status, name, orderIds } = raw;
  return { subjectId: subjectOf(topic, raw), orderId, status, name, orderIds };
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

interface RawBody extends Omit<WebhookBody, 'subjectId'> {
  readonly gid: string | null;
  /** Of the record, if the body has one. */
  readonly number: string | null;
}

const numericId = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)]);
const orderGid = numericId.transform((id) => `gid://shopify/Order/${id}`);
const bodySchema = z
  .object({
    admin_graphql_api_id: z
      .string()
      .regex(/^gid:\/\/shopify\/[A-Za-z]{1,50}\/\d{1,20}$/)
      .nullish()
      .catch(null),
    id: numericId.nullish().catch(null),
    order_id: orderGid.nullish().catch(null),
    status: z
      .string()
      .regex(/^[a-z_]{1,50}$/)
      .nullish()
      .catch(null),
    name: z.string().min(1).max(BOUNDS.fulfillmentName).refine(isStorable).nullish().catch(null),
    orders_requested: z.array(orderGid).nullish().catch(null),
    orders_to_redact: z.array(orderGid).nullish().catch(null),
  })
  .transform((body): RawBody => ({
    gid: body.admin_graphql_api_id ?? null,
    number: body.id ?? null,
    orderId: body.order_id ?? null,
    status: body.status ?? null,
    name: body.name ?? null,
    orderIds: withinBound(body.orders_requested ?? body.orders_to_redact ?? []),
  }));

function withinBound(orderIds: readonly string[]): readonly string[] | null {
  return orderIds.length > BOUNDS.webhookOrders ? null : orderIds;
}

/**
 * Ids can be greater than 2^53. Only then is every value visited, which takes seconds for a body of 1 MiB.
 *
 * @param bodyIn finds the webhook's body in what was parsed
 * @returns undefined for a text that is not JSON
 */
function parseJson(text: string, bodyIn: (parsed: unknown) => unknown): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return hasLargeId(bodyIn(parsed)) ? JSON.parse(text, keepLargeNumbers) : parsed;
  } catch {
    return undefined;
  }
}

const ID_FIELDS = ['id', 'order_id', 'orders_requested', 'orders_to_redact'];

function hasLargeId(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const isLarge = (id: unknown) => typeof id === 'number' && !Number.isSafeInteger(id);
  return ID_FIELDS.some((name) => [Reflect.get(body, name) as unknown].flat().some(isLarge));
}

/** A number that is too large is kept as its digits. */
function keepLargeNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}
