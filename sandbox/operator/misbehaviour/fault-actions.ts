import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, jsonAnswer, refusal } from '../answer.ts';
import { encodeAnswer, ENCODING_NAMES } from './encodings.ts';
import { proxyAnswer } from './proxy-answers.ts';
import { enterUnknownState, hideDates, misstateLast, spoilDeliveries, spoilRecords } from './spoilt-records.ts';

/** The connection is closed with no answer, or with a part of it. */
export const CUT = Symbol('cut');
export type Outcome = Answer | typeof CUT;

/**
 * Parameters of faults, besides those that say when a fault applies. Each comment names the kinds that read the
 * parameter.
 */
export const faultParameters = {
  /** slow: milliseconds of real time before the answer. drip: the same, between two pieces. */
  delayMs: z.int().nonnegative().default(1_000),
  /** drip: bytes of each piece. */
  pieceBytes: z.int().positive().default(64),
  /** Kinds with `retry-after` in their name: seconds, or an HTTP date. */
  retryAfter: z.union([z.int().nonnegative(), z.string()]).default(2),
  /** unknown-state: the state's name. */
  state: z.string().default('en revisión de bodega'),
  /** redirect: an absolute URL, or a path of this server, where the log shows whether a client follows it. */
  location: z.string().default('/elsewhere'),
  /** other-encoding: the encoding of the answer. */
  encoding: z.enum(ENCODING_NAMES).default('latin1-undeclared'),
  /** huge: bytes of blanks after the answer. */
  bytes: z
    .int()
    .positive()
    .default(32 * 1_048_576),
};

type Parameters = z.infer<z.ZodObject<typeof faultParameters>>;

/** How long a fault may last. */
export interface Ends {
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** Resolves when the connection has ended without an answer. */
  readonly callerGone: Promise<void>;
  /** Aborted when somebody wants what is held back carried out at once. */
  readonly hurried: AbortSignal;
}

/**
 * Stands between the request and the endpoint. `next` carries the request out, so a fault that does not call it
 * prevents the request.
 */
type FaultAction = (next: () => Answer, parameters: Parameters, ends: Ends) => Outcome | Promise<Outcome>;

const HTML = '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>';
const html = { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: HTML, deliveries: [] };

/** Answers that replace the operator's own. */
const INSTEAD = {
  '400': () => refusal(400, 'the request is malformed'),
  '401': () => refusal(401, 'the access token is unknown', { 'WWW-Authenticate': 'Bearer' }),
  '403': () => refusal(403, 'the access token was revoked'),
  '404': () => refusal(404, 'the order does not exist'),
  '405': () => refusal(405, 'the method is not allowed', { Allow: 'GET' }),
  '407': () => refusal(407, 'the proxy asks for a password'),
  '409': () => refusal(409, 'the order is being processed'),
  '421': () => refusal(421, 'this server is not the one for this address'),
  '422': () => refusal(422, [{ field: 'dropoff.location.district', message: 'is not served' }]),
  '429': () => refusal(429, 'too many requests'),
  '429-retry-after': ({ retryAfter }) => refusal(429, 'too many requests', { 'Retry-After': String(retryAfter) }),
  '500': () => refusal(500, 'internal error'),
  '503': () => refusal(503, 'temporarily unavailable'),
  '503-retry-after': ({ retryAfter }) => refusal(503, 'temporarily unavailable', { 'Retry-After': String(retryAfter) }),
  'success-false': () => refusal(200, 'the order could not be processed'),
  html: () => html,
  redirect: ({ location }) => ({ status: 302, headers: { Location: location }, body: '', deliveries: [] }),
} satisfies Record<string, (parameters: Parameters) => Answer>;

const instead =
  (answer: (parameters: Parameters) => Answer): FaultAction =>
  (_next, parameters) =>
    answer(parameters);

const afterAccepting =
  (answer: (parameters: Parameters) => Answer): FaultAction =>
  (next, parameters) =>
    after(next, answer(parameters));

