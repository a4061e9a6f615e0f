import type { Clock } from '../clock.ts';
import type { Speech } from './misbehaviour/dialect.ts';
import type { ArmedFault, Fault, FaultKind } from './misbehaviour/faults.ts';
import type { ModeChange, OperatorModes } from './misbehaviour/modes.ts';
import type { HeldOrder, RecordChanges } from './orders/order-store.ts';
import type { State, Timeline } from './state-timeline.ts';

/** How the operator is started. Everything has a default. Modes can be given too: `{ repeats: 'taken' }`. */
export interface SandboxOperatorOptions extends ModeChange {
  /** 0, the default, uses a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly clock?: Clock;
  /** IANA name of the zone of the operator's wall-clock times. */
  readonly timeZone?: string;
  /** Each token has a separate account with the token's name. */
  readonly tokens?: readonly string[];
  /** Registered branch ids by account. An account that is not named has `DEFAULT_BRANCHES`. */
  readonly branches?: Readonly<Record<string, readonly number[]>>;
  /** The address of tracking pages, without a trailing slash. By default this server shows them. */
  readonly trackingBaseUrl?: string;
  /** Milliseconds in each state, instead of realistic times. */
  readonly timeline?: Partial<Timeline>;
  /** Calls per minute and account. Further calls are answered 429. Without it there is no limit. */
  readonly rateLimit?: number;
  readonly bodyLimitBytes?: number;
  /** How it departs from the interface on the wire; by default not at all. */
  readonly speech?: Speech;
  /** The seed for faults with a probability. */
  readonly seed?: number;
}

/** One request to the operator's surface, as received. */
export interface LoggedRequest {
  readonly at: Date;
  readonly method: string;
  /** The path with the query, not decoded. */
  readonly path: string;
  /** Null when the token is not valid. */
  readonly account: string | null;
  /** Null when the request is neither of the two calls. */
  readonly verb: 'create' | 'read' | null;
  readonly orderNumber: string | null;
  /** Empty when the body was longer than the limit. */
  readonly body: string;
  /** Null until there is an answer. After a cut connection it stays null forever. */
  readonly status: number | null;
  readonly fault: FaultKind | null;
}

/** The counts for one number of one account. A number that is delivered twice has 2 in `orders`. */
export interface OrderCount {
  /** Null when the token of the posts was not valid. */
  readonly account: string | null;
  readonly orderNumber: string;
  /** Creations that arrived, whatever the answer was, including those that a proxy answered. */
  readonly posts: number;
  /** Registered delivery orders. */
  readonly orders: number;
  /** Delivery orders that are accepted but not registered yet. */
  readonly pending: number;
}

interface TokenGrant {
  /** The account that the token joins. By default it gets a separate one with the token's name. */
  readonly account?: string;
  /** The branches of a new account; by default `DEFAULT_BRANCHES`. */
  readonly branches?: readonly number[];
}

/**
 * The running operator and its controls. The same controls are available over HTTP under `/_sandbox/`, see `README.md`.
 */
export interface SandboxOperator {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** All registered orders of all accounts, in the order of their arrival. */
  orders(): HeldOrder[];
  /** All orders that are accepted but not registered yet, so that no read finds them. */
  pendingOrders(): HeldOrder[];
  /** How often each number was posted, and the result; numbers in the order of their first post. */
  counts(): OrderCount[];
  /** The first order of this number. If no account is named, that of the first account that has the number. */
  order(orderNumber: string, account?: string): HeldOrder | null;
  /** All requests, in the order of their arrival. */
  requests(): LoggedRequest[];
  /**
   * Puts every order of this number in a state, whether the interface knows it or not. From then on it no longer
   * advances by itself.
   *
   * @param at by default now; in the past for an entry that arrives late, in the future for one that becomes visible
   * later
   * @throws UnknownOrder
   */
  setState(orderNumber: string, status: string, at?: Date, account?: string): void;
  /**
   * Makes every order of this number enter now every state up to this one. From then on it no longer advances by
   * itself.
   *
   * @throws UnknownOrder
   */
  advanceTo(orderNumber: string, state: State, account?: string): void;
  /**
   * Changes what reads return for every order of this number. Values that are not named stay as they are, and `updated`
   * becomes now.
   *
   * @throws UnknownOrder
   */
  changeRecord(orderNumber: string, changes: RecordChanges, account?: string): void;
  modes(): OperatorModes;
  /**
   * Sets the named modes, from the next call on.
   *
   * @throws z.ZodError when there is no such mode
   */
  setModes(change: ModeChange): void;
  /** Adds a token, or makes a revoked one valid again. */
  addToken(token: string, grant?: TokenGrant): void;
  /** From then on, calls with the token are answered 403. */
  revokeToken(token: string): void;
  /** @throws z.ZodError when there is no such fault */
  injectFault(fault: Fault): void;
  /** The faults that still wait for a call. */
  faults(): readonly ArmedFault[];
  clearFaults(): void;
  /** Carries out at once what `slow` faults hold back of an order. */
  carryOut(orderNumber: string): void;
  /** Forgets orders, requests and faults, and resets the tokens and the modes to those of the start. */
  reset(): void;
  /** Stops the operator and ends everything that is in progress, including hanging calls. */
  close(): Promise<void>;
}

export class UnknownOrder extends Error {
  override readonly name = 'UnknownOrder';

  constructor(orderNumber: string) {
    super(`there is no order ${orderNumber}`);
  }
}
