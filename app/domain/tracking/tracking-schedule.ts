import type { StateGroup } from './operator-state.ts';
import { noNewsFrom } from './promise-watch.ts';
import { DateTime } from 'luxon';
import { onceEach } from '../calendar/once-each.ts';

/** What the clocks of a zone show. */
interface WallClock {
  /** `2026-11-21` */
  readonly day: string;
  /** 0 to 23 */
  readonly hour: number;
}

/** Since 1973 every zone differs from UTC by whole quarters of an hour, and changes its clocks at the beginning of one. */
const QUARTER_MS = 900_000;
/** Some days of a zone, or one day of many. */
const KEPT_LIMIT = 2_000;

/**
 * Works something out once for each quarter of an hour of a zone, because every read of a delivery asks for it.
 *
 * @param work receives the beginning of the quarter, in the zone; its result must be the same for the whole quarter
 * @returns `zone` is an IANA name
 */
export function oncePerQuarter<Result extends object>(
  work: (local: DateTime) => Result,
): (moment: Date, zone: string) => Result {
  const once = onceEach<Result>(KEPT_LIMIT);
  return (moment, zone) => {
    const quarter = Math.floor(moment.getTime() / QUARTER_MS);
    return once(`${quarter} ${zone}`, () => work(DateTime.fromMillis(quarter * QUARTER_MS, { zone })));
  };
}

export const wallClock = oncePerQuarter((local): WallClock => {
  return { day: local.toFormat('yyyy-MM-dd'), hour: local.hour };
});

/**
 * How many base intervals pass between two reads in a state. A read teaches most when the interval grows with the
 * square root of the state's usual length. States in which a courier is moving differ little; states of waiting differ
 * a lot.
 */
const PACE: Readonly<Record<StateGroup, number>> = {
  accepted: 1.5,
  'courier-assigned': 1,
  'picking-up': 1,
  'on-the-way': 1,
  'out-for-delivery': 1,
  delayed: 3,
  'attempt-failed': 4,
  'needs-merchant': 10,
  unknown: 1.5,
  delivered: Infinity,
  'ended-badly': Infinity,
};

/** After the end the operator is read twice more, because late entries can contradict the end. */
const LAST_LOOKS_MS = [3_600_000, 86_400_000];
/** From the end until failed reads are not repeated any more. */
const LAST_TRY_MS = 2 * 86_400_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BACK_OFF_LIMIT_MS = HOUR_MS;
/** What the operator no longer finds, and a person knows of, is read at least this often, and for this long. */
const LOST = { backOffLimitMs: DAY_MS, readForMs: 14 * DAY_MS };
/** A delivery without news is read daily for a month, and again for a month when somebody asks. */
const NO_NEWS = { intervalMs: DAY_MS, readForMs: 31 * DAY_MS };
const INTERVAL_LIMIT_MS = 6 * HOUR_MS;

/** Hours on the operator's clock when nobody works and hardly anything happens. */
const NIGHT = { from: 22, to: 8 };
const AT_NIGHT = 30;
/** How long couriers who are out for delivery in the evening continue. */
const ROUND_MS = 3 * HOUR_MS;
/** A state that changed this recently is being worked on, at any hour and with any promise. */
const MOVING_MS = HOUR_MS / 4;

/** Before the promised day, a delivery in these states keeps waiting for its courier. */
const WAITS: ReadonlySet<StateGroup | null> = new Set(['accepted', 'courier-assigned']);
const BEFORE_THE_DAY = 60;

/**
 * The longer a state has lasted, the longer it is likely to last: after this time the interval doubles. A delivery that
 * waits for its day is an exception: it is just as likely to move on that day.
 */
const SLOWS_IN_MS = DAY_MS;
const SLOWEST = 12;

/** The first read after the promised time shows whether the promise was kept. */
const AFTER_PROMISE_MS = 60_000;

