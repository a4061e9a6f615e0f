import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pace } from '../pace.ts';
import { paceAfter, type CallResult } from './call-pace.ts';
import type { FleetShares } from './fleet/fleet-shares.ts';
import { freshSharedLane, type SharedLane } from './fleet/shared-lane.ts';

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

/** How many more deliveries of each id may be started: of those that something is known of, and of any other one. */
export interface Rooms {
  readonly known: Readonly<Record<string, number>>;
  readonly others: number;
}

/**
 * Limits the calls to each operator account or shop, by its id, to what it can bear. The limit holds for this process,
 * or with `fleet` for all processes together. An account or shop that is slow, fails, or asks for fewer calls uses only
 * its own places and delays no other.
 */
export interface CallLimits {
  /** Ids that have no free place for more work now. */
  full(purpose: CallPurpose): string[];
  /** How many more deliveries of this id may be started. */
  room(purpose: CallPurpose, id: string): number;
  /** How many more deliveries of each id may be started. */
  rooms(purpose: CallPurpose): Rooms;
  /** Uses a place until `work` is done. Work that belongs to no account, with null as its id, needs none. */
  occupy(purpose: CallPurpose, id: string | null, work: () => Promise<void>): Promise<void>;
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
  readonly limit: number;
  /** The shortest time between the starts of two calls for one id, of all processes; 0 by default. */
  readonly leastBetweenMs?: number;
  readonly times: Pace['calls'];
  readonly now: () => Date;
  /** Returns 0 to 1, for jitter. */
  readonly random: () => number;
  /** What an error says about the other side; null when it says nothing. */
  readonly judge: (error: unknown) => { readonly result: CallResult; readonly retryAfterMs: number | null } | null;
  /** Called when a rest begins, so that other processes can observe it. */
  readonly rest?: (id: string, until: Date, reason: 'throttled' | 'failing') => Promise<void>;
  /** Shares the limits with the other processes. Without it, each process has limits of its own. */
  readonly fleet?: {
    readonly shares: FleetShares;
    readonly times: Pace['fleet'];
    /** A call takes no longer. */
    readonly callLimitMs: number;
  };
}

interface Lane {
  readonly shared: SharedLane;
  readonly calls: LimitFunction;
  /** Milliseconds since 1970: when the next call may begin. */
  nextAt: number;
  /** Until then no place is expected, by `performance.now()`: other processes have all of them. */
  shutUntil: number;
  readonly occupied: Record<CallPurpose, number>;
}

/** Lanes that are kept although nothing is known of them, so that their next call finds its row. */
const IDLE_LIMIT = 1_000;

/** The number of started deliveries for each call that may be under way, so that the next is ready when a call ends. */
const AHEAD = 3;

