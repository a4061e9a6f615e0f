import type { Clock } from '../clock.ts';
import type { ArmedFault, Fault, FaultKind } from './faults.ts';
import type { ModeChange, OperatorModes } from './modes.ts';
import type { HeldOrder, RecordChanges } from './orders/order-store.ts';
import type { State, Timeline } from './state-timeline.ts';

/** How the operator is started; everything has a default. Modes stand beside the rest: `{ repeats: 'taken' }`. */
export interface SandboxOperatorOptions extends ModeChange {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  readonly clock?: Clock;
  /** IANA name of the zone of its wall-clock times. */
  readonly timeZone?: string;
  /** Each is an account of its own, named like the token. */
  readonly tokens?: readonly string[];
  /** Registered branch ids by account; an account that is not named has `DEFAULT_BRANCHES`. */
  readonly branches?: Readonly<Record<string, readonly number[]>>;
  /** Where tracking pages are, without a trailing slash; by default this server shows them. */
  readonly trackingBaseUrl?: string;
  /** Milliseconds in each state, in place of the realistic ones. */
  readonly timeline?: Partial<Timeline>;
  /** Calls per minute and account; more are answered 429. Without it there is no limit. */
  readonly rateLimit?: number;
  readonly bodyLimitBytes?: number;
  /** Of the faults that strike with a probability. */
  readonly seed?: number;
}

/** One request to the operator's surface, as received. */
export interface LoggedRequest {
  readonly at: Date;
  readonly method: string;
  /** Not decoded, with the query. */
  readonly path: string;
  /** Null when the token is not good. */
  readonly account: string | null;
  /** Null when the request is neither of the two calls. */
  readonly verb: 'create' | 'read' | null;
  readonly orderNumber: string | null;
  /** Empty when it was longer than the limit. */
  readonly body: string;
  /** Null as long as there is no answer, which is for ever after a cut connection. */
  readonly status: number | null;
  readonly fault: FaultKind | null;
}

/** Of one number of one account: a number that is delivered twice has two `orders`. */
export interface OrderCount {
  /** Null when the token of the posts was not good. */
  readonly account: string | null;
  readonly orderNumber: string;
  /** Creations that arrived, whatever was answered; those that a proxy answered are among them. */
  readonly posts: number;
  /** Delivery orders that are registered. */
  readonly orders: number;
  /** Delivery orders that are taken and not registered yet. */
  readonly pending: number;
}

interface TokenGrant {
  /** The account that the token joins; by default one of its own, named like the token. */
  readonly account?: string;
  /** For an account that is new; by default `DEFAULT_BRANCHES`. */
  readonly branches?: readonly number[];
}

/** The running operator and its controls; the same controls answer under `/_sandbox/`, see `README.md`. */
export interface SandboxOperator {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** All registered orders of all accounts, in the order of their arrival. */
  orders(): HeldOrder[];
  /** All orders that are taken and not registered yet: no read finds them. */
  pendingOrders(): HeldOrder[];
  /** Of each number how often it was posted, and what came of it; numbers in the order of their first post. */
  counts(): OrderCount[];
  /** The first order of this number; of the first account that has it, when no account is named. */
  order(orderNumber: string, account?: string): HeldOrder | null;
  /** In the order of their arrival. */
  requests(): LoggedRequest[];
  /**
   * Puts every order of this number in a state, known to the interface or not; from then on it no longer moves by itself.
   *
   * @param at by default now; in the past for an entry that comes late, in the future for one that shows in its time
   * @throws UnknownOrder
   */
  setState(orderNumber: string, status: string, at?: Date, account?: string): void;
  /**
   * Lets every order of this number enter now every state up to this one; from then on it no longer moves by itself.
   *
   * @throws UnknownOrder
   */
  advanceTo(orderNumber: string, state: State, account?: string): void;
  /**
   * Changes what reads say of every order of this number. What is not named stays as it is, and `updated` becomes now.
   *
   * @throws UnknownOrder
   */
  changeRecord(orderNumber: string, changes: RecordChanges, account?: string): void;
  modes(): OperatorModes;
  /**
   * The modes that are named count from the next call on.
   *
   * @throws z.ZodError when there is no such mode
   */
  setModes(change: ModeChange): void;
  /** Adds a token, or makes a revoked one good again. */
  addToken(token: string, grant?: TokenGrant): void;
  /** From then on the token is answered 403. */
  revokeToken(token: string): void;
  /** @throws z.ZodError when there is no such fault */
  injectFault(fault: Fault): void;
  /** Those that are still to strike. */
  faults(): readonly ArmedFault[];
  clearFaults(): void;
  /** Forgets orders, requests and faults; the tokens and the modes are again those of the start. */
  reset(): void;
  /** Ends everything that is under way, hanging calls included. */
  close(): Promise<void>;
}

export class UnknownOrder extends Error {
  override readonly name = 'UnknownOrder';

  constructor(orderNumber: string) {
    super(`there is no order ${orderNumber}`);
  }
}
