import { z } from 'zod';
import { isOfAnotherBuyer } from '../domain/hand-over/same-order.ts';
import { deliveryOrderSchema, type DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import type { PrivateAddresses } from '../outgoing/outgoing.ts';
import type { Pace } from '../pace.ts';
import {
  requestOperator,
  orUnreadable,
  isHalfJson,
  missesSomethingElse,
  ABSENCE_WITH_RECORD,
  type OperatorAnswer,
  type Witness,
} from './http.ts';
import { OperatorError } from './operator-error.ts';
import { endOfRefusal, type Sent } from './refusal-sentence.ts';
import { operatorMessage } from './operator-message.ts';
import {
  isFields,
  listsNothing,
  recordOf,
  recordsIn,
  saysMoreThanItsNumber,
  trackingUrlOf,
  type OrderRecord,
} from './order-record.ts';
import { INTERFACE_AS_WRITTEN, type OperatorProfile } from './profile/operator-profile.ts';
import { addressOfOrder, addressOfOrders, allowedTracking, absenceOf, writeOrder } from './wire.ts';
import { CODE_KEYS, flag, maybeFlag, noErrors, noItems, refusalWithin, verdictOf, withPlainKeys } from './verdict.ts';
import { blamesToken, complains, isBinary, namesAbsence, saysRepeated } from './words-of-operators.ts';

/** The address and token of one operator account, decrypted. */
export interface OperatorAccess {
  readonly baseUrl: string;
  readonly token: string;
  readonly pace: Pace['operator'];
  /** How the operator speaks; by default as the interface is written. */
  readonly profile?: OperatorProfile;
  /** Whether the operator's host name may resolve to an address of a private network; refused by default. */
  readonly privateAddresses?: PrivateAddresses;
  readonly witness?: Witness;
}

export interface AcceptedOrder {
  readonly httpStatus: number;
  /** Null when the answer contains none; the first read brings it then. */
  readonly trackingUrl: string | null;
}

interface NotFound {
  readonly kind: 'not-found';
  readonly httpStatus: number;
  /**
   * Whether the operator answered with a page, as it does for a number that cannot exist. A proxy may have done so in its
   * place, so one such answer does not prove that the operator does not have the order.
   */
  readonly isPage?: boolean;
}

export type FoundOrder =
  { readonly kind: 'found'; readonly httpStatus: number; readonly record: OrderRecord } | NotFound;

/**
 * Hands a delivery order over: `POST /order` (Order Delivery Service Interface §4.1). It never retries by itself: the
 * order number is the only key, and a second call may send a second courier.
 *
 * The interface does not describe the answer. A 2xx answer counts as accepted when it is plain text, or JSON that is
 * not a refusal (see `verdictOf`). An empty answer can come from any proxy in between; like a page, cut-off JSON, words
 * that complain, or the record of another buyer, it leaves the outcome unknown.
 *
 * @throws OperatorError
 * @throws ZodError when the order does not have the form of the interface; nothing is sent then
 */
export async function createOrder(access: OperatorAccess, order: DeliveryOrder): Promise<AcceptedOrder> {
  deliveryOrderSchema.parse(order);
  const sent = sentValues(order);
  const { baseUrl, profile = INTERFACE_AS_WRITTEN, ...way } = access;
  const { token } = access;
  const url = addressOfOrders(baseUrl, profile);
  const answer = await requestOperator({ ...way, method: 'POST', url, body: writeOrder(order, profile), sent });
  const accepted = orUnreadable(answer.httpStatus, () => readAcceptance(order, answer, { token, values: sent }));
  return { ...accepted, trackingUrl: allowedTracking(accepted.trackingUrl, profile) };
}

function readAcceptance(order: DeliveryOrder, answer: OperatorAnswer, sent: Sent): AcceptedOrder {
  const { httpStatus } = answer;
  const content = answer.content;
  const records = recordsIn(content);
  const hasRecord = records.some(saysMoreThanItsNumber);
  const isYes = verdictOf(content, hasRecord);
  const words = () => operatorMessage(content, sent);
  const refusal = refusalWithin(content, isYes, hasRecord);
  if (refusal !== null) {
    throw refusalIn(content, operatorMessage(refusal, sent), { status: httpStatus, method: 'POST' });
  }
  if (isYes && refusalWithin(content, null, hasRecord) !== null) {
    throw new OperatorError('unreadable', 'the answer is a success around a refusal', httpStatus);
  }
  if (isWithoutWord(content)) throw new OperatorError('unreadable', EMPTY, httpStatus, null, 'empty-answer');
  if (typeof content === 'string' && (isHalfJson(content) || /^\s*<|[{[]\s*"/.test(content) || isBinary(content))) {
    throw new OperatorError('unreadable', 'the answer is HTML or incomplete JSON', httpStatus);
  }
  const said = hasRecord ? '' : saidIn(content, words);
  // only a look-up tells whether the order under the number is ours
  if (saysRepeated(said)) throw new OperatorError('refused', words(), httpStatus);
  const isNo = maybeFlag.parse(content) === false;
  if (isYes === null && (isNo || complains(said))) {
    throw new OperatorError('unreadable', 'the answer is a text that complains', httpStatus);
  }
  // an operator that answers a repeated number with what it has, or a proxy that mixes up two answers
  if (records.length > 0 && records.every((record) => isOfAnotherBuyer(order, record))) {
    throw new OperatorError('unreadable', 'the answer has the record of another buyer', httpStatus);
  }
  const record = recordOf(order.order_number, records);
  return { httpStatus, trackingUrl: trackingUrlOf(record, content, records) };
}

/** What an answer without a record says, its codes included, such as `invalid_request`. It is never shown. */
function saidIn(content: unknown, words: () => string): string {
  if (!isFields(content)) return typeof content === 'string' ? content : words();
  const answer = withPlainKeys(content);
  const codes = CODE_KEYS.map((key) => answer[key]).filter((code) => typeof code === 'string');
  return [words(), ...codes].join('; ');
}

/** A refusal with a 2xx. Words about the token are about the account, as a 401 is. */
function refusalIn(content: unknown, words: string, call: { status: number; method: 'GET' | 'POST' }): OperatorError {
  const end = endOfRefusal(content, words, call);
  if (end === 'refused' && blamesToken(words, call.method))
    return new OperatorError('account-refused', words, call.status);
  return new OperatorError('refused', words, call.status, null, end);
}

const EMPTY = 'the answer is empty';

function isWithoutWord(content: unknown): boolean {
  if (isFields(content)) return Object.keys(content).length === 0;
  if (Array.isArray(content)) return content.every((item) => item === null);
  return content === null || content === '' || content === false || content === 0;
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
export function findOrder(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const found = findOrderWithWords(access, orderNumber);
  return inOurWords(found.catch((error: unknown) => orSamePage(access, orderNumber, error)));
}

/** Finds an order that is read again and again: a page in place of an answer is a failure, and costs no second call. */
export function findOrderAgain(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  return inOurWords(findOrderWithWords(access, orderNumber));
}

async function inOurWords(answer: Promise<FoundOrder>): Promise<FoundOrder> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof OperatorError ? withoutWords(error) : error;
  }
}

async function findOrderWithWords(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const read = async () => {
    const answer = await getOrder(access, orderNumber);
    return orUnreadable(answer.httpStatus, () => readOrder(access, orderNumber, answer));
  };
  return orNotFound(read());
}

/** The number of no order: it shows whether the operator accepts the token, and how it answers for an unknown number. */
const TEST_NUMBER = 'handoff-connection-test';

/** A page in place of an answer counts as not found only if the operator has the same one for a number that cannot exist. */
async function orSamePage(access: OperatorAccess, orderNumber: string, error: unknown): Promise<NotFound> {
  const page = pageOf(error, orderNumber);
  if (page === null) throw error;
  const forTestNumber = await findOrderWithWords(access, TEST_NUMBER).catch((other: unknown) => other);
  if (pageOf(forTestNumber, TEST_NUMBER) !== page) throw error;
  return { kind: 'not-found', httpStatus: 404, isPage: true };
}

/** The page without the number, which it may repeat. */
function pageOf(error: unknown, orderNumber: string): string | null {
  const page = error instanceof OperatorError ? error.page : null;
  return page && page.replaceAll(orderNumber, '').replaceAll(encodeURIComponent(orderNumber), '');
}

/** Refusals in words that say that the order does not exist. */
async function orNotFound<Found>(answer: Promise<Found>): Promise<Found | NotFound> {
  try {
    return await answer;
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

function getOrder(access: OperatorAccess, orderNumber: string): Promise<OperatorAnswer> {
  const { baseUrl, profile = INTERFACE_AS_WRITTEN, ...way } = access;
  const url = addressOfOrder(baseUrl, orderNumber, profile);
  const isAbsence = absenceOf(profile);
  return requestOperator({ ...way, method: 'GET', url, sent: [], ...(isAbsence && { isAbsence }) });
}

function readOrder(access: OperatorAccess, orderNumber: string, answer: OperatorAnswer): FoundOrder {
  const { token, profile = INTERFACE_AS_WRITTEN } = access;
  const { httpStatus } = answer;
  if (answer.isAbsence) return { kind: 'not-found', httpStatus };
  const content = answer.content;
  const refusal = refusalWithin(content, verdictOf(content));
  if (refusal !== null) {
    if (emptyList.safeParse(content).success) return { kind: 'not-found', httpStatus };
    const words = operatorMessage(refusal, { token, values: [] });
    if (blamesToken(words, 'GET')) throw new OperatorError('account-refused', words, httpStatus);
    if (missesSomethingElse(words, content)) {
      throw new OperatorError('unreadable', ABSENCE_WITH_RECORD, httpStatus);
    }
    throw new OperatorError('refused', words, httpStatus);
  }
  const records = recordsIn(content);
  if (holdsNoDelivery(content, records)) {
    const words = hasErrors(content) ? operatorMessage(content, { token, values: [] }) : null;
    // "the search timed out" beside a success and an empty list does not say that there is none
    if (words !== null && !namesAbsence(words)) throw new OperatorError('refused', words, httpStatus);
    return { kind: 'not-found', httpStatus };
  }
  const record = recordOf(orderNumber, records);
  if (!record) throw new OperatorError('unreadable', 'the answer holds no record of this order', httpStatus);
  const trackingUrl = allowedTracking(trackingUrlOf(record, content, records), profile);
  return { kind: 'found', httpStatus, record: { ...record, trackingUrl } };
}

export type TokenCheck = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Whether the operator accepts the token. It reads an order number that cannot exist, so that nothing can happen.
 *
 * @throws OperatorError when the operator cannot be asked
 */
export async function checkToken(access: OperatorAccess): Promise<TokenCheck> {
  try {
    await findOrderWithWords(access, TEST_NUMBER); // no buyer's data can be in this answer
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.failure === 'account-refused') return { kind: 'refused', message: error.message };
    if (error.failure !== 'refused' || error.end === 'misdirected') throw error;
  }
  return { kind: 'accepted' };
}

/** An unsuccessful answer with an empty list and no other word: there is no such order. */
const emptyList = z.strictObject({
  success: z.unknown(),
  errors: noErrors.optional(),
  data: z.union([noItems, z.strictObject({ deliveries: noItems })]),
});

/**
 * Whether an answer that is not a refusal contains no delivery. Every read asks this, and a schema takes several times as
 * long.
 */
function holdsNoDelivery(content: unknown, records: readonly OrderRecord[]): boolean {
  const { data, success }: Readonly<Record<string, unknown>> = isFields(content) ? content : {};
  if (hasNoDeliveries(content) || hasNoDeliveries(data)) return true;
  const isNothing = data === null || (isFields(data) && Object.keys(data).length === 0);
  if (isNothing && flag.safeParse(success).success) return true;
  return records.length === 0 && listsNothing(content) && verdictOf(content) === true;
}

const hasErrors = (content: unknown) => isFields(content) && !noErrors.safeParse(content.errors).success;

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

function hasNoDeliveries(part: unknown): boolean {
  return isEmpty(part) || (isFields(part) && (part.deliveries === null || isEmpty(part.deliveries)));
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
