import { DateTime } from 'luxon';
import type { StateGroup } from '../../app/domain/tracking/operator-state.ts';
import type { ReadingSituation } from '../../app/domain/tracking/tracking-schedule.ts';

/**
 * The cost of a schedule of reads, and its lag. A simulated month of deliveries, whose states are all known beforehand,
 * is read by the schedule. The functions are pure, and the result is the same in every run.
 */

/** Has the type of `nextReadAt` in app/domain/tracking/tracking-schedule.ts. */
type Schedule = (situation: ReadingSituation) => Date | null;

interface StateChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly group: StateGroup;
}

interface SimulatedDelivery {
  readonly handedOverAt: number;
  readonly promisedUntil: number;
  /** In order of time. The last state ends the delivery. */
  readonly states: readonly StateChange[];
}

interface ScheduleCost {
  /** Calls to the operator for each delivery, including failed ones and those after its end. */
  readonly callsPerDelivery: number;
  /** Minutes from a change of state to the read that shows it, as the mean over all changes. */
  readonly meanLagMinutes: number;
  readonly p95LagMinutes: number;
  /** The same, only for the changes that buyers wait for: out for delivery, failed, delivered. */
  readonly meanLagMinutesNearTheDoor: number;
}

const ZONE = 'America/Lima';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const READS_THAT_FAIL = 0.01;
const NEAR_THE_DOOR: ReadonlySet<StateGroup> = new Set(['out-for-delivery', 'attempt-failed', 'delivered']);
const ENDS: ReadonlySet<StateGroup> = new Set(['delivered', 'ended-badly']);

/** Simulates the orders of a month: three in four by working days, seven in ten Nextday, some handed over at night. */
export function simulateMonth(count: number, seed = 1): SimulatedDelivery[] {
  const random = seededRandom(seed);
  const first = DateTime.fromISO('2026-11-02T00:00:00', { zone: ZONE });
  return Array.from({ length: count }, () => {
    const day = first.plus({ days: Math.floor(random() * 30) });
    // most people buy between 10:00 and 22:00; a tenth buys at any hour
    const hour = random() < 0.1 ? random() * 24 : 10 + (random() + random()) * 6;
    const handedOver = day.plus({ minutes: Math.floor(hour * 60) });
    return liveThrough(handedOver, random);
  });
}

function liveThrough(handedOver: DateTime, random: () => number): SimulatedDelivery {
  const minutes = (from: number, to: number) => (from + random() * (to - from)) * MINUTE_MS;
  const isSameDay = random() < 0.3 && handedOver.hour < 14 && isWorkingDay(handedOver);
  const deliveryDay = isSameDay ? handedOver.startOf('day') : nextWorkingDay(handedOver);
  const opens = Math.max(deliveryDay.set({ hour: 8 }).toMillis(), handedOver.toMillis() + minutes(10, 40));

  const states: StateChange[] = [{ at: handedOver.toMillis(), group: 'accepted' }];
  let at = opens + minutes(0, 150);
  const then = (group: StateGroup, afterMs: number) => states.push({ at: (at += afterMs), group });
  then('courier-assigned', 0);
  then('picking-up', minutes(15, 90));
  then('on-the-way', minutes(10, 40));
  then('out-for-delivery', minutes(20, 180));
  // rounds end by 21:30 at the latest
  const latest = deliveryDay.set({ hour: 21, minute: 30 }).toMillis();
  const round = Math.max(5 * MINUTE_MS, Math.min(minutes(20, 240), latest - at));
  if (random() >= 0.08) then('delivered', round);
  else {
    then('attempt-failed', round);
    const again =
      nextWorkingDay(DateTime.fromMillis(at, { zone: ZONE }))
        .set({ hour: 9 })
        .toMillis() - at;
    if (random() < 0.3) then('ended-badly', again + minutes(0, 480));
    else {
      then('out-for-delivery', again + minutes(0, 120));
      then('delivered', minutes(30, 300));
    }
  }
  // without a window, the promise covers the whole day
  const promisedUntil = deliveryDay.endOf('day').toMillis();
  return { handedOverAt: handedOver.toMillis(), promisedUntil, states };
}

const isWorkingDay = (day: DateTime) => day.weekday <= 6;

/** Operators work from Monday to Saturday. */
function nextWorkingDay(from: DateTime): DateTime {
  const day = from.startOf('day').plus({ days: 1 });
  return isWorkingDay(day) ? day : day.plus({ days: 1 });
}

/** Reads every delivery by the schedule. @throws when the schedule stops reading a delivery before its end */
export function costOf(
  schedule: Schedule,
  deliveries: readonly SimulatedDelivery[],
  baseIntervalMs: number,
  seed = 2,
): ScheduleCost {
  const random = seededRandom(seed);
  const lags: number[] = [];
  const lagsNearTheDoor: number[] = [];
  let calls = 0;
  for (const delivery of deliveries) {
    let known = 0;
    let failures = 0;
    let now = delivery.handedOverAt;
    for (;;) {
      calls += 1;
      const fails = random() < READS_THAT_FAIL;
      failures = fails ? failures + 1 : 0;
      for (; !fails && (delivery.states[known]?.at ?? Infinity) <= now; known += 1) {
        const { at, group } = delivery.states[known] ?? { at: now, group: 'unknown' };
        if (known === 0) continue; // the answer to the hand-over already contained it
        lags.push(now - at);
        if (NEAR_THE_DOOR.has(group)) lagsNearTheDoor.push(now - at);
      }
      const seen = known > 0 ? delivery.states[known - 1] : undefined;
      const next = schedule({
        now: new Date(now),
        group: seen?.group ?? null,
        handedOverAt: new Date(delivery.handedOverAt),
        stateAt: seen ? new Date(seen.at) : null,
        promisedUntil: new Date(delivery.promisedUntil),
        zone: ZONE,
        endedAt: seen && ENDS.has(seen.group) ? new Date(seen.at) : null,
        failures,
        baseIntervalMs,
        random: random(),
      });
      if (!next) break;
      now = next.getTime();
    }
    if (known < delivery.states.length) throw new Error('the schedule gave a delivery up before its end');
  }
  return {
    callsPerDelivery: calls / deliveries.length,
    meanLagMinutes: mean(lags) / MINUTE_MS,
    p95LagMinutes: (lags.sort((a, b) => a - b)[Math.floor(lags.length * 0.95)] ?? 0) / MINUTE_MS,
    meanLagMinutesNearTheDoor: mean(lagsNearTheDoor) / MINUTE_MS,
  };
}

/** The usual alternative: a read every `baseIntervalMs` until the end is seen, and none after it. */
const fixedInterval: Schedule = ({ now, endedAt, baseIntervalMs }) =>
  endedAt ? null : new Date(now.getTime() + baseIntervalMs);

/** The fixed interval whose mean lag is `meanLagMinutes`. */
export function fixedIntervalOfLag(deliveries: readonly SimulatedDelivery[], meanLagMinutes: number): ScheduleCost {
  let [short, long] = [10_000, 8 * HOUR_MS];
  for (let step = 0; step < 14; step += 1) {
    const middle = Math.sqrt(short * long);
    if (costOf(fixedInterval, deliveries, middle).meanLagMinutes < meanLagMinutes) short = middle;
    else long = middle;
  }
  return costOf(fixedInterval, deliveries, Math.sqrt(short * long));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

/** Returns numbers from 0 to 1, the same sequence for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
