import { z } from 'zod';
import { foldText } from '../domain/clean-text.ts';
import { deliveryOrderSchema, type DeliveryOrder } from '../domain/delivery-order.ts';
import type { PrivateAddresses } from '../outgoing.ts';
import { callOperator } from './http.ts';
import { OperatorError } from './operator-error.ts';
import { operatorMessage } from './operator-message.ts';
import { recordOf, recordsIn, type OrderRecord } from './order-record.ts';

/** Environment and token of one operator account, ready for use. */
export interface OperatorAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Longest time that one call may take. */
  readonly timeoutMs: number;
  /** Whether the operator's name may stand for an address of a private network; refused where nothing is said. */
  readonly privateAddresses?: PrivateAddresses;
}

export interface AcceptedOrder {
  readonly httpStatus: number;
  /** Null when the answer holds none: it comes with the first read then. */
  readonly trackingUrl: string | null;
}

export type FoundOrder =
  | { readonly kind: 'found'; readonly httpStatus: number; readonly record: OrderRecord }
  | { readonly kind: 'not-found'; readonly httpStatus: number };

/**
 * Hands a delivery order over: `POST /order` (Order Delivery Service Interface §4.1). Never repeated by itself: the
 * order number is the only key, and a second call may send a second courier.
 *
 * The shape of the answer is not described. Accepted is any 2xx answer that is JSON and does not say no (see `saysNo`),
 * or has no content, or is plain text; markup and cut-off JSON are unreadable, which leaves the outcome unknown.
 *
 * @throws OperatorError
 * @throws ZodError when the order has not the form of the interface: nothing is sent
 */
export async function createOrder(access: OperatorAccess, order: DeliveryOrder): Promise<AcceptedOrder> {
  deliveryOrderSchema.parse(order);
  const secrets = buyersData(order);
  const { baseUrl, ...way } = access;
  const { token } = access;
  const url = `${baseUrl}/order`;
  const { httpStatus, content } = await callOperator({ ...way, method: 'POST', url, body: order, secrets });
  if (saysNo(content)) throw new OperatorError('refused', operatorMessage(content, [token, ...secrets]), httpStatus);
  if (typeof content === 'string' && /^\s*[<{[]/.test(content)) {
    throw new OperatorError('unreadable', 'the answer is markup or cut-off JSON', httpStatus);
  }
  return { httpStatus, trackingUrl: recordOf(order.order_number, recordsIn(content))?.trackingUrl ?? null };
}

/**
 * Reads one order: `GET /order/{order_number}` (§4.2).
 *
 * How an unknown number is answered is not described. It counts as not found when the answer is 404, or a success that
 * holds no delivery, or says no in words that name the absence; whatever else is no record of this order is a failure.
 *
 * @throws OperatorError without the operator's own words: they may repeat the buyer of the order, whom nobody here knows
 *   who could take them out
 */
export async function findOrder(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  try {
    return await findOrderWithWords(access, orderNumber);
  } catch (error) {
    throw error instanceof OperatorError ? withoutWords(error) : error;
  }
}

async function findOrderWithWords(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  try {
    return await readOrder(access, orderNumber);
  } catch (error) {
    if (!(error instanceof OperatorError) || error.failure !== 'refused' || error.httpStatus === null) throw error;
    const { httpStatus, message } = error;
    if (httpStatus !== 404 && !NAMES_ABSENCE.test(foldText(message))) throw error;
    return { kind: 'not-found', httpStatus };
  }
}

/** Of an answer that makes no sense the message is our own. */
function withoutWords(error: OperatorError): OperatorError {
  const { failure, httpStatus, retryAfterMs } = error;
  if (httpStatus === null || failure === 'unreadable') return error;
  const what = failure === 'refused' ? 'the operator would not tell of the order' : 'the operator failed';
  return new OperatorError(failure, `${what} (HTTP ${httpStatus})`, httpStatus, retryAfterMs);
}

async function readOrder({ baseUrl, ...way }: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const url = `${baseUrl}/order/${encodeURIComponent(orderNumber)}`;
  const { httpStatus, content } = await callOperator({ ...way, method: 'GET', url, secrets: [] });
  if (saysNo(content)) throw new OperatorError('refused', operatorMessage(content, [way.token]), httpStatus);
  if (holdsNoDelivery(content)) return { kind: 'not-found', httpStatus };
  const record = recordOf(orderNumber, recordsIn(content));
  if (!record) throw new OperatorError('unreadable', 'the answer holds no record of this order', httpStatus);
  return { kind: 'found', httpStatus, record };
}

export type TokenCheck = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Whether the operator takes the token: reads an order number that cannot exist, so that nothing comes of it.
 *
 * @throws OperatorError when the operator cannot be asked
 */
export async function checkToken(access: OperatorAccess): Promise<TokenCheck> {
  try {
    await findOrderWithWords(access, 'handoff-connection-test'); // no buyer stands behind it
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.failure === 'account-refused') return { kind: 'refused', message: error.message };
    if (error.failure !== 'refused') throw error;
  }
  return { kind: 'accepted' };
}

/** In English, Spanish and Portuguese; of text without case, accents and punctuation. */
const NAMES_ABSENCE = new RegExp(
  [
    String.raw`\bnot (be )?found\b|\bnotfound\b|\bno (such|results)\b|\bunknown order\b`,
    String.raw`\b(does|do|did)( not|n t|nt) exist|\bno \w+ (was |were )?found\b`,
    String.raw`\bna?o (se )?(\w+ )?(encontr|encuentr|exist)|\binexistente|\bsin resultados\b`,
  ].join('|'),
);

/** A boolean, or its name: the interface's examples write one boolean as a string. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((name) => name === 'true')]);
const verdict = z.looseObject({ success: flag.optional().catch(undefined), errors: z.unknown().optional() });

const noItems = z.array(z.unknown()).length(0);
const noErrors = z.union([z.null(), z.undefined(), z.literal(''), noItems, z.strictObject({})]);

/** §7: on success `success` is true and `errors` is null. Errors beside a success, or beside a record, are warnings. */
function saysNo(content: unknown): boolean {
  const { data: answer } = verdict.safeParse(content);
  if (answer?.success !== undefined) return !answer.success;
  return !noErrors.safeParse(answer?.errors).success && recordsIn(content).length === 0;
}

const noDeliveries = z.union([noItems, z.looseObject({ deliveries: z.union([noItems, z.null()]) })]);
const successWithoutDelivery = z.union([
  noDeliveries,
  z.looseObject({ data: noDeliveries }),
  z.looseObject({ success: flag, data: z.union([z.null(), z.strictObject({})]) }),
]);

/** Of an answer that does not say no. */
function holdsNoDelivery(content: unknown): boolean {
  return successWithoutDelivery.safeParse(content).success;
}

/** What of the order no message may repeat. */
function buyersData({ dropoff, notes, files }: DeliveryOrder): string[] {
  const { contact, location } = dropoff;
  return [
    ...[contact.fullname, ...contact.fullname.split(/\s+/), contact.email, contact.phone, location.address],
    ...(notes ? [notes] : []),
    ...(files ?? []).flatMap(({ name, url }) => [name, url]),
  ];
}
