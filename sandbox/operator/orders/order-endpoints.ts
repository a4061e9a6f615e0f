import { inOwnWords, understand, type Speech } from '../misbehaviour/dialect.ts';
import { page } from '../misbehaviour/proxy-answers.ts';
import type { Accounts } from '../accounts.ts';
import { type Answer, envelope, jsonAnswer, refusal } from '../answer.ts';
import { type OrderRecord, type RecordSettings, writeRecord } from './order-record.ts';
import type { Modes, OperatorModes } from '../misbehaviour/modes.ts';
import type { HeldOrder, OrderStore } from './order-store.ts';
import { validateOrder } from './order-validation.ts';
import type { RateLimit } from '../rate-limit.ts';

export interface EndpointSettings extends RecordSettings {
  readonly bodyLimitBytes: number;
  readonly speech: Speech;
}

/** Which of the two calls a request is. The order number is null when the body of a creation names none. */
export type Verb =
  | { readonly name: 'create'; readonly orderNumber: string | null }
  | { readonly name: 'read'; readonly orderNumber: string };

export interface OrderRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Exactly as received; null when it was longer than the limit. */
  readonly body: Buffer | null;
}

/** The two endpoints of §4. */
export class OrderEndpoints {
  readonly #settings: EndpointSettings;
  readonly #accounts: Accounts;
  readonly #orders: OrderStore;
  readonly #rateLimit: RateLimit;
  readonly #modes: Modes;

  constructor(settings: EndpointSettings, modes: Modes, accounts: Accounts, orders: OrderStore, rateLimit: RateLimit) {
    this.#settings = settings;
    this.#modes = modes;
    this.#accounts = accounts;
    this.#orders = orders;
    this.#rateLimit = rateLimit;
  }

  answer(verb: Verb, { authorization, contentType, body }: OrderRequest): Answer {
    const caller = this.#accounts.authenticate(authorization);
    if ('status' in caller) {
      return refusal(caller.status, caller.message, caller.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {});
    }
    if (!this.#rateLimit.admit(caller.account)) {
      const { retryAfterSeconds: seconds } = this.#settings.speech;
      return refusal(429, 'too many requests', seconds === null ? {} : { 'Retry-After': String(seconds) });
    }
    if (!isJsonType(contentType)) return refusal(415, 'the header Content-Type: application/json is required');
    if (body === null) return refusal(413, `the body is longer than ${this.#settings.bodyLimitBytes} bytes`);
    if (verb.name === 'create') return this.#create(caller.account, body);
    if (body.length > 0) return refusal(400, 'a read takes no body');
    return this.#read(caller.account, verb.orderNumber);
  }

  #create(account: string, body: Buffer): Answer {
    const json = parseJson(body);
    if (!json) return refusal(400, 'the body is not JSON in UTF-8');
    const { speech } = this.#settings;
    const understood = understand(json.value, speech);
    if ('errors' in understood) return refusal(422, understood.errors);
    const validation = validateOrder(understood.value, this.#accounts.branchesOf(account));
    if (!validation.ok) return refusal(422, validation.errors);
    const number = validation.order.order_number;
    const { createAnswer } = this.#modes.current;
    const { outcome, held } = this.#orders.take(account, validation.order, body.toString(), this.#modes.current);
    switch (outcome) {
      case 'refused':
        if (speech.repeatedOrder) return jsonAnswer(speech.repeatedOrder.status, speech.repeatedOrder.body);
        return refusal(409, [{ field: 'order_number', message: `order_number ${number} already exists` }]);
      case 'repeated':
        return { ...createdAnswer(createAnswer, this.#write(held)), status: 200 };
      case 'taken':
        return createdAnswer(createAnswer, this.#write(held));
    }
  }

  #write(held: HeldOrder): OrderRecord {
    return inOwnWords(writeRecord(held, this.#settings), this.#settings.speech);
  }

  #read(account: string, orderNumber: string): Answer {
    const { deliveriesPerNumber, unknownOrderAnswer, historyEntriesPerRead } = this.#modes.current;
    for (const { id } of this.#orders.find(orderNumber, account))
      this.#orders.lengthenHistory(id, historyEntriesPerRead);
    const records = this.#orders.find(orderNumber, account).map((held) => this.#write(held));
    const [record] = records;
    if (record) return envelope(200, deliveriesPerNumber === 'several' ? amongOthers(record) : records);
    const { unknownOrder } = this.#settings.speech;
    if (unknownOrder) return jsonAnswer(unknownOrder.status, unknownOrder.body);
    if (unknownOrderAnswer === 'no-deliveries') return envelope(200, []);
    if (unknownOrderAnswer === '404-page') return page(404, 'Order not found');
    return refusal(unknownOrderAnswer === '404' ? 404 : 200, `order ${orderNumber} does not exist`);
  }
}

function createdAnswer(shape: OperatorModes['createAnswer'], record: OrderRecord): Answer {
  switch (shape) {
    case 'envelope':
      return envelope(201, [record]);
    case 'array':
      return { ...jsonAnswer(201, [record]), deliveries: [record] };
    case 'object':
      return { ...jsonAnswer(201, record), deliveries: [record] };
    case 'empty':
      return { status: 201, headers: {}, body: '', deliveries: [] };
    case 'text':
      return { status: 201, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'created', deliveries: [] };
  }
}

const DAY = 86_400_000;

function amongOthers(record: OrderRecord): OrderRecord[] {
  const dayBefore = new Date(Date.parse(record.created) - DAY).toISOString();
  const ended = { last_state: 'entregado', state: [] };
  const earlier = { ...record, ...ended, created: dayBefore, updated: dayBefore, trackingURL: undefined };
  return [earlier, record, { ...record, ...ended, orderNumber: `${record.orderNumber}-2`, trackingURL: undefined }];
}

/** The order number in the body of a creation, before anything is checked. */
export function orderNumberIn(body: Buffer): string | null {
  const value = parseJson(body)?.value;
  if (typeof value !== 'object' || value === null || !('order_number' in value)) return null;
  return typeof value.order_number === 'string' ? value.order_number : null;
}

function isJsonType(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType?.trim() ?? '');
}

function parseJson(body: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return null;
  }
}
