import { z } from 'zod';
import { foldText } from '../domain/mapping/clean-text.ts';
import { deliveryOrderSchema, type DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import type { PrivateAddresses } from '../outgoing.ts';
import type { Pace } from '../pace.ts';
import { callOperator, type OperatorAnswer } from './http.ts';
import { OperatorError } from './operator-error.ts';
import { endOfRefusal } from './refusal.ts';
import { operatorMessage } from './operator-message.ts';
import type { Sent } from './refusal-sentence.ts';
import { recordOf, recordsIn, type OrderRecord } from './order-record.ts';

/** Environment and token of one operator account, ready for use. */
export interface OperatorAccess {
  readonly baseUrl: string;
  readonly token: string;
  readonly pace: Pace['operator'];
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
 * or is plain text. An empty answer can come from anything that stands before the operator; like markup and cut-off JSON
 * it leaves the outcome unknown.
 *
 * @throws OperatorError
 * @throws ZodError when the order has not the form of the interface: nothing is sent
 */
export async function createOrder(access: OperatorAccess, order: DeliveryOrder): Promise<AcceptedOrder> {
  deliveryOrderSchema.parse(order);
  const sent = sentValues(order);
  const { baseUrl, ...way } = access;
  const { token } = access;
  const url = `${baseUrl}/order`;
  const { httpStatus, content } = await callOperator({ ...way, method: 'POST', url, body: order, sent });
  try {
    return readAcceptance(order.order_number, { httpStatus, content }, { token, values: sent });
  } catch (error) {
    // the call went out: whatever is the matter with the answer, its outcome can be recorded
    throw error instanceof OperatorError
      ? error
      : new OperatorError('unreadable', 'the answer makes no sense', httpStatus);
  }
}

function readAcceptance(orderNumber: string, { httpStatus, content }: OperatorAnswer, sent: Sent): AcceptedOrder {
  if (saysNo(content)) {
    const words = operatorMessage(content, sent);
    throw new OperatorError(
      'refused',
      words,
      httpStatus,
      null,
      endOfRefusal(content, words, { status: httpStatus, method: 'POST' }),
    );
  }
  if (isWithoutWord(content)) throw new OperatorError('unreadable', EMPTY, httpStatus, null, 'empty-answer');
  if (typeof content === 'string' && /^\s*[<{[]/.test(content)) {
    throw new OperatorError('unreadable', 'the answer is markup or cut-off JSON', httpStatus);
  }
  return { httpStatus, trackingUrl: recordOf(orderNumber, recordsIn(content))?.trackingUrl ?? null };
}

const EMPTY = 'the answer is empty';

const withoutWord = z.union([z.null(), z.literal(''), z.strictObject({}), z.array(z.unknown()).length(0)]);

function isWithoutWord(content: unknown): boolean {
  return withoutWord.safeParse(content).success;
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
    const { httpStatus, message, end } = error;
    if (end === 'misdirected' && (message !== '' || httpStatus !== 404)) throw error; // a proxy's page, not the operator's word
    if (httpStatus !== 404 && !namesAbsence(message)) throw error;
    return { kind: 'not-found', httpStatus };
  }
}

/** Of an answer that makes no sense the message is our own. */
function withoutWords(error: OperatorError): OperatorError {
  const { failure, httpStatus, retryAfterMs, end } = error;
  if (httpStatus === null || failure === 'unreadable') return error;
  const what = failure === 'refused' ? 'the operator would not tell of the order' : 'the operator failed';
  return new OperatorError(failure, `${what} (HTTP ${httpStatus})`, httpStatus, retryAfterMs, end);
}

async function readOrder({ baseUrl, ...way }: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const url = `${baseUrl}/order/${encodeURIComponent(orderNumber)}`;
  const { httpStatus, content } = await callOperator({ ...way, method: 'GET', url, sent: [] });
  if (saysNo(content))
    throw new OperatorError('refused', operatorMessage(content, { token: way.token, values: [] }), httpStatus);
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
    if (error.failure !== 'refused' || error.end === 'misdirected') throw error;
  }
  return { kind: 'accepted' };
}

/** Each of text without case, accents and punctuation. */
const ABSENCE = {
  english: /\b(?:not (?:be )?found|notfound|no such|no results|unknown order)\b|\b(?:does|do|did)(?: not|n t|nt) exist/,
  noneFound: /\bno \w{1,40} (?:was |were )?found\b/,
  spanishAndPortuguese: /\bna?o (?:se )?(?:\w{1,40} )?(?:encontr|encuentr|exist)|\binexistente|\bsin resultados\b/,
} as const;

function namesAbsence(message: string): boolean {
  const folded = foldText(message);
  return Object.values(ABSENCE).some((expression) => expression.test(folded));
}

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

/** What of the order no message may repeat: all of the buyer's, and what is in the parcels. */
function sentValues({ dropoff, notes, files = [], packages }: DeliveryOrder): string[] {
  const { contact, location } = dropoff;
  return [
    ...[contact.fullname, contact.email, contact.phone, location.address, location.district],
    ...(notes ? [notes] : []),
    ...files.flatMap(({ name, url }) => [name, url]),
    ...packages.flatMap(({ code, name, price }) => [code, name, price]),
  ];
}