export function createCallLimits(options: CallLimitsOptions): CallLimits {
  const { limit, leastBetweenMs = 0, times, now, random, judge, rest, fleet } = options;
  const lanes = new Map<string, Lane>();
  const shared = new Map<string, SharedLane>();
  const freshLane = (): Lane => {
    const occupied = { 'hand-over': 0, read: 0 };
    const calls = pLimit(fleet ? 1 : limit);
    const demand = () => Math.max(calls.activeCount + calls.pendingCount, occupied['hand-over'] + occupied.read);
    return { shared: freshSharedLane(limit, demand), calls, nextAt: 0, shutUntil: 0, occupied };
  };
  const laneOf = (id: string): Lane => {
    const known = lanes.get(id);
    if (known) return known;
    if (id === '') throw new Error('calls are limited by the id of an account or a shop, and this one is empty');
    const lane = freshLane();
    lanes.set(id, lane);
    shared.set(id, lane.shared);
    return lane;
  };

  /** How many calls this process may have under way. Before it has heard of others, it expects to be alone. */
  const atOnceOf = ({ shared: { pace, places, isAway } }: Lane): number => {
    if (!fleet || isAway) return pace.atOnce;
    return Math.max(1, Math.min(places, pace.atOnce));
  };
  const adapt = (lane: Lane) => {
    const atOnce = fleet && lane.shared.isAway ? 1 : Math.floor(atOnceOf(lane));
    if (lane.calls.concurrency !== atOnce) lane.calls.concurrency = atOnce;
  };
  const unknown = freshLane();
  fleet?.shares.share(shared, (id) => adapt(laneOf(id)));

  /** A lane in its initial state need not be remembered. */
  const forgetIfIdle = (id: string, lane: Lane) => {
    const { pace, restUntil, isAway, demand } = lane.shared;
    if (restUntil && restUntil > now()) return;
    if (demand() > 0 || (fleet && !(isAway && lanes.size > IDLE_LIMIT))) return;
    if (leastBetweenMs > 0 && lane.nextAt > Date.now()) return;
    if (pace.atOnce < limit || pace.betweenMs > 0 || pace.failuresInRow > 0) return;
    lanes.delete(id);
    shared.delete(id);
  };

  const want = ({ shared: lane }: Lane) => {
    lane.wants = Math.max(lane.wants, lane.demand());
  };

  const betweenMsOf = ({ shared: { pace, spread } }: Lane) => Math.max(pace.betweenMs, leastBetweenMs) * spread;

  const spaceOut = async (lane: Lane): Promise<void> => {
    const delayMs = lane.nextAt - Date.now();
    lane.nextAt = Math.max(lane.nextAt, Date.now()) + betweenMsOf(lane);
    if (delayMs > 0) await wait(delayMs);
  };

  const mustNotRest = ({ shared: { restUntil } }: Lane) => {
    if (restUntil && restUntil > now()) throw new CallsPausedError(restUntil);
  };

  /** Waits until this process has a place that it keeps for the whole call. */
  const takePlace = async (id: string, lane: Lane): Promise<void> => {
    const { shared: mine } = lane;
    if (fleet) {
      const { shares, times: pauses, callLimitMs } = fleet;
      const hasPlace = () => mine.underWay < mine.places && performance.now() + callLimitMs < mine.heldUntil;
      const notNow = () => new CallsPausedError(new Date(now().getTime() + pauses.beatMs));
      if (performance.now() < lane.shutUntil) throw notNow();
      for (const begunAt = performance.now(); !hasPlace();) {
        want(lane);
        await shares.exchange(id);
        if (hasPlace()) break;
        mustNotRest(lane);
        if (performance.now() - begunAt > pauses.waitLimitMs) {
          lane.shutUntil = performance.now() + pauses.beatMs;
          throw notNow();
        }
        await wait(pauses.beatMs);
      }
    }
    mine.underWay += 1;
  };

  const learn = async (id: string, lane: Lane, startedAt: number, error: unknown): Promise<void> => {
    const judged = error === null ? { result: 'answered' as const, retryAfterMs: null } : judge(error);
    if (!judged) return;
    const { shared: mine } = lane;
    // a call that began before this process heard of a slowing asks for nothing new
    const countsFrom = judged.result !== 'answered' && startedAt < mine.heardAt ? 0 : startedAt;
    const { pace, restMs } = paceAfter(
      mine.pace,
      { ...judged, startedAt: countsFrom, now: now().getTime(), random: random() },
      { limit, times },
    );
    const slowsDown = pace.slowedAt !== mine.pace.slowedAt;
    mine.pace = pace;
    if (judged.result === 'answered') mine.answers += 1;
    else mine.hasSlowed ||= slowsDown;
    adapt(lane);
    if (restMs === null) return;
    // a rest that one answer asked for is not shortened by the next
    mine.restUntil = new Date(Math.max(now().getTime() + restMs, mine.restUntil?.getTime() ?? 0));
    await rest?.(id, mine.restUntil, judged.result === 'throttled' ? 'throttled' : 'failing');
    await fleet?.shares.exchange(id).catch(() => undefined); // the next beat tells it
  };

  const idsOf = (given: (lane: Lane) => boolean) => [...lanes].filter(([, lane]) => given(lane)).map(([id]) => id);

  const roomIn = (lane: Lane, purpose: CallPurpose): number => {
    const { restUntil } = lane.shared;
    if ((restUntil && restUntil > now()) || performance.now() < lane.shutUntil) return 0;
    const betweenMs = betweenMsOf(lane);
    const inTime = betweenMs > 0 ? Math.max(1, Math.floor(times.queueLimitMs / betweenMs)) : Infinity;
    const atOnce = atOnceOf(lane);
    const share = purpose === 'read' ? Math.ceil(atOnce / 2) : Math.ceil(atOnce * AHEAD);
    return Math.min(share, inTime) - lane.occupied[purpose];
  };

  return {
    full: (purpose) => idsOf((lane) => roomIn(lane, purpose) <= 0),
    room: (purpose, id) => roomIn(laneOf(id), purpose),
    rooms(purpose) {
      const others = roomIn(unknown, purpose);
      const all = [...lanes].map(([id, lane]): [string, number] => [id, Math.max(0, roomIn(lane, purpose))]);
      return { known: Object.fromEntries(all.filter(([, room]) => room !== others)), others };
    },
    async occupy(purpose, id, work) {
      if (id === null) return work();
      const lane = laneOf(id);
      lane.occupied[purpose] += 1;
      want(lane);
      try {
        await work();
      } finally {
        lane.occupied[purpose] -= 1;
        forgetIfIdle(id, lane);
      }
    },
    async call(id, call) {
      const lane = laneOf(id);
      const turn = lane.calls(async () => {
        mustNotRest(lane);
        await takePlace(id, lane);
        try {
          await spaceOut(lane);
          mustNotRest(lane);
          const startedAt = now().getTime();
          try {
            const answer = await call();
            await learn(id, lane, startedAt, null);
            return answer;
          } catch (error) {
            await learn(id, lane, startedAt, error);
            throw error;
          }
        } finally {
          lane.shared.underWay -= 1;
        }
      });
      want(lane);
      return turn;
    },
  };
}
