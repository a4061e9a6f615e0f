import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib';
import { Agent, buildConnector, errors, request, type Dispatcher } from 'undici';

/** What all outgoing requests have in common, to the operator and to Shopify. */

/** The code of the error: the cause of a failed `fetch` has nothing else to recognise it by. */
export const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS';

type Resolve = (
  hostname: string,
  options: object,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a host name for a connection that is about to be made, and refuses it when any of its addresses is not
 * public. The connection uses the same answer that was checked. IP addresses and `localhost` never pass here: only the
 * deployer can have written them.
 */
export function lookUpPublic(
  resolve: Resolve = (hostname, options, callback) => lookup(hostname, { ...options, all: true }, callback),
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (hostname !== 'localhost' && !addresses.every(({ address }) => isPublicAddress(address))) {
        const refused = new Error(`${hostname} is a private address`);
        return callback(Object.assign(refused, { code: PRIVATE_ADDRESS }), '', 0);
      }
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}

interface Connecting {
  /** A connection that is not made within this time fails, and nothing was sent. */
  readonly connectMs: number;
  /** Refused by default. */
  readonly privateAddresses?: PrivateAddresses | undefined;
}

/** One agent for each way to connect, because an agent keeps its connections. */
const agents = new Map<string, Agent>();

function agentFor({ connectMs, privateAddresses = 'refuse' }: Connecting): Agent {
  const way = `${privateAddresses} ${connectMs}`;
  const known = agents.get(way);
  if (known) return known;
  const lookup = privateAddresses === 'refuse' ? { lookup: lookUpPublic() } : {};
  const agent = new Agent({ connect: inTime(buildConnector({ timeout: connectMs, ...lookup }), connectMs) });
  agents.set(way, agent);
  return agent;
}

/**
 * Refuses a connection that was made after its time limit. A process that was stopped for a while hears of the connection
 * before its timers fire, and would write a request that others have given up long since.
 */
export function inTime(connect: buildConnector.connector, limitMs: number): buildConnector.connector {
  return (options, done) => {
    const begunAt = performance.now();
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null || performance.now() - begunAt <= limitMs) return done(...result);
      socket.destroy();
      done(new errors.ConnectTimeoutError('the connection was made too late'), null);
    });
  };
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** The time limit of the whole call. */
  readonly timeoutMs: number;
  /** The greatest size of the answer, after decompression. */
  readonly limitBytes: number;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Their names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The value of a header, with commas between several; null without it. The name is in lower case. */
export function headerOf({ headers }: Pick<OutsideAnswer, 'headers'>, name: string): string | null {
  return [headers[name] ?? []].flat().join(', ') || null;
}

/**
 * Sends one request exactly once, and reads the whole answer. It follows no redirect, never repeats a request, and
 * reaches private networks only if that is allowed. `fetch` is not used for this: its standard repeats a request that is
 * answered with 421, never reads the body of a 407, and its streams take several times the processor.
 *
 * @throws AnswerTooLongError without reading the rest; TimeLimitError; the network's error, with its code
 */
export async function requestOutside(outgoing: OutgoingRequest, connecting: Connecting): Promise<OutsideAnswer> {
  const { url, method, timeoutMs, limitBytes } = outgoing;
  const headers = { 'user-agent': 'Handoff', 'accept-encoding': 'gzip, br', ...outgoing.headers };
  const dispatcher = agentFor(connecting).compose(beforeItIsWritten(timeoutMs));
  const inTime = new AbortController();
  const timer = setTimeout(() => inTime.abort(new TimeLimitError(timeoutMs)), timeoutMs);
  try {
    const options = { dispatcher, method, headers, body: outgoing.body ?? null, signal: inTime.signal };
    const { statusCode: status, ...answer } = await request(url, options);
    const { statusText } = answer;
    const whole = {
      status,
      statusText,
      headers: answer.headers,
      body: await readUpTo(limitBytes, answer.body, status),
    };
    return { ...whole, body: await unpack(whole, limitBytes, inTime.signal) };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Refuses to write a request after its time limit. A process that was stopped for a while comes here before its timers
 * fire, and would write a request that others have given up long since.
 */
function beforeItIsWritten(timeoutMs: number): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const begunAt = performance.now();
    return dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        if (performance.now() - begunAt > timeoutMs) controller.abort(new TimeLimitError(timeoutMs));
      },
      onResponseStart(controller, status, headers, statusText) {
        // an interim answer (1xx) is not the one that counts
        if (status >= 200) handler.onResponseStart?.(controller, status, headers, statusText);
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    });
  };
}

