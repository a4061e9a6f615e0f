import type { Clock } from '../../clock.ts';
import type { DeliveryOrder } from './order-validation.ts';
import { scheduledEntries, STATES, type State, type StateEntry, type Timeline } from '../state-timeline.ts';

/** An order that the operator has, as it is at one moment. */
export interface HeldOrder {
  /** Unique over all accounts. Order numbers are unique only within one account. */
  readonly id: number;
  readonly account: string;
  readonly orderNumber: string;
  readonly receivedAt: Date;
  /** From this time the order can be read, and its states advance. */
  readonly registeredAt: Date;
  /** The request body exactly as received. */
  readonly rawBody: string;
  readonly order: DeliveryOrder;
  readonly changes: RecordChanges;
  /** Null until somebody changes the record. */
  readonly changedAt: Date | null;
  readonly state: string;
  /** Newest first. */
  readonly history: readonly StateEntry[];
}

/** Changes that somebody made to the record of an order. They replace the values computed from the order. */
export interface RecordChanges {
  readonly notes?: string;
  readonly deliveryDate?: Date;
  readonly updated?: Date;
  readonly trackingURL?: string;
}

interface Entry extends Omit<HeldOrder, 'changes' | 'changedAt' | 'state' | 'history'> {
  changes: RecordChanges;
  changedAt: Date | null;
  /** The states that were entered by hand, and since when the timeline no longer applies. */
  steered: { readonly since: Date; readonly entries: StateEntry[] } | null;
  /** Entries from before the registration. */
  readonly trail: StateEntry[];
}

/** How a creation is accepted. */
export interface Intake {
  readonly repeats: 'refused' | 'taken' | 'answered';
  readonly registersAfterSeconds: number;
}

/** The orders of all accounts. States are computed from the time when somebody asks; no timer runs in between. */
export class OrderStore {
  readonly #clock: Clock;
  readonly #timeline: Timeline;
  #entries: Entry[] = [];
  #byNumber = new Map<string, Map<string, Entry[]>>();

  constructor(clock: Clock, timeline: Timeline) {
    this.#clock = clock;
    this.#timeline = timeline;
  }

  /** Accepts an order, or finds that the account already has one of that number, which may not be registered yet. */
  take(
    account: string,
    order: DeliveryOrder,
    rawBody: string,
    { repeats, registersAfterSeconds }: Intake,
  ): { readonly outcome: 'taken' | 'repeated' | 'refused'; readonly held: HeldOrder } {
    const orderNumber = order.order_number;
    const ofNumber = this.#ofNumber(account, orderNumber);
    const first = ofNumber[0];
    if (first && repeats === 'refused') return { outcome: 'refused', held: this.#asOfNow(first) };
    if (first && repeats === 'answered') return { outcome: 'repeated', held: this.#asOfNow(first) };
    const receivedAt = this.#clock.now();
    const registeredAt = new Date(receivedAt.getTime() + registersAfterSeconds * 1_000);
    const id = this.#entries.length + 1;
    const entry: Entry = {
      id,
      account,
      orderNumber,
      receivedAt,
      registeredAt,
      rawBody,
      order,
      changes: {},
      changedAt: null,
      steered: null,
      trail: [],
    };
    this.#entries.push(entry);
    ofNumber.push(entry);
    return { outcome: 'taken', held: this.#asOfNow(entry) };
  }

  /** The registered orders, in the order of their arrival. */
  all(): HeldOrder[] {
    return this.#entries.filter((entry) => this.#isRegistered(entry)).map((entry) => this.#asOfNow(entry));
  }

  /** The orders that are accepted but not registered yet. */
  pending(): HeldOrder[] {
    return this.#entries.filter((entry) => !this.#isRegistered(entry)).map((entry) => this.#asOfNow(entry));
  }

  get(id: number): HeldOrder | null {
    const entry = this.#entries[id - 1];
    return entry && this.#isRegistered(entry) ? this.#asOfNow(entry) : null;
  }

  /**
   * All orders of a number, in the order of their arrival. If no account is named, those of the first account that has
   * the number.
   */
  find(orderNumber: string, account?: string): HeldOrder[] {
    const of =
      account ?? this.#entries.find((entry) => entry.orderNumber === orderNumber && this.#isRegistered(entry))?.account;
    const entries = of === undefined ? [] : (this.#byNumber.get(of)?.get(orderNumber) ?? []);
    return entries.filter((entry) => this.#isRegistered(entry)).map((entry) => this.#asOfNow(entry));
  }

  /** Changes the record of an order. Values that are not named stay as they are, except that `updated` becomes now. */
  changeRecord(id: number, changes: RecordChanges): void {
    const entry = this.#entry(id);
    entry.changes = { ...entry.changes, ...changes };
    entry.changedAt = this.#clock.now();
  }

  /** Adds entries to the old end of the history, one second apart, each with a different name. */
  lengthenHistory(id: number, count: number): void {
    const { trail, registeredAt } = this.#entry(id);
    for (let added = 0; added < count; added += 1) {
      const step = trail.length + 1;
      trail.push({ status: `punto de ruta ${step}`, at: new Date(registeredAt.getTime() - step * 1_000) });
    }
  }

  /**
   * Enters a state, known or not. From then on the order no longer advances by itself. An entry in the future becomes
   * visible at its time.
   */
  enterState(id: number, status: string, at: Date = this.#clock.now()): void {
    this.#steer(id).push({ status, at });
  }

  /**
   * Enters now every state up to this one that the order has not been in. From then on it no longer advances by itself.
   */
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

  #ofNumber(account: string, orderNumber: string): Entry[] {
    const ofAccount = this.#byNumber.get(account) ?? new Map<string, Entry[]>();
    this.#byNumber.set(account, ofAccount);
    const ofNumber = ofAccount.get(orderNumber) ?? [];
    ofAccount.set(orderNumber, ofNumber);
    return ofNumber;
  }

  #isRegistered({ registeredAt }: Entry): boolean {
    return registeredAt <= this.#clock.now();
  }

  #asOfNow({ steered, trail, ...held }: Entry): HeldOrder {
    const history = this.#historyOf({ steered, trail, ...held });
    return { ...held, history, state: history[0]?.status ?? STATES[0] };
  }

  #historyOf({ registeredAt, steered, trail }: Entry): StateEntry[] {
    const now = this.#clock.now();
    const since = steered?.since ?? now;
    const scheduled = scheduledEntries(registeredAt, this.#timeline).filter(({ at }) => at <= since);
    const byHand = (steered?.entries ?? []).filter(({ at }) => at <= now);
    // reversed before the stable sort, so that of two entries with the same time the later one comes first
    return [...scheduled, ...byHand, ...trail].reverse().sort((one, other) => other.at.getTime() - one.at.getTime());
  }
}
