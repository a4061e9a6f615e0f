import { headerOf } from '../outgoing/outgoing.ts';
import { STANDARD_PACE } from '../pace.ts';
import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import { knowledgeAfter } from '../domain/hand-over/knowledge.ts';
import { createOrder, findOrder, type FoundOrder } from '../operator/client.ts';
import { decodeText, requestOperator } from '../operator/http.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { parseProfile, type OperatorProfile } from '../operator/profile/operator-profile.ts';
import { addressOfOrders } from '../operator/wire.ts';
import type { Exchange } from './report.ts';

/** The content of a profile that the check changes as it learns. */
export type ProfileContent = Record<string, unknown>;

/** The surroundings of a check: its clock, its pauses, and where its progress goes. */
export interface CheckTools {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly tell: (line: string) => void;
}

/** A call as it came back, with how Handoff reads it. */
export interface Said<Answer> {
  readonly answer: Answer | OperatorError;
  readonly exchange: Exchange | undefined;
  readonly status: number | null;
  readonly content: unknown;
  readonly contentType: string | null;
  readonly retryAfter: string | null;
  readonly location: string | null;
  /** Whether the bytes are UTF-8, as JSON has to be. */
  readonly isUtf8: boolean;
  readonly ms: number;
}

const MINUTE = 60_000;
const SHOWN = 600;
const TRIES = 4;

/** All calls of a check: the client of the app, with the answer kept as evidence, and the pace that the operator bears. */
export class Talk {
  readonly url: string;
  readonly #token: string;
  readonly #tools: CheckTools;
  /** The starts of calls with the good token that were admitted, in the last minute. */
  #admitted: number[] = [];
  #isThrottled = false;
  /** Calls in a minute; null while the operator has refused none. */
  perMinute: number | null = null;
  sawRetryAfter: string | null = null;
  content: ProfileContent;

  constructor(given: { url: string; token: string; content: ProfileContent; tools: CheckTools }) {
    this.url = given.url;
    this.#token = given.token;
    this.#tools = given.tools;
    this.content = given.content;
  }

  get profile(): OperatorProfile {
    return parseProfile(this.content, 'allow');
  }

  /** Reads an order. A pause that the operator asks for is kept, and the call repeated. */
  async read(orderNumber: string, options: { token?: string; atOnce?: boolean } = {}): Promise<Said<FoundOrder>> {
    const { token = this.#token, atOnce = false } = options;
    for (let tries = 1; ; tries += 1) {
      const said = await this.#call(token, atOnce, (access) => findOrder(access, orderNumber));
      if (atOnce || said.status !== 429 || tries === TRIES) return said;
      await this.#tools.wait(pauseOf(said.retryAfter));
    }
  }

  /** Sends an order as the app does. It is never repeated. */
  send(order: DeliveryOrder) {
    return this.#call(this.#token, false, (access) => createOrder(access, order));
  }

  /** Sends a body that the app would never send. */
  sendAnything(body: unknown) {
    return this.#call(this.#token, false, ({ baseUrl, ...way }) =>
      requestOperator({ ...way, method: 'POST', url: addressOfOrders(baseUrl, this.profile), body, sent: [] }),
    );
  }

  async #call<Answer>(
    token: string,
    atOnce: boolean,
    call: (
      access: Parameters<typeof findOrder>[0] & { witness: NonNullable<Parameters<typeof findOrder>[0]['witness']> },
    ) => Promise<Answer>,
  ): Promise<Said<Answer>> {
    if (!atOnce) await this.#keepPace();
    const startedAt = this.#tools.now();
    let seen: Omit<Said<Answer>, 'answer' | 'ms'> = {
      exchange: undefined,
      status: null,
      content: null,
      contentType: null,
      retryAfter: null,
      location: null,
      isUtf8: true,
    };
    const answer = await call({
      baseUrl: this.url,
      token,
      pace: { ...STANDARD_PACE.operator, timeoutMs: STANDARD_PACE.operator.checkMs },
      profile: this.profile,
      privateAddresses: 'allow', // whoever runs the check has written the address
      witness: ({ method, url, body }, got) => {
        const contentType = headerOf(got, 'content-type');
        const text = decodeText(got.body, contentType);
        seen = {
          exchange: {
            request: this.#shown(`${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`),
            answer: this.#shown(`${got.status} ${text}`),
          },
          status: got.status,
          content: parsed(text),
          contentType,
          retryAfter: headerOf(got, 'retry-after'),
          location: headerOf(got, 'location'),
          isUtf8: isUtf8(got.body),
        };
      },
    }).catch((error: unknown) => {
      if (error instanceof OperatorError) return error;
      throw error;
    });
    if (token === this.#token) this.#count(startedAt, seen.status, seen.retryAfter);
    if (!atOnce) this.learnPace();
    return { ...seen, answer, ms: this.#tools.now() - startedAt };
  }

  async #keepPace(): Promise<void> {
    if (this.perMinute === null) return;
    const now = this.#tools.now();
    const recent = this.#admitted.filter((at) => at > now - MINUTE);
    const oldest = recent.at(-this.perMinute);
    if (recent.length >= this.perMinute && oldest !== undefined) await this.#tools.wait(oldest + MINUTE * 1.02 - now);
  }

  #count(at: number, status: number | null, retryAfter: string | null): void {
    if (status === 429) {
      this.#isThrottled = true;
      this.sawRetryAfter ??= retryAfter;
    } else this.#admitted.push(at);
  }

  /** After a refusal for too many calls: as many as were admitted in the minute before it. */
  learnPace(): void {
    const since = this.#tools.now() - MINUTE;
    this.#admitted = this.#admitted.filter((at) => at > since);
    if (!this.#isThrottled) return;
    this.#isThrottled = false;
    this.perMinute = Math.min(this.perMinute ?? Infinity, Math.max(1, this.#admitted.length));
  }

  #shown(text: string): string {
    const hidden = text
      .replaceAll(this.#token, '…')
      .replaceAll(encodeURIComponent(this.#token), '…')
      .replace(/\s+/g, ' ');
    return hidden.length > SHOWN ? `${hidden.slice(0, SHOWN)}…` : hidden;
  }
}

function pauseOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? NaN);
  return Number.isNaN(seconds) ? MINUTE * 1.02 : Math.min(seconds * 1_000 + 500, 5 * MINUTE);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What the operator can have after an order was sent. */
export function outcomeOf(answer: unknown): 'accepted' | 'refused' | 'unclear' {
  if (!(answer instanceof OperatorError)) return 'accepted';
  return knowledgeAfter(answer.end) === 'cannot-have' ? 'refused' : 'unclear';
}