/**
 * Reads the body of an answer into one buffer: in chunks of one byte, a list of them would take many times its size.
 *
 * @throws AnswerTooLongError without reading the rest
 */
export async function readUpTo(limitBytes: number, body: AsyncIterable<Buffer>, status: number): Promise<Buffer> {
  const room = new ArrayBuffer(0, { maxByteLength: limitBytes });
  for await (const chunk of body) {
    const size = room.byteLength;
    if (size + chunk.length > limitBytes) throw new AnswerTooLongError(status, limitBytes);
    room.resize(size + chunk.length);
    chunk.copy(Buffer.from(room), size);
  }
  return Buffer.from(room.transferToFixedLength());
}

type Unpack = (packed: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unzipped: Unpack = promisify<Buffer, ZlibOptions, Buffer>(unzip);
/** Some servers leave out the header of zlib. */
const inflated: Unpack = (packed, options) =>
  unzipped(packed, options).catch((error: unknown) => {
    if (codeOf(error) !== 'Z_DATA_ERROR') throw error;
    return promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)(packed, options);
  });
const UNPACKING: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  ['deflate', inflated],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);
/** The errors of node:zlib for content of another form. */
const OTHER_FORM = /^(Z_DATA_ERROR|ERR_.*)$/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Undoes the encodings in their header, which names them in the order in which they were applied. Gateways name one for
 * answers that they have unpacked, and for empty ones: such an answer is taken as it is.
 *
 * @throws AnswerTooLongError; TimeLimitError, because a header can name thousands; the error of node:zlib for an answer
 *   that is cut off
 */
async function unpack(answer: OutsideAnswer, limitBytes: number, inTime: AbortSignal): Promise<Buffer> {
  let body = answer.body;
  for (const encoding of (headerOf(answer, 'content-encoding') ?? '').split(',').reverse()) {
    const unpacked = UNPACKING.get(encoding.trim().toLowerCase());
    if (!unpacked || body.length === 0) continue;
    inTime.throwIfAborted();
    const packed = body;
    body = await unpacked(packed, { maxOutputLength: limitBytes }).catch((error: unknown) => {
      const code = codeOf(error);
      if (code === 'ERR_BUFFER_TOO_LARGE') throw new AnswerTooLongError(answer.status, limitBytes);
      if (OTHER_FORM.test(code)) return packed;
      throw error;
    });
  }
  return body;
}

export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
  constructor(limitMs: number) {
    super(`no complete answer within ${limitMs / 1000} s`);
  }
}

export class AnswerTooLongError extends Error {
  override name = 'AnswerTooLongError';
  readonly status: number;
  constructor(status: number, limitBytes: number) {
    super(`the answer is longer than ${limitBytes} bytes`);
    this.status = status;
  }
}

export type PrivateAddresses = 'refuse' | 'allow';

/**
 * This machine, private and link-local networks, and other addresses that are not public (IANA special-purpose
 * registries).
 */
const NOT_PUBLIC = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/32', '2001:db8::/32', '2002::/16'], // including IPv4 addresses within IPv6
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]) {
  const [address = '', prefix] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** An IPv4 address that is written as IPv6 counts as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  return !NOT_PUBLIC.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
