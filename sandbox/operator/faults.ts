import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, envelope, jsonAnswer, refusal } from './answer.ts';
import type { OrderRecord } from './order-record.ts';
import { STATES } from './state-timeline.ts';

/** The connection is cut: no answer, or not the whole of it. */
export const CUT = Symbol('cut');
export type Outcome = Answer | typeof CUT;

/** What a kind of fault can be told beyond when it strikes. Each is read by the kinds named. */
const parameters = {
  /** slow: milliseconds of real time. */
  delayMs: z.int().nonnegative().default(1_000),
  /** 429-retry-after, 503-retry-after: seconds, or an HTTP date. */
  retryAfter: z.union([z.int().nonnegative(), z.string()]).default(2),
  /** unknown-state. */
  state: z.string().default('en revisión de bodega'),
  /** redirect: an absolute URL, or a path of this server, where a client that follows shows up in the log. */
  location: z.string().default('/elsewhere'),
  /** huge. */
  bytes: z
    .int()
    .positive()
    .default(32 * 1_048_576),
};

type Parameters = z.infer<z.ZodObject<typeof parameters>>;

/**
 * Stands between the request and the endpoint. `next` carries the request out; a fault that does not call it prevents it.
 * `closing` is aborted when the server closes.
 */
type FaultAction = (next: () => Answer, parameters: Parameters, closing: AbortSignal) => Outcome | Promise<Outcome>;

const HTML = '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>';
const html = { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: HTML, deliveries: [] };

const FAULTS = {
  slow: async (next, { delayMs }, closing) => {
    await delay(delayMs, undefined, { signal: closing });
    return next();
  },

  // instead of the answer: the request is not carried out
  '400': () => refusal(400, 'the request is malformed'),
  '401': () => refusal(401, 'the access token is unknown', { 'WWW-Authenticate': 'Bearer' }),
  '403': () => refusal(403, 'the access token was revoked'),
  '422': () => refusal(422, [{ field: 'dropoff.location.district', message: 'is not served' }]),
  '404': () => refusal(404, 'the order does not exist'),
  '429': () => refusal(429, 'too many requests'),
  '429-retry-after': (_next, { retryAfter }) =>
    refusal(429, 'too many requests', { 'Retry-After': String(retryAfter) }),
  '500': () => refusal(500, 'internal error'),
  '503': () => refusal(503, 'temporarily unavailable'),
  '503-retry-after': (_next, { retryAfter }) =>
    refusal(503, 'temporarily unavailable', { 'Retry-After': String(retryAfter) }),
  'success-false': () => refusal(200, 'the order could not be processed'),
  html: () => html,
  redirect: (_next, { location }) => ({ status: 302, headers: { Location: location }, body: '', deliveries: [] }),
  reset: () => CUT,
  hang: (_next, _parameters, closing) => aborted(closing),

  // the request is carried out, and the answer does not tell
  '500-after-accepting': (next) => after(next, refusal(500, 'internal error')),
  'html-after-accepting': (next) => after(next, html),
  'reset-after-accepting': (next) => after(next, CUT),
  'hang-after-accepting': (next, _parameters, closing) => after(next, aborted(closing)),
  empty: (next) => ({ ...next(), body: '' }),

  // the request is carried out, and the answer is spoilt
  'truncated-json': (next) => spoilBody(next(), (body) => body.slice(0, Math.ceil(body.length / 2))),
  array: (next) => spoilDeliveries(next(), (deliveries) => jsonAnswer(200, deliveries)),
  'wrong-content-type': (next) => {
    const answer = next();
    return { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } };
  },
  // blanks after the JSON: right in all but its size, which the headers do not tell
  huge: (next, { bytes }) => spoilBody(next(), (body) => body + ' '.repeat(bytes)),
  'unknown-state': (next, { state }) => spoilRecords(next(), (record) => enterUnknownState(record, state)),
  'last-state-disagrees': (next) => spoilRecords(next(), misstateLast),
} satisfies Record<string, FaultAction>;

export type FaultKind = keyof typeof FAULTS;

const actions: Record<FaultKind, FaultAction> = FAULTS;

export const faultSchema = z.strictObject({
  kind: z.custom<FaultKind>((kind) => typeof kind === 'string' && Object.hasOwn(FAULTS, kind), {
    error: `must be one of ${Object.keys(FAULTS).join(', ')}`,
  }),
  verb: z.enum(['create', 'read', 'any']).default('any'),
  /** How many calls it strikes; without it, until faults are cleared. */
  times: z.int().positive().optional(),
  /** Of striking a call that it is about. */
  probability: z.number().min(0).max(1).default(1),
  orderNumber: z.string().optional(),
  ...parameters,
});

export type Fault = z.input<typeof faultSchema>;
export type ArmedFault = z.output<typeof faultSchema>;

/** The faults that wait for a call, in the order of injection: the first that is about a call strikes it, alone. */
export class FaultPlan {
  readonly #seed: number;
  #armed: ArmedFault[] = [];
  #random: () => number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /** @throws z.ZodError */
  inject(fault: Fault): void {
    this.#armed.push(faultSchema.parse(fault));
  }

  armed(): readonly ArmedFault[] {
    return [...this.#armed];
  }

  /** The fault that strikes a call, which uses up one of its times. */
  strike(verb: 'create' | 'read', orderNumber: string | null): ArmedFault | null {
    const fault = this.#armed.find(
      (armed) =>
        (armed.verb === 'any' || armed.verb === verb) &&
        (armed.orderNumber === undefined || armed.orderNumber === orderNumber) &&
        (armed.probability === 1 || this.#random() < armed.probability),
    );
    if (!fault) return null;
    if (fault.times !== undefined) {
      const left = { ...fault, times: fault.times - 1 };
      this.#armed = this.#armed.flatMap((armed) => (armed !== fault ? [armed] : left.times > 0 ? [left] : []));
    }
    return fault;
  }

  clear(): void {
    this.#armed = [];
    this.#random = seededRandom(this.#seed);
  }
}

/** Lets the fault have its way with a call. Rejects when the server closes meanwhile. */
export async function applyFault(fault: ArmedFault, next: () => Answer, closing: AbortSignal): Promise<Outcome> {
  return actions[fault.kind](next, fault, closing);
}

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
  return { ...answer, body: spoil(answer.body) };
}

/** Says the records of an answer differently; an answer without records stays as it is. */
function spoilDeliveries(answer: Answer, spoil: (deliveries: readonly OrderRecord[]) => Answer): Answer {
  return answer.deliveries.length > 0 ? { ...spoil(answer.deliveries), status: answer.status } : answer;
}

function spoilRecords(answer: Answer, spoil: (record: OrderRecord) => OrderRecord): Answer {
  return spoilDeliveries(answer, (deliveries) => envelope(answer.status, deliveries.map(spoil)));
}

function enterUnknownState(record: OrderRecord, status: string): OrderRecord {
  const date = record.state[0]?.date;
  return { ...record, last_state: status, state: date ? [{ date, status }, ...record.state] : [] };
}

/** As in the example of the interface, whose `last_state` is an earlier entry of its history. */
function misstateLast(record: OrderRecord): OrderRecord {
  const example = 'asignación aceptada';
  return { ...record, last_state: record.last_state === example ? STATES[0] : example };
}

/** mulberry32: the same seed gives the same run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
