import { BOUNDS } from '../bounds.ts';
import { isStorable } from '../domain/mapping/clean-text.ts';

/** What the app uses of a webhook's body. */
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

/** The records that topics are about, for a body that has the number of its record and not the gid. */
const SUBJECTS: readonly (readonly [topics: string, type: string])[] = [
  ['fulfillments/', 'Fulfillment'],
  ['orders/', 'Order'],
];

const DIGITS = /^\d{1,20}$/;
const GID = /^gid:\/\/shopify\/[A-Za-z]{1,50}\/\d{1,20}$/;
const STATUS = /^[a-z_]{1,50}$/;

/**
 * Reads a parsed body by hand: this happens for every webhook, and a schema takes several times as long. A field that is
 * missing or malformed is null.
 *
 * @param body of `parseWithLargeIds`
 * @returns null when the body is not an object
 */
export function readWebhookBody(topic: string, body: unknown): WebhookBody | null {
  if (!isFields(body)) return null;
  const status = typeof body.status === 'string' && STATUS.test(body.status) ? body.status : null;
  const orderIds = orderGids(body.orders_requested) ?? orderGids(body.orders_to_redact) ?? [];
  return {
    subjectId: subjectIn(topic, body),
    orderId: orderGid(body.order_id),
    status,
    name: nameIn(body.name),
    orderIds: orderIds.length > BOUNDS.webhookOrders ? null : orderIds,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function subjectIn(topic: string, { admin_graphql_api_id: gid, id }: Fields): string | null {
  if (typeof gid === 'string' && GID.test(gid)) return gid;
  const number = digitsOf(id);
  if (number === null) return null;
  const type = SUBJECTS.find(([topics]) => topic.startsWith(topics))?.[1];
  return type ? `gid://shopify/${type}/${number}` : null;
}

function nameIn(name: unknown): string | null {
  const isName = typeof name === 'string' && name.length > 0 && name.length <= BOUNDS.fulfillmentName;
  return isName && isStorable(name) ? name : null;
}

function digitsOf(id: unknown): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id >= 0 ? String(id) : null;
  return typeof id === 'string' && DIGITS.test(id) ? id : null;
}

function orderGid(id: unknown): string | null {
  const number = digitsOf(id);
  return number === null ? null : `gid://shopify/Order/${number}`;
}

/** @returns null when `ids` is no list, or contains what is no id */
function orderGids(ids: unknown): string[] | null {
  if (!Array.isArray(ids)) return null;
  const gids: string[] = [];
  for (const id of ids) {
    const gid = orderGid(id);
    if (gid === null) return null;
    gids.push(gid);
  }
  return gids;
}

/**
 * Ids can be greater than 2^53. Only then is every value visited, which takes seconds for a body of 1 MiB.
 *
 * @param bodyIn finds the webhook's body in what was parsed
 * @returns undefined for a text that is not JSON
 */
export function parseWithLargeIds(text: string, bodyIn: (parsed: unknown) => unknown = (parsed) => parsed): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return hasLargeId(bodyIn(parsed)) ? JSON.parse(text, keepLargeNumbers) : parsed;
  } catch {
    return undefined;
  }
}

function hasLargeId(body: unknown): boolean {
  if (!isFields(body)) return false;
  const { id, order_id: orderId, orders_requested: requested, orders_to_redact: redacted } = body;
  return isLarge(id) || isLarge(orderId) || hasLarge(requested) || hasLarge(redacted);
}

const isLarge = (id: unknown) => typeof id === 'number' && !Number.isSafeInteger(id);
const hasLarge = (ids: unknown) => Array.isArray(ids) && ids.some(isLarge);

/** A number that is too large is kept as its digits. */
function keepLargeNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}
