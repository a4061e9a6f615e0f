import { OperatorError } from './operator-error.ts';
import { operatorMessage } from './operator-message.ts';

const LONGEST_ANSWER_BYTES = 1_048_576;

/** No connection came about: nothing can have taken effect. */
const NOT_SENT = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
]);

export interface OperatorRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly token: string;
  readonly body?: unknown;
  /** Values that no error message may repeat, besides the token. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
}

export interface OperatorAnswer {
  readonly httpStatus: number;
  /** Parsed JSON; the text, when it is not JSON; null when it is empty. */
  readonly content: unknown;
  readonly isJson: boolean;
}

/**
 * The one way to the operator: a time limit on the whole call, a size limit on the answer, no redirects, and every
 * failure translated. Answers with a 2xx or a 404 status are returned: what they mean depends on the call.
 *
 * @throws OperatorError
 */
export async function callOperator(request: OperatorRequest): Promise<OperatorAnswer> {
  const { method, url, token, body, timeoutMs } = request;
  const secrets = [token, ...request.secrets];
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readLimited(response);
  } catch (error) {
    throw translateNetworkError(error, timeoutMs);
  }

  const { content, isJson } = parse(text);
  const { status } = response;
  const words = () => operatorMessage(isJson ? content : text, secrets);
  if (response.ok || (status === 404 && method === 'GET')) return { httpStatus: status, content, isJson };
  if (status === 401 || status === 403) throw new OperatorError('account-refused', words(), status);
  if (status === 429) throw new OperatorError('throttled', words(), status, retryAfterMs(response));
  if (status === 408) throw new OperatorError('no-answer', words(), status);
  if (status >= 500) throw new OperatorError('server-error', words(), status, retryAfterMs(response));
  if (status >= 400) throw new OperatorError('refused', words(), status);
  throw new OperatorError('unreadable', `the operator answered with a redirect, which is not followed`, status);
}

async function readLimited(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > LONGEST_ANSWER_BYTES) {
      await reader.cancel();
      throw new OperatorError('unreadable', 'the answer is longer than 1 MiB', response.status);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { content: unknown; isJson: boolean } {
  if (text.trim() === '') return { content: null, isJson: false };
  try {
    const content: unknown = JSON.parse(text);
    return { content, isJson: true };
  } catch {
    return { content: text, isJson: false };
  }
}

function translateNetworkError(error: unknown, timeoutMs: number): OperatorError {
  if (error instanceof OperatorError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new OperatorError('no-answer', `no whole answer within ${timeoutMs / 1000} s`);
  }
  const code = networkCode(error);
  if (code && NOT_SENT.has(code)) return new OperatorError('not-sent', `no connection (${code})`);
  return new OperatorError('no-answer', `the connection broke (${code ?? 'unknown'})`);
}

function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

/** Retry-After is a number of seconds or an HTTP date. */
function retryAfterMs(response: Response): number | null {
  const value = response.headers.get('Retry-After')?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  const sent = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) || Number.isNaN(sent) ? null : Math.max(0, at - sent);
}