const FAULTS = {
  slow: async (next, { delayMs }, { closing, hurried }) => {
    const signal = AbortSignal.any([closing, hurried]);
    await delay(delayMs, undefined, { signal }).catch(() => closing.throwIfAborted());
    return next();
  },
  drip: (next, { delayMs, pieceBytes }) => ({ ...next(), drip: { delayMs, pieceBytes } }),

  // these answer in place of the operator: the request is not carried out
  '400': instead(INSTEAD['400']),
  '401': instead(INSTEAD['401']),
  '403': instead(INSTEAD['403']),
  '404': instead(INSTEAD['404']),
  '422': instead(INSTEAD['422']),
  '429': instead(INSTEAD['429']),
  '429-retry-after': instead(INSTEAD['429-retry-after']),
  '500': instead(INSTEAD['500']),
  '503': instead(INSTEAD['503']),
  '503-retry-after': instead(INSTEAD['503-retry-after']),
  'success-false': instead(INSTEAD['success-false']),
  html: instead(INSTEAD.html),
  redirect: instead(INSTEAD.redirect),
  'empty-without-accepting': () => ({ status: 200, headers: {}, body: '', deliveries: [] }),
  reset: () => CUT,
  hang: (_next, _parameters, { closing }) => aborted(closing),

  // the same, answered by a proxy, which has pages of its own and does not use the envelope
  'proxy-401': () => proxyAnswer('401'),
  'proxy-403': () => proxyAnswer('403'),
  'proxy-404': () => proxyAnswer('404'),
  'proxy-404-json': () => proxyAnswer('404-json'),
  'proxy-405': () => proxyAnswer('405'),
  'proxy-407': () => proxyAnswer('407'),
  'proxy-418': () => proxyAnswer('418'),
  'proxy-421': () => proxyAnswer('421'),
  'proxy-429': () => proxyAnswer('429'),
  'proxy-502': () => proxyAnswer('502'),
  'proxy-503': () => proxyAnswer('503'),
  'proxy-redirect': () => proxyAnswer('redirect'),
  'proxy-html': () => proxyAnswer('html'),

  // the request is carried out, and the answer does not show it
  '400-after-accepting': afterAccepting(INSTEAD['400']),
  '401-after-accepting': afterAccepting(INSTEAD['401']),
  '403-after-accepting': afterAccepting(INSTEAD['403']),
  '404-after-accepting': afterAccepting(INSTEAD['404']),
  '405-after-accepting': afterAccepting(INSTEAD['405']),
  '407-after-accepting': afterAccepting(INSTEAD['407']),
  '409-after-accepting': afterAccepting(INSTEAD['409']),
  '421-after-accepting': afterAccepting(INSTEAD['421']),
  '429-after-accepting': afterAccepting(INSTEAD['429']),
  '429-retry-after-after-accepting': afterAccepting(INSTEAD['429-retry-after']),
  '500-after-accepting': afterAccepting(INSTEAD['500']),
  '503-after-accepting': afterAccepting(INSTEAD['503']),
  '503-retry-after-after-accepting': afterAccepting(INSTEAD['503-retry-after']),
  'success-false-after-accepting': afterAccepting(INSTEAD['success-false']),
  'html-after-accepting': afterAccepting(INSTEAD.html),
  'redirect-after-accepting': afterAccepting(INSTEAD.redirect),
  'reset-after-accepting': (next) => after(next, CUT),
  'hang-after-accepting': (next, _parameters, { closing }) => after(next, aborted(closing)),
  'accepts-when-caller-gone': (next, _parameters, { callerGone }) => callerGone.then(() => after(next, CUT)),
  empty: (next) => ({ ...next(), body: '' }),

  // the request is carried out, and the answer is damaged
  'truncated-json': (next) => spoilBody(next(), (body) => body.slice(0, Math.ceil(body.length / 2))),
  array: (next) => spoilDeliveries(next(), (deliveries) => jsonAnswer(200, deliveries)),
  'wrong-content-type': (next) => {
    const answer = next();
    return { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } };
  },
  'other-encoding': (next, { encoding }) => encodeAnswer(next(), encoding),
  // blanks after the JSON: the answer is valid except for its size, which the headers do not give
  huge: (next, { bytes }) => spoilBody(next(), (body) => body + ' '.repeat(bytes)),
  'unknown-state': (next, { state }) => spoilRecords(next(), (record) => enterUnknownState(record, state)),
  'last-state-disagrees': (next) => spoilRecords(next(), misstateLast),
  'one-readable-date': (next) => spoilRecords(next(), hideDates),
} satisfies Record<string, FaultAction>;

export type FaultKind = keyof typeof FAULTS;

export const faultActions: Readonly<Record<FaultKind, FaultAction>> = FAULTS;

function after<T>(next: () => Answer, outcome: T): T {
  next();
  return outcome;
}

function aborted(signal: AbortSignal): Promise<typeof CUT> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(CUT);
    else signal.addEventListener('abort', () => resolve(CUT), { once: true });
  });
}

function spoilBody(answer: Answer, spoil: (body: string) => string): Answer {
  return { ...answer, body: spoil(answer.body.toString()) };
}
