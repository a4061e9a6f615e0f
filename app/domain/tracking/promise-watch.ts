import type { StateGroup } from './operator-state.ts';

/**
 * What a person should look at, although there is no problem that the program could name.
 *
 * - `late`: the promised date or window has passed
 * - `stuck`: nobody has collected it early enough for its promise
 * - `silent`: the operator has had no news for a long time
 * - `no-news`: it has had none for so long that it will hardly have any, or the delivery never ends
 */
export const FLAG_CODES = ['late', 'stuck', 'silent', 'no-news'] as const;
export type FlagCode = (typeof FLAG_CODES)[number];

export interface Flag {
  readonly code: FlagCode;
  /** When that began; ISO 8601. */
  readonly since: string;
}

const HOUR_MS = 3_600_000;
/** A delivery without a courier this long before the promised time will not be on time. */
const COURIER_BEFORE_PROMISE_MS = 2 * HOUR_MS;
/** Even for a short promise, the operator has at least this long to begin. */
const TIME_TO_BEGIN_MS = 2 * HOUR_MS;
const STUCK_WITHOUT_PROMISE_MS = 24 * HOUR_MS;
const SILENT_MS = 36 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const NO_NEWS_MS = 14 * DAY_MS;
/** An operator can report one state after another and no end. */
const NO_END_MS = 45 * DAY_MS;

export interface WatchedDelivery {
  readonly now: Date;
  readonly handedOverAt: Date;
  readonly promisedUntil: Date | null;
  /** Null while the operator has named no state. */
  readonly group: StateGroup | null;
  /** When the state began, if the operator says so. */
  readonly stateAt: Date | null;
  /** When the operator last changed its record, if it says so. */
  readonly updatedAt: Date | null;
  readonly hasEnded: boolean;
  /** When a person last said that it is taken care of: what began before is not told again. */
  readonly resolvedAt?: Date | null;
}

export function flagsOf(watched: WatchedDelivery): Flag[] {
  if (watched.hasEnded) return [];
  const from = flagTimes(watched);
  const told = watched.resolvedAt?.getTime() ?? 0;
  return FLAG_CODES.flatMap((code) => {
    const since = from[code];
    return since !== null && since > told && since <= watched.now.getTime()
      ? [{ code, since: new Date(since).toISOString() }]
      : [];
  });
}

/** When the next flag is raised if nothing changes until then; null when there is none to come. */
export function nextFlagAt(watched: WatchedDelivery): Date | null {
  if (watched.hasEnded) return null;
  const coming = Object.values(flagTimes(watched)).flatMap((time) =>
    time !== null && time > watched.now.getTime() ? time : [],
  );
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}

/**
 * When a delivery without an end counts as one without news: after the promised day, and 14 days after the last new
 * state, or 45 after the hand-over. Milliseconds since 1970.
 */
export function noNewsFrom({
  handedOverAt,
  promisedUntil,
  stateAt,
}: Pick<WatchedDelivery, 'handedOverAt' | 'promisedUntil' | 'stateAt'>): number {
  const handedOver = handedOverAt.getTime();
  const newest = Math.max(handedOver, stateAt?.getTime() ?? 0);
  return Math.max(promisedUntil?.getTime() ?? 0, Math.min(newest + NO_NEWS_MS, handedOver + NO_END_MS));
}

/** Milliseconds since 1970. */
function flagTimes({
  handedOverAt,
  promisedUntil,
  group,
  stateAt,
  updatedAt,
}: WatchedDelivery): Record<FlagCode, number | null> {
  const handedOver = handedOverAt.getTime();
  const promise = promisedUntil?.getTime() ?? null;
  const hasNotBegun = group === null || group === 'accepted';
  const stuckFrom =
    promise === null
      ? handedOver + STUCK_WITHOUT_PROMISE_MS
      : Math.max(promise - COURIER_BEFORE_PROMISE_MS, handedOver + TIME_TO_BEGIN_MS);
  return {
    late: promise,
    stuck: hasNotBegun ? stuckFrom : null,
    silent: Math.max(handedOver, stateAt?.getTime() ?? 0, updatedAt?.getTime() ?? 0) + SILENT_MS,
    'no-news': noNewsFrom({ handedOverAt, promisedUntil, stateAt }),
  };
}
