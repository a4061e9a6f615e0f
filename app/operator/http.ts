import { BOUNDS } from '../bounds.ts';
import type { CallEnd } from '../domain/hand-over/knowledge.ts';
import {
  AnswerTooLongError,
  headerOf,
  PRIVATE_ADDRESS,
  requestOutside,
  TimeLimitError,
  type OutsideAnswer,
  type PrivateAddresses,
} from '../outgoing/outgoing.ts';
import type { Pace } from '../pace.ts';
import { OperatorError } from './operator-error.ts';
import { operatorMessage } from './operator-message.ts';
import { recordsIn, saysMoreThanItsNumber } from './order-record.ts';
import { endOfRefusal } from './refusal-sentence.ts';
import { blamesToken, isPageOfAbsence, namesAbsence } from './words-of-operators.ts';

/** The address or a header cannot be sent. The message of such an error repeats it, so it is never passed on. */
const INVALID_REQUEST: ReadonlySet<string | null> = new Set(['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG']);

/** Failures before a connection was made, so that nothing can have taken effect. */
const WITHOUT_CONNECTION: ReadonlyMap<string, CallEnd> = new Map([
  [PRIVATE_ADDRESS, 'not-sent'],
  ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, 'name-not-resolved'] as const),
  ...[
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ].map((code) => [code, 'not-connected'] as const),
]);

export const ABSENCE_WITH_RECORD = 'the answer says that it found nothing, and holds a record';

/** What is not found can be a label or a courier of the order, whose record the answer holds. */
export function missesSomethingElse(words: string, content: unknown): boolean {
  return namesAbsence(words) && recordsIn(content).some(saysMoreThanItsNumber);
}

export interface OperatorRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
  /** The values of the order that were sent. No error message may repeat them. */
  readonly sent: readonly string[];
  readonly pace: Pace['operator'];
  /** Whether a host name may resolve to an address of a private network; refused by default. */
  readonly privateAddresses?: PrivateAddresses | undefined;
  /** Whether an answer without a record means, for this operator, that there is no such order. */
  readonly isAbsence?: (answer: { status: number; content: unknown; words: string }) => boolean;
  /** Sees every answer as it came, for a check of the operator. */
  readonly witness?: Witness | undefined;
}

export type Witness = (call: Pick<OperatorRequest, 'method' | 'url' | 'body'>, answer: OutsideAnswer) => void;

/** A successful answer, or one that says that there is no such order. */
export interface OperatorAnswer {
  readonly httpStatus: number;
  /** The parsed JSON; the text if it is not JSON; null if it is empty. */
  readonly content: unknown;
  /** By the operator's profile. */
  readonly isAbsence?: boolean;
}

/**
 * The only way to the operator. It has a time limit for the whole call, a size limit for the answer, no redirects and
 * no retries, and it translates every failure. The meaning of a 2xx answer depends on the call.
 *
 * @throws OperatorError
 */
export async function requestOperator(request: OperatorRequest): Promise<OperatorAnswer> {
  const answer = await send(request);
  request.witness?.(request, answer);
  return orUnreadable(answer.status, () => readAnswer(request, answer));
}

/**
 * Reads an answer. The call went out, so its outcome must be recorded even if the answer makes no sense: one that is
 * nested thousands of levels deep overflows the stack.
 *
 * @throws OperatorError and nothing else
 */
export function orUnreadable<Read>(httpStatus: number, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError('unreadable', 'the answer is not in the expected form', httpStatus);
  }
}