export interface ReadingSituation {
  readonly now: Date;
  /** Null before the first successful read. */
  readonly group: StateGroup | null;
  readonly handedOverAt: Date;
  /** When the delivery entered its state, if the operator says so. */
  readonly stateAt: Date | null;
  /** When the delivery should have ended. */
  readonly promisedUntil: Date | null;
  /** IANA name of the zone that the operator works in. */
  readonly zone: string;
  /** When the delivery ended, if it did. */
  readonly endedAt: Date | null;
  /** Reads that failed in a row. */
  readonly failures: number;
  /** When somebody last had it read out of turn. */
  readonly refreshedAt?: Date | null;
  /** When the operator last had the delivery, if a person was told that it no longer finds it. */
  readonly lastFoundAt?: Date | null;
  /** Interval of a delivery that is out for delivery. */
  readonly baseIntervalMs: number;
  /** The operator asked not to be read before then. */
  readonly notBefore?: Date | null;
  /** From 0 to 1; spreads reads that would otherwise coincide. */
  readonly random: number;
}

/** When to read the delivery next; null when there is nothing more to learn. */
export function nextReadAt(situation: ReadingSituation): Date | null {
  const { now, endedAt, failures, baseIntervalMs, lastFoundAt, notBefore, promisedUntil, random } = situation;
  const noNews = noNewsFrom(situation);
  if (now.getTime() >= Math.max(noNews, situation.refreshedAt?.getTime() ?? 0) + NO_NEWS.readForMs) return null;
  if (endedAt && (failures === 0 || now.getTime() > endedAt.getTime() + LAST_TRY_MS)) return lastLook(now, endedAt);
  const jitter = 0.9 + 0.2 * random;
  const isWithoutNews = now.getTime() >= noNews;
  if (failures > 0) {
    if (lastFoundAt && now.getTime() > lastFoundAt.getTime() + LOST.readForMs) return null;
    const limit = lastFoundAt ? LOST.backOffLimitMs : isWithoutNews ? NO_NEWS.intervalMs : BACK_OFF_LIMIT_MS;
    const backOff = Math.min(baseIntervalMs * 2 ** Math.min(failures, 20), limit) * jitter;
    return new Date(Math.max(now.getTime() + backOff, notBefore?.getTime() ?? 0));
  }
  if (isWithoutNews) return new Date(now.getTime() + NO_NEWS.intervalMs * jitter);
  const interval = Math.min(baseIntervalMs * paceOf(situation), INTERVAL_LIMIT_MS) * jitter;
  const promise = promisedUntil && promisedUntil > now ? promisedUntil.getTime() + AFTER_PROMISE_MS : Infinity;
  return new Date(Math.min(now.getTime() + interval, promise, morningAfter(situation)));
}

function paceOf({ now, group, stateAt, promisedUntil, zone }: ReadingSituation): number {
  const pace = group && Number.isFinite(PACE[group]) ? PACE[group] : 1;
  const lasted = stateAt ? Math.max(0, now.getTime() - stateAt.getTime()) : 0;
  const waits = WAITS.has(group) && promisedUntil !== null && now <= promisedUntil;
  const isEarly = waits && wallClock(promisedUntil, zone).day > wallClock(now, zone).day;
  const age = waits || group === 'attempt-failed' ? 1 : Math.min(1 + lasted / SLOWS_IN_MS, SLOWEST);
  const isMoving = stateAt !== null && lasted < (group === 'out-for-delivery' ? ROUND_MS : MOVING_MS);
  if (isMoving) return pace;
  return pace * age * (isEarly ? BEFORE_THE_DAY : 1) * (isNight(now, zone) ? AT_NIGHT : 1);
}

function isNight(now: Date, zone: string): boolean {
  const { hour } = wallClock(now, zone);
  return hour >= NIGHT.from || hour < NIGHT.to;
}

/** At night, the next read is at the beginning of the working day at the latest. Milliseconds since 1970. */
function morningAfter({ now, zone, random }: ReadingSituation): number {
  if (!isNight(now, zone)) return Infinity;
  return nextMorning(now, zone).getTime() + random * 10 * 60_000;
}

const nextMorning = oncePerQuarter((local) => {
  const day = local.plus({ days: local.hour >= NIGHT.from ? 1 : 0 }).startOf('day');
  return day.set({ hour: NIGHT.to }).toJSDate();
});

function lastLook(now: Date, endedAt: Date): Date | null {
  const look = LAST_LOOKS_MS.map((after) => endedAt.getTime() + after).find((at) => at > now.getTime());
  return look === undefined ? null : new Date(look);
}
