import { BOUNDS } from '../bounds.ts';
import type { CallEnd } from '../domain/lifecycle/knowledge.ts';
import { AnswerTooLongError, fetchOutside, PRIVATE_ADDRESS, readLimited, type PrivateAddresses } from '../outgoing.ts';
import type { Pace } from '../pace.ts';
import { decodeText } from './decode-text.ts';
import { OperatorError } from './operator-error.ts';
import { operatorMessage } from './operator-message.ts';
import { endOfRefusal } from './refusal.ts';

/** The message with which `fetch` refuses some ports (1 and 9 among them) before it connects; it gives no code. */
const BAD_PORT = 'bad port';

/** Failures before a connection was made, so that nothing can have taken effect. */
const WITHOUT_CONNECTION: ReadonlyMap<string, CallEnd> = new Map([
  ...[BAD_PORT, PRIVATE_ADDRESS].map((code) => [code, 'not-sent'] as const),
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
}

export interface OperatorAnswer {
  readonly httpStatus: number;
  /** The parsed JSON; the text if it is not JSON; null if it is empty. */
  readonly content: unknown;
}

/**
 * The only way to the operator. It has a time limit for the whole call, a size limit for the answer, no redirects and
 * no retries, and it translates every failure. The meaning of a 2xx answer depends on the call.
 *
 * @throws OperatorError
 */
export async function callOperator(request: OperatorRequest): Promise<OperatorAnswer> {
  const httpRequest = composeRequest(request);
  let response: Response;
  let text: string;
  try {
    const { privateAddresses, pace } = request;
    const connecting = { privateAddresses, connectMs: pace.connectMs };
    response = await fetchOutside(httpRequest, { signal: httpRequest.signal }, connecting);
    text = await readText(response);
  } catch (error) {
    throw translateNetworkError(error, request.pace.timeoutMs);
  }

  const content = parse(text);
  const { status } = response;
  if (response.ok) return { httpStatus: status, content };
  const words = operatorMessage(content, { token: request.token, values: request.sent });
  if (status === 401 || status === 403) throw new OperatorError('account-refused', words, status);
  if (status === 429) throw new OperatorError('throttled', words, status, retryAfterMs(response, request.pace));
  if (status === 408) throw new OperatorError('no-answer', words, status, null, 'timeout');
  if (status >= 500) throw new OperatorError('server-error', words, status, retryAfterMs(response, request.pace));
  if (status >= 400)
    throw new OperatorError(
      'refused',
      words,
      status,
      null,
      endOfRefusal(content, words, { status, method: request.method }),
    );
  const redirect = 'the operator answered with a redirect, which is not followed';
  throw new OperatorError('unreadable', redirect, status, null, 'misdirected');
}

function composeRequest({ method, url, token, body, pace }: OperatorRequest): Request {
  try {
    return new Request(url, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(pace.timeoutMs),
    });
  } catch {
    // the thrown error would repeat the token or the address
    throw new OperatorError('not-sent', 'the base address or the access token cannot be part of an HTTP request');
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return decodeText(await readLimited(response, BOUNDS.operatorAnswerBytes), response.headers.get('Content-Type'));
  } catch (error) {
    if (!(error instanceof AnswerTooLongError)) throw error;
    throw new OperatorError('unreadable', 'the answer is longer than 1 MiB', response.status);
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function translateNetworkError(error: unknown, timeoutMs: number): OperatorError {
  if (error instanceof OperatorError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new OperatorError('no-answer', `no whole answer within ${timeoutMs / 1000} s`, null, null, 'timeout');
  }
  const code = networkCode(error);
  const end = WITHOUT_CONNECTION.get(code ?? '');
  if (end) return new OperatorError('not-sent', `no connection (${code})`, null, null, end);
  return new OperatorError('no-answer', `the connection broke (${code ?? 'unknown'})`);
}

function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if (cause.message === BAD_PORT) return BAD_PORT;
  }
  return null;
}

/**
 * Retry-After is a number of seconds, or an HTTP date by the operator's own clock. A longer wait than the limit is
 * shortened to it: a mistake in a header must not put a delivery off for days.
 */
function retryAfterMs({ headers }: Response, { longestRetryAfterMs }: Pace['operator']): number | null {
  const value = headers.get('Retry-After')?.trim();
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), longestRetryAfterMs);
}
