import type { Clock } from '../clock.ts';
import type { DeliveryOrder } from './order-validation.ts';
import { scheduledEntries, STATES, type State, type StateEntry, type Timeline } from './state-timeline.ts';

/** An order that the operator holds, as it stands at one moment. */
export interface HeldOrder {
  /** Unique over all accounts: order numbers are unique within one only. */
  readonly id: number;
  readonly account: string;
  readonly orderNumber: string;
  readonly receivedAt: Date;
  /** The request body exactly as it came. */
  readonly rawBody: string;
  readonly order: DeliveryOrder;
  readonly state: string;
  /** Newest first. */
  readonly history: readonly StateEntry[];
}

interface Entry extends Omit<HeldOrder, 'state' | 'history'> {
  /** What was entered by hand, and since when the timeline no longer counts. */
  steered: { readonly since: Date; readonly entries: StateEntry[] } | null;
}

/** The orders of all accounts. Time is read when somebody asks; nothing runs in between. */
export class OrderStore {
  readonly #clock: Clock;
  readonly #timeline: Timeline;
  #entries: Entry[] = [];
  #byNumber = new Map<string, Map<string, Entry>>();

  constructor(clock: Clock, timeline: Timeline) {
    this.#clock = clock;
    this.#timeline = timeline;
  }

  /** Registers an order; null when the account already has one of that number. */
  register(account: string, order: DeliveryOrder, rawBody: string): HeldOrder | null {
    const ofAccount = this.#byNumber.get(account) ?? new Map<string, Entry>();
    this.#byNumber.set(account, ofAccount);
    const orderNumber = order.order_number;
    if (ofAccount.has(orderNumber)) return null;
    const id = this.#entries.length + 1;
    const entry = { id, account, orderNumber, receivedAt: this.#clock.now(), rawBody, order, steered: null };
    this.#entries.push(entry);
    ofAccount.set(orderNumber, entry);
    return this.#asOfNow(entry);
  }

  all(): HeldOrder[] {
    return this.#entries.map((entry) => this.#asOfNow(entry));
  }

  get(id: number): HeldOrder | null {
    const entry = this.#entries[id - 1];
    return entry ? this.#asOfNow(entry) : null;
  }

  /** By number; the first of any account, when none is named. */
  find(orderNumber: string, account?: string): HeldOrder | null {
    const entry =
      account === undefined
        ? this.#entries.find((candidate) => candidate.orderNumber === orderNumber)
        : this.#byNumber.get(account)?.get(orderNumber);
    return entry ? this.#asOfNow(entry) : null;
  }

  /** Enters a state, known or not. From then on the order stays where it is put. A future entry shows in its time. */
  enterState(id: number, status: string, at: Date = this.#clock.now()): void {
    this.#steer(id).push({ status, at });
  }

  /** Enters now every state up to this one that the order has not been in. From then on it stays where it is put. */
  advanceTo(id: number, state: State): void {
    const entries = this.#steer(id);
    const reached = STATES.slice(0, STATES.indexOf(state) + 1);
    const been = new Set(this.#historyOf(this.#entry(id)).map(({ status }) => status));
    entries.push(...reached.filter((status) => !been.has(status)).map((status) => ({ status, at: this.#clock.now() })));
  }

  clear(): void {
    this.#entries = [];
    this.#byNumber.clear();
  }

  #entry(id: number): Entry {
    const entry = this.#entries[id - 1];
    if (!entry) throw new Error(`there is no order with id ${id}`);
    return entry;
  }

  #steer(id: number): StateEntry[] {
    const entry = this.#entry(id);
    entry.steered ??= { since: this.#clock.now(), entries: [] };
    return entry.steered.entries;
  }

  #asOfNow({ steered, ...held }: Entry): HeldOrder {
    const history = this.#historyOf({ steered, ...held });
    return { ...held, history, state: history[0]?.status ?? STATES[0] };
  }

  #historyOf({ receivedAt, steered }: Entry): StateEntry[] {
    const now = this.#clock.now();
    const since = steered?.since ?? now;
    const scheduled = scheduledEntries(receivedAt, this.#timeline).filter(({ at }) => at <= since);
    const byHand = (steered?.entries ?? []).filter(({ at }) => at <= now);
    // reversed before the stable sort, so that of two entries of one moment the later entered comes first
    return [...scheduled, ...byHand].reverse().sort((one, other) => other.at.getTime() - one.at.getTime());
  }
}