function readAnswer(request: OperatorRequest, answer: OutsideAnswer): OperatorAnswer {
  const { status, body } = answer;
  const contentType = headerOf(answer, 'content-type');
  const content = parse(decodeText(body, contentType));
  if (saysAbsence(request, status, content)) return { httpStatus: status, content, isAbsence: true };
  if (status >= 200 && status < 300) return { httpStatus: status, content };
  if (status === 404 && recordsIn(content).length > 0) {
    throw new OperatorError('unreadable', ABSENCE_WITH_RECORD, status);
  }
  const words = operatorMessage(content, { token: request.token, values: request.sent });
  if (status === 401 || status === 403) throw new OperatorError('account-refused', words, status);
  if (status === 429) throw new OperatorError('throttled', words, status, retryAfterMs(answer, request.pace));
  if (status === 408) throw new OperatorError('no-answer', words, status, null, 'timeout');
  if (status >= 500) throw new OperatorError('server-error', words, status, retryAfterMs(answer, request.pace));
  if (status >= 400) {
    if (isHalfJson(content)) throw new OperatorError('unreadable', 'the answer is incomplete JSON', status);
    if (request.method === 'GET' && missesSomethingElse(words, content)) {
      throw new OperatorError('unreadable', ABSENCE_WITH_RECORD, status);
    }
    const end = endOfRefusal(content, words, { status, method: request.method });
    if (end === 'refused' && blamesToken(words, request.method))
      throw new OperatorError('account-refused', words, status);
    const page = status === 404 && isPageOfAbsence(content) ? content : null;
    throw new OperatorError('refused', words, status, null, end, page);
  }
  const redirect = 'the operator answered with a redirect, which is not followed';
  throw new OperatorError('unreadable', redirect, status, null, 'misdirected');
}

function saysAbsence({ isAbsence, token, sent }: OperatorRequest, status: number, content: unknown): boolean {
  if (!isAbsence || recordsIn(content).length > 0) return false;
  return isAbsence({ status, content, words: operatorMessage(content, { token, values: sent }) });
}

async function send(request: OperatorRequest): Promise<OutsideAnswer> {
  const { method, url, token, body, pace, privateAddresses } = request;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
  };
  const outgoing = {
    method,
    url,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    timeoutMs: pace.timeoutMs,
    limitBytes: BOUNDS.operatorAnswerBytes,
  };
  try {
    return await requestOutside(outgoing, { privateAddresses, connectMs: pace.connectMs });
  } catch (error) {
    throw translateNetworkError(error);
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') return null;
  const content = parseJson(text);
  // some gateways write the operator's JSON into a JSON text
  return typeof content === 'string' && /^\s*[{[]/.test(content) ? parseJson(content) : content;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether an answer begins as JSON and is none, as one that was cut off: it says nothing, with any status. */
export function isHalfJson(content: unknown): boolean {
  return typeof content === 'string' && /^\s*[{["]/.test(content);
}

function translateNetworkError(error: unknown): OperatorError {
  if (error instanceof AnswerTooLongError) {
    return new OperatorError('unreadable', 'the answer is longer than 1 MiB', error.status);
  }
  if (error instanceof TimeLimitError) return new OperatorError('no-answer', error.message, null, null, 'timeout');
  const code = networkCode(error);
  if (INVALID_REQUEST.has(code)) {
    return new OperatorError('not-sent', 'the base address or the access token cannot be part of an HTTP request');
  }
  const end = WITHOUT_CONNECTION.get(code ?? '');
  if (end) return new OperatorError('not-sent', `no connection (${code})`, null, null, end);
  return new OperatorError('no-answer', `the connection broke (${code ?? 'unknown'})`);
}

function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

/**
 * Retry-After is a number of seconds, or an HTTP date by the operator's own clock. A longer wait than the limit is
 * shortened to it: a mistake in a header must not put a delivery off for days.
 */
function retryAfterMs(answer: OutsideAnswer, { retryAfterLimitMs }: Pace['operator']): number | null {
  const value = headerOf(answer, 'retry-after')?.trim();
  if (!value) return null;
  const ms = /^\d+(?:\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(headerOf(answer, 'date') ?? '');
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), retryAfterLimitMs);
}

/**
 * Decodes the text of an answer. Bytes that are valid UTF-8 are read as UTF-8 even if the header says otherwise, because other
 * text is not valid UTF-8 by chance. Other bytes are read as the header declares, or else as Western European, which
 * fits every byte. A byte order mark is removed, and identifies UTF-16 without a header.
 *
 * @param contentType the header; null without one
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const declared = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null;
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  if (declared?.startsWith('utf-16')) return decoderOf(declared).decode(bytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    return (declared === null || /^utf-?8$/.test(declared) ? decoderOf(WESTERN) : decoderOf(declared)).decode(bytes);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WESTERN = 'windows-1252';

/** The name of an unknown encoding counts as no name. */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(WESTERN);
  }
}
