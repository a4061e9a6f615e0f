import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pace } from '../pace.ts';
import { freshPace, paceAfter, type CallPace, type CallResult } from './call-pace.ts';

/** What calls are made for. Reads get half of the places, so that they never delay hand-overs. */
export type CallPurpose = 'hand-over' | 'read';

/** Thrown while calls to this account or shop are paused, with the time when they resume. */
export class CallsPausedError extends Error {
  override name = 'CallsPausedError';
  readonly until: Date;

  constructor(until: Date) {
    super('nothing goes out for now');
    this.until = until;
  }
}

/**
 * Limits the calls of this process to each account or shop to what it can bear. One that is slow, fails, or asks for
 * fewer calls uses its own places and delays no other. They are identified by an id, of an operator account or of a
 * shop.
 */
export interface CallLimits {
  /** Ids that have no free place for more work now. */
  full(purpose: CallPurpose): string[];
  /** How many more deliveries of this id may be started. */
  room(purpose: CallPurpose, id: string): number;
  /** Uses a place until `work` is done. */
  occupy(purpose: CallPurpose, id: string, work: () => Promise<void>): Promise<void>;
  /**
   * Waits for its turn, makes one call and learns from its result.
   *
   * @throws CallsPausedError when no call may go out now; none did
   * @throws what the call throws
   */
  call<Answer>(id: string, call: () => Promise<Answer>): Promise<Answer>;
}

export interface CallLimitsOptions {
  /** The largest number of simultaneous calls for one id. */
  readonly most: number;
  readonly times: Pace['calls'];
  readonly now: () => Date;
  /** Returns 0 to 1, for jitter. */
  readonly random: () => number;
  /** What an error says about the other side; null when it says nothing. */
  readonly judge: (error: unknown) => { readonly result: CallResult; readonly retryAfterMs: number | null } | null;
  /** Called when a rest begins, so that other processes can observe it. */
  readonly rest?: (id: string, until: Date, reason: 'throttled' | 'failing') => Promise<void>;
}

interface Lane {
  pace: CallPace;
  readonly calls: LimitFunction;
  /** Milliseconds since 1970: when the next call may begin. */
  nextAt: number;
  restUntil: Date | null;
  readonly occupied: Record<CallPurpose, number>;
}

/** The number of started deliveries for each call that may be under way, so that the next is ready when a call ends. */
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

  /** A lane in its initial state need not be remembered. */
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
    // a rest that one answer asked for is not shortened by the next
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
