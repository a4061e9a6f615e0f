import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pace } from '../pace.ts';
import { freshPace, paceAfter, type CallPace, type CallResult } from './call-pace.ts';

/** What calls are made for. Reads get half of the room, so that they never hold up hand-overs. */
export type CallPurpose = 'hand-over' | 'read';

/** Nothing goes out to them before `until`. */
export class CallsPausedError extends Error {
  override name = 'CallsPausedError';
  readonly until: Date;

  constructor(until: Date) {
    super('nothing goes out for now');
    this.until = until;
  }
}

/**
 * Keeps calls to many others, each by itself, to what each of them bears, in this process: who is slow, or fails, or asks
 * for less, takes up room of his own and of nobody else. They are told apart by an id: an operator account's, a shop's.
 */
export interface CallLimits {
  /** Ids that have no room for more work now. */
  full(purpose: CallPurpose): string[];
  /** How many more deliveries may be begun that need them. */
  room(purpose: CallPurpose, id: string): number;
  /** Takes up room until `work` is done. */
  occupy(purpose: CallPurpose, id: string, work: () => Promise<void>): Promise<void>;
  /**
   * Waits for its turn, makes one call and learns from how it goes.
   *
   * @throws CallsPausedError when nothing may go out now; nothing did
   * @throws what the call throws
   */
  call<Answer>(id: string, call: () => Promise<Answer>): Promise<Answer>;
}

export interface CallLimitsOptions {
  /** Most calls at once to one of them. */
  readonly most: number;
  readonly times: Pace['calls'];
  readonly now: () => Date;
  /** 0..1, for jitter. */
  readonly random: () => number;
  /** What an error says of them; null when it says nothing. */
  readonly judge: (error: unknown) => { readonly result: CallResult; readonly retryAfterMs: number | null } | null;
  /** Told of a rest, so that other processes can hear of it. */
  readonly rest?: (id: string, until: Date, reason: 'throttled' | 'failing') => Promise<void>;
}

interface Lane {
  pace: CallPace;
  readonly calls: LimitFunction;
  /** Milliseconds of the epoch: when the next call may begin. */
  nextAt: number;
  restUntil: Date | null;
  readonly occupied: Record<CallPurpose, number>;
}

/** Deliveries begun for each call that may be under way, so that the next is ready when a call ends. */
const AHEAD = 3;

export function createCallLimits({ most, times, now, random, judge, rest }: CallLimitsOptions): CallLimits {
  const lanes = new Map<string, Lane>();
  const laneOf = (id: string): Lane => {
    const known = lanes.get(id);
    if (known) return known;
    const occupied = { 'hand-over': 0, read: 0 };
    const lane = { pace: freshPace(most), calls: pLimit(most), nextAt: 0, restUntil: null, occupied };
    lanes.set(id, lane);
    return lane;
  };

  /** What is as it was in the beginning need not be remembered. */
  const forgetIfIdle = (id: string, { pace, occupied, calls, restUntil }: Lane) => {
    if (restUntil && restUntil > now()) return;
    if (occupied['hand-over'] + occupied.read + calls.activeCount + calls.pendingCount > 0) return;
    if (pace.atOnce >= most && pace.betweenMs === 0 && pace.failuresInRow === 0) lanes.delete(id);
  };

  const spaceOut = async (lane: Lane): Promise<void> => {
    const delayMs = lane.nextAt - Date.now();
    lane.nextAt = Math.max(lane.nextAt, Date.now()) + lane.pace.betweenMs;
    if (delayMs > 0) await wait(delayMs);
  };

  const learn = async (id: string, lane: Lane, startedAt: number, error: unknown): Promise<void> => {
    const judged = error === null ? { result: 'answered' as const, retryAfterMs: null } : judge(error);
    if (!judged) return;
    const { pace, restMs } = paceAfter(
      lane.pace,
      { ...judged, startedAt, now: now().getTime(), random: random() },
      { most, times },
    );
    lane.pace = pace;
    lane.calls.concurrency = Math.floor(pace.atOnce);
    if (restMs === null) return;
    // what one answer asked for is not made shorter by the next
    lane.restUntil = new Date(Math.max(now().getTime() + restMs, lane.restUntil?.getTime() ?? 0));
    await rest?.(id, lane.restUntil, judged.result === 'throttled' ? 'throttled' : 'failing');
  };

  const roomIn = ({ pace, occupied, restUntil }: Lane, purpose: CallPurpose): number => {
    if (restUntil && restUntil > now()) return 0;
    const inTime = pace.betweenMs > 0 ? Math.max(1, Math.floor(times.longestQueueMs / pace.betweenMs)) : Infinity;
    const share = purpose === 'read' ? Math.ceil(pace.atOnce / 2) : Math.ceil(pace.atOnce * AHEAD);
    return Math.min(share, inTime) - occupied[purpose];
  };

  return {
    full: (purpose) => [...lanes].filter(([, lane]) => roomIn(lane, purpose) <= 0).map(([id]) => id),
    room: (purpose, id) => roomIn(laneOf(id), purpose),
    async occupy(purpose, id, work) {
      const lane = laneOf(id);
      lane.occupied[purpose] += 1;
      try {
        await work();
      } finally {
        lane.occupied[purpose] -= 1;
        forgetIfIdle(id, lane);
      }
    },
    async call(id, call) {
      const lane = laneOf(id);
      return lane.calls(async () => {
        await spaceOut(lane);
        if (lane.restUntil && lane.restUntil > now()) throw new CallsPausedError(lane.restUntil);
        const startedAt = now().getTime();
        try {
          const answer = await call();
          await learn(id, lane, startedAt, null);
          return answer;
        } catch (error) {
          await learn(id, lane, startedAt, error);
          throw error;
        }
      });
    },
  };
}
