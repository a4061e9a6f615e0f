import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BOUNDS } from './bounds.ts';
import { Agent, buildConnector, errors, type Dispatcher } from 'undici';
import { isPublicAddress, type PrivateAddresses } from './operator/profile/public-address.ts';

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

export interface Connecting {
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
export async function requestOutside(request: OutgoingRequest, connecting: Connecting): Promise<OutsideAnswer> {
  const { url, method, body = null, timeoutMs, limitBytes } = request;
  const headers = { 'user-agent': 'Handoff', 'accept-encoding': 'gzip, deflate, br', ...request.headers };
  const { origin, pathname, search } = new URL(url);
  const answer = await new Promise<OutsideAnswer>((resolve, reject) => {
    const timer = setTimeout(() => reading.giveUp(new TimeLimitError(timeoutMs)), timeoutMs);
    const reading = new AnswerReading({ timeoutMs, limitBytes }, (answer) => {
      clearTimeout(timer);
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    });
    agentFor(connecting).dispatch({ origin, path: pathname + search, method, headers, body }, reading);
  });
  return { ...answer, body: await decompress(answer, limitBytes) };
}

/** Reads one answer as undici receives it. */
export class AnswerReading implements Dispatcher.DispatchHandler {
  readonly #limits: Pick<OutgoingRequest, 'timeoutMs' | 'limitBytes'>;
  readonly #begunAt = performance.now();
  readonly #done: (answer: OutsideAnswer | Error) => void;
  #request: Dispatcher.DispatchController | null = null;
  #givenUp: Error | null = null;
  #head: Omit<OutsideAnswer, 'body'> = { status: 0, statusText: '', headers: {} };
  /** One buffer that grows: an answer in chunks of one byte would take many times its size as a list of them. */
  #body = Buffer.alloc(0);
  #size = 0;

  /** @param done may be called more than once; the first time counts */
  constructor(
    limits: Pick<OutgoingRequest, 'timeoutMs' | 'limitBytes'>,
    done: (answer: OutsideAnswer | Error) => void,
  ) {
    this.#limits = limits;
    this.#done = done;
  }

  /** Ends the request, and sends it no more if it was not sent yet. */
  giveUp(why: Error): void {
    this.#givenUp = why;
    this.#request?.abort(why);
    this.#done(why);
  }

  /**
   * Called before the request is written. A process that was stopped for a while comes here before its timers fire, and
   * would write a request that others have given up long since.
   */
  onRequestStart(request: Dispatcher.DispatchController): void {
    const { timeoutMs } = this.#limits;
    this.#request = request;
    if (this.#givenUp) request.abort(this.#givenUp);
    else if (performance.now() - this.#begunAt > timeoutMs) this.giveUp(new TimeLimitError(timeoutMs));
  }

  /** Called for each interim answer (1xx) as well, before the one that counts. */
  onResponseStart(
    _request: Dispatcher.DispatchController,
    status: number,
    headers: OutsideAnswer['headers'],
    statusText = '',
  ): void {
    this.#head = { status, statusText, headers };
  }

  onResponseData(_request: Dispatcher.DispatchController, chunk: Buffer): void {
    const { limitBytes } = this.#limits;
    const size = this.#size + chunk.length;
    if (size > limitBytes) return this.giveUp(new AnswerTooLongError(this.#head.status, limitBytes));
    if (size > this.#body.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#body.length));
      this.#body.copy(larger, 0, 0, this.#size);
      this.#body = larger;
    }
    chunk.copy(this.#body, this.#size);
    this.#size = size;
  }

  onResponseEnd(): void {
    this.#done({ ...this.#head, body: this.#body.subarray(0, this.#size) });
  }

  onResponseError(_request: Dispatcher.DispatchController, error: Error): void {
    this.#done(error);
  }
}

type Decompress = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const gunzipped: Decompress = promisify<Buffer, ZlibOptions, Buffer>(gunzip);
const inflated: Decompress = promisify<Buffer, ZlibOptions, Buffer>(inflate);
const inflatedRaw: Decompress = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw);

/** A proxy that has unpacked an answer may leave its header in place. */
const gunzipIfPacked: Decompress = (bytes, options) =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipped(bytes, options) : Promise.resolve(bytes);

/** Some servers leave out the header of zlib, whose two bytes are a multiple of 31. */
const inflateEither: Decompress = (bytes, options) => {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return hasHeader ? inflated(bytes, options) : inflatedRaw(bytes, options);
};

const DECOMPRESSION: Readonly<Record<string, Decompress>> = {
  gzip: gunzipIfPacked,
  'x-gzip': gunzipIfPacked,
  deflate: inflateEither,
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

/**
 * Undoes the encodings in their header, which names them in the order in which they were applied. What is not known is
 * left as it is.
 *
 * @throws AnswerTooLongError; the error of node:zlib for bytes that are broken
 */
async function decompress(answer: OutsideAnswer, limitBytes: number): Promise<Buffer> {
  let plain = answer.body;
  const names = headerOf(answer, 'content-encoding')?.split(',') ?? [];
  for (const name of names.slice(0, BOUNDS.operatorAnswerDepth).reverse()) {
    const decode = DECOMPRESSION[name.trim().toLowerCase()];
    if (!decode || plain.length === 0) continue;
    plain = await decode(plain, { maxOutputLength: limitBytes }).catch((error: unknown) => {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw isTooLong ? new AnswerTooLongError(answer.status, limitBytes) : error;
    });
  }
  return plain;
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
