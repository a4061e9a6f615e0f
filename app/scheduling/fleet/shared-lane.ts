import { freshPace, paceAfter, type CallPace } from '../call-pace.ts';
import type { Pace } from '../../pace.ts';
import { takePlaces } from './divide-places.ts';
import type { LimitRow } from './limit-rows.ts';

/** What one process knows of the calls to one account, and what it has to tell the others. */
export interface SharedLane {
  pace: CallPace;
  restUntil: Date | null;
  /** The calls that this process may have under way. */
  places: number;
  /** How many times as many places all processes have together. */
  spread: number;
  /** When its share ends unless it is renewed, by `performance.now()`. */
  heldUntil: number;
  /** The row as this process last wrote or read it; null before that. */
  row: LimitRow | null;
  /** Answers that the others have not heard of. */
  answers: number;
  /** Whether this process has slowed down, and the others have not heard of it. */
  hasSlowed: boolean;
  /** Milliseconds since 1970: when this process heard that another had slowed down. */
  heardAt: number;
  /** Calls that are under way. */
  underWay: number;
  /** The most places that were wanted at once since the last exchange. */
  wants: number;
  /** The places that are wanted now. */
  readonly demand: () => number;
  /** Whether this process has no share, because it wants none. */
  isAway: boolean;
}

export function freshSharedLane(limit: number, demand: () => number): SharedLane {
  return {
    pace: freshPace(limit),
    restUntil: null,
    places: 0,
    spread: 1,
    heldUntil: 0,
    row: null,
    answers: 0,
    hasSlowed: false,
    heardAt: 0,
    underWay: 0,
    wants: 0,
    demand,
    isAway: true,
  };
}

interface Moment {
  /** The id of this process. */
  readonly id: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly databaseNow: number;
  readonly leaseMs: number;
  readonly limit: number;
  readonly times: Pace['calls'];
}

export interface Exchange {
  /** What is to be written. */
  readonly row: LimitRow;
  readonly usable: number;
  readonly spread: number;
  /** Whether another process has slowed down since this one last heard. */
  readonly othersSlowed: boolean;
  /** What the row tells the others. They need not be told again. */
  readonly told: { readonly answers: number; readonly hasSlowed: boolean };
}

/**
 * Joins what this process has learnt with what the others have written, and takes its part of the places.
 *
 * @param found the row as it is now; null when there is none
 */
export function exchangeWith(lane: SharedLane, key: string, found: LimitRow | null, moment: Moment): Exchange {
  const { id, databaseNow, leaseMs, limit } = moment;
  const { pace, othersSlowed } = joinPaces(lane, found, moment);
  const places = Math.max(1, Math.floor(Math.min(pace.atOnce, limit)));
  const wants = Math.min(limit, Math.max(lane.wants, lane.underWay));
  const { underWay } = lane;
  const { shares, usable, total } = takePlaces(
    found?.shares ?? {},
    { id, wants, underWay, until: databaseNow + leaseMs },
    { limit: places, now: databaseNow },
  );
  const rests = [found?.restUntil, lane.restUntil].map((until) => until?.getTime() ?? 0);
  const restUntil = Math.max(...rests);
  return {
    row: { key, version: found?.version ?? null, pace, restUntil: restUntil ? new Date(restUntil) : null, shares },
    usable,
    spread: usable > 0 ? Math.max(1, total / usable) : 1,
    othersSlowed,
    told: { answers: lane.answers, hasSlowed: lane.hasSlowed },
  };
}

function joinPaces(
  lane: SharedLane,
  found: LimitRow | null,
  { limit, times }: Moment,
): { pace: CallPace; othersSlowed: boolean } {
  if (!found || found.version === lane.row?.version) return { pace: lane.pace, othersSlowed: false };
  if (found.pace.slowedAt > (lane.row?.pace.slowedAt ?? 0)) return { pace: found.pace, othersSlowed: true };
  if (lane.hasSlowed) return { pace: lane.pace, othersSlowed: false };
  const answered = { result: 'answered' as const, startedAt: 0, now: 0, retryAfterMs: null, random: 0 };
  let { pace } = found;
  for (let count = 0; count < lane.answers; count += 1) ({ pace } = paceAfter(pace, answered, { limit, times }));
  const failuresInRow = Math.min(pace.failuresInRow, lane.pace.failuresInRow);
  return { pace: { ...pace, failuresInRow }, othersSlowed: false };
}
