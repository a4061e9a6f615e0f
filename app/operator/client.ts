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

/** The address and token of one operator account, decrypted. */
export interface OperatorAccess {
  readonly baseUrl: string;
  readonly token: string;
  readonly pace: Pace['operator'];
  /** Whether the operator's host name may resolve to an address of a private network; refused by default. */
  readonly privateAddresses?: PrivateAddresses;
}

export interface AcceptedOrder {
  readonly httpStatus: number;
  /** Null when the answer contains none; the first read brings it then. */
  readonly trackingUrl: string | null;
}

export type FoundOrder =
  | { readonly kind: 'found'; readonly httpStatus: number; readonly record: OrderRecord }
  | { readonly kind: 'not-found'; readonly httpStatus: number };

/**
 * Hands a delivery order over: `POST /order` (Order Delivery Service Interface §4.1). It never retries by itself: the
 * order number is the only key, and a second call may send a second courier.
 *
 * The interface does not describe the answer. A 2xx answer counts as accepted when it is plain text, or JSON that is
 * not a refusal (see `saysNo`). An empty answer can come from any proxy in between; like a page, cut-off JSON, or a text
 * that complains, it leaves the outcome unknown.
 *
 * @throws OperatorError
 * @throws ZodError when the order does not have the form of the interface; nothing is sent then
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
    // the call went out: whatever is wrong with the answer, its outcome must be recorded
    throw error instanceof OperatorError
      ? error
      : new OperatorError('unreadable', 'the answer is not in the expected form', httpStatus);
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
    throw new OperatorError('unreadable', 'the answer is HTML or incomplete JSON', httpStatus);
  }
  if (typeof content === 'string' && COMPLAINT.test(foldText(content))) {
    throw new OperatorError('unreadable', 'the answer is a text that complains', httpStatus);
  }
  return { httpStatus, trackingUrl: recordOf(orderNumber, recordsIn(content))?.trackingUrl ?? null };
}

const EMPTY = 'the answer is empty';

const withoutWord = z.union([z.null(), z.literal(['', false, 0]), z.strictObject({}), z.array(z.unknown()).length(0)]);

/** The beginnings of words of a text that does not say that the order was accepted, without case and accents. */
const COMPLAINT = /\b(?:error|fail|inval|denied|unauthori|forbidden|rechaz|rejeit|fall[oa]\b|not (?:found|allowed))/;

function isWithoutWord(content: unknown): boolean {
  return withoutWord.safeParse(content).success;
}

/**
 * Reads one order: `GET /order/{order_number}` (§4.2).
 *
 * The interface does not describe the answer for an unknown number. It counts as not found if it is a 404, a success
 * without a delivery, or a refusal in words that say the order does not exist. Any other answer without a record of
 * this order is a failure.
 *
 * @throws OperatorError without the operator's own words: they may repeat the buyer's data, and a read does not know
 *   what to mask
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
    if (end === 'misdirected') throw error; // a proxy's page, not the operator's answer
    if (httpStatus !== 404 && !namesAbsence(message)) throw error;
    return { kind: 'not-found', httpStatus };
  }
}

/** For an answer that makes no sense, the message is our own. */
function withoutWords(error: OperatorError): OperatorError {
  const { failure, httpStatus, retryAfterMs, end } = error;
  if (httpStatus === null || failure === 'unreadable') return error;
  const what = failure === 'refused' ? 'the operator would not tell of the order' : 'the operator failed';
  return new OperatorError(failure, `${what} (HTTP ${httpStatus})`, httpStatus, retryAfterMs, end);
}

async function readOrder({ baseUrl, ...way }: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const url = `${baseUrl}/order/${encodeURIComponent(orderNumber)}`;
  const { httpStatus, content } = await callOperator({ ...way, method: 'GET', url, sent: [] });
  if (saysNo(content)) {
    const words = operatorMessage(content, { token: way.token, values: [] });
    if (isEmptyList(content)) return { kind: 'not-found', httpStatus };
    throw new OperatorError('refused', words, httpStatus);
  }
  if (holdsNoDelivery(content)) return { kind: 'not-found', httpStatus };
  const record = recordOf(orderNumber, recordsIn(content));
  if (!record) throw new OperatorError('unreadable', 'the answer holds no record of this order', httpStatus);
  return { kind: 'found', httpStatus, record };
}

export type TokenCheck = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Whether the operator accepts the token. It reads an order number that cannot exist, so that nothing can happen.
 *
 * @throws OperatorError when the operator cannot be asked
 */
export async function checkToken(access: OperatorAccess): Promise<TokenCheck> {
  try {
    await findOrderWithWords(access, 'handoff-connection-test'); // no buyer's data can be in this answer
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.failure === 'account-refused') return { kind: 'refused', message: error.message };
    if (error.failure !== 'refused' || error.end === 'misdirected') throw error;
  }
  return { kind: 'accepted' };
}

/** Words that say something does not exist, compared with text without case, accents and punctuation. */
const ABSENCE = {
  english:
    /\b(?:not (?:be )?found|notfound|no such|no (?:results|records|data|order)|not registered|unknown order)\b|\b(?:does|do|did)(?: not|n t|nt) exist|\bnot exists?\b/,
  noneFound: /\bno \w{1,40} (?:was |were )?found\b/,
  spanishAndPortuguese:
    /\bna?o (?:se )?(?:\w{1,40} )?(?:encontr|encuentr|exist|registrad|hay (?:resultados|registros|datos|ordenes|pedidos)|ha resultados)|\binexistente|\b(?:sin|sem) (?:resultados|registros|datos|dados)\b/,
} as const;

function namesAbsence(message: string): boolean {
  const folded = foldText(message);
  return Object.values(ABSENCE).some((expression) => expression.test(folded));
}

/** Names of yes and no without case, because the interface's examples write one boolean as a string. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'si', 'sim', 'ok', 'success'].map((name) => [name, true] as const),
  ...['false', '0', 'no', 'nao', 'error', 'fail', 'failed'].map((name) => [name, false] as const),
]);

/** A boolean, its name, or 1 and 0. */
const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .transform((value) => FLAGS.get(foldText(String(value))))
  .pipe(z.boolean());
const maybeFlag = flag.optional().catch(undefined);
const verdict = z.looseObject({
  success: maybeFlag,
  ok: maybeFlag,
  status: z
    .union([z.int().transform((code) => (code >= 400 && code < 600 ? false : undefined)), flag])
    .optional()
    .catch(undefined),
  errors: z.unknown().optional(),
  error: z.unknown().optional(),
});

const noItems = z.array(z.unknown()).length(0);
const noErrors = z.union([z.null(), z.undefined(), z.literal(['', false, 0]), noItems, z.strictObject({})]);

/**
 * Whether the answer is a refusal. §7: on success `success` is true and `errors` is null. Errors next to a success, or
 * next to a record, are warnings. The other names are not in the interface; a refusal that is taken for one in error
 * costs a look-up.
 */
function saysNo(content: unknown): boolean {
  const { data: answer } = verdict.safeParse(Array.isArray(content) && content.length === 1 ? content[0] : content);
  if (!answer) return false;
  const { success, ok, status, errors, error } = answer;
  if (success !== undefined) return !success;
  if (recordsIn(content).length > 0) return false;
  return ok === false || status === false || ![errors, error].every((each) => noErrors.safeParse(each).success);
}

/** Whether an unsuccessful answer has an empty list and no other word: there is no such order. */
function isEmptyList(content: unknown): boolean {
  return emptyList.safeParse(content).success;
}

const noDeliveries = z.union([noItems, z.looseObject({ deliveries: z.union([noItems, z.null()]) })]);
const emptyList = z.strictObject({
  success: z.unknown(),
  errors: noErrors.optional(),
  data: z.union([noItems, z.strictObject({ deliveries: noItems })]),
});
const successWithoutDelivery = z.union([
  noDeliveries,
  z.looseObject({ data: noDeliveries }),
  z.looseObject({ success: flag, data: z.union([z.null(), z.strictObject({})]) }),
]);

/** Whether an answer that is not a refusal contains no delivery. */
function holdsNoDelivery(content: unknown): boolean {
  return successWithoutDelivery.safeParse(content).success;
}

/** What no message may repeat of the order: the buyer's data, and what is in the packages. */
function sentValues({ dropoff, notes, files = [], packages }: DeliveryOrder): string[] {
  const { contact, location } = dropoff;
  return [
    ...[contact.fullname, contact.email, contact.phone, location.address, location.district],
    ...(notes ? [notes] : []),
    ...files.flatMap(({ name, url }) => [name, url]),
    ...packages.flatMap(({ code, name, price }) => [code, name, price]),
  ];
}
