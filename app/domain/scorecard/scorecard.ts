/**
 * How the promise of a delivery ended. Each that is counted is in exactly one:
 *
 * - `on-time`: delivered in time, and handed over before the cutoff
 * - `late-shop`: delivered by the promise that the operator was given, but that was a later one, because the shop handed it
 *   over after the cutoff of the service or too late for the day that the buyer had chosen
 * - `late-operator`: not delivered by the promise that the operator was given
 * - `not-delivered`: returned, refused or lost
 */
export const PROMISE_OUTCOMES = ['on-time', 'late-shop', 'late-operator', 'not-delivered'] as const;
export type PromiseOutcome = (typeof PROMISE_OUTCOMES)[number];

/** Counts of deliveries that have something in common. */
export interface Counts {
  readonly onTime: number;
  readonly lateShop: number;
  readonly lateOperator: number;
  readonly notDelivered: number;
  /** Delivered, and never reported as not delivered before. */
  readonly firstAttempt: number;
  /** Reported as not delivered at least once. */
  readonly failed: number;
  readonly neededPerson: number;
  readonly personMinutes: number;
  /** By `HOURS`, from the fulfillment. */
  readonly collectedIn: readonly number[];
  readonly deliveredIn: readonly number[];
}

export const NO_COUNTS: Counts = {
  onTime: 0,
  lateShop: 0,
  lateOperator: 0,
  notDelivered: 0,
  firstAttempt: 0,
  failed: 0,
  neededPerson: 0,
  personMinutes: 0,
  collectedIn: [],
  deliveredIn: [],
};

function addCounts(one: Counts, other: Counts): Counts {
  return {
    onTime: one.onTime + other.onTime,
    lateShop: one.lateShop + other.lateShop,
    lateOperator: one.lateOperator + other.lateOperator,
    notDelivered: one.notDelivered + other.notDelivered,
    firstAttempt: one.firstAttempt + other.firstAttempt,
    failed: one.failed + other.failed,
    neededPerson: one.neededPerson + other.neededPerson,
    personMinutes: one.personMinutes + other.personMinutes,
    collectedIn: addEach(one.collectedIn, other.collectedIn),
    deliveredIn: addEach(one.deliveredIn, other.deliveredIn),
  };
}

function addEach(one: readonly number[], other: readonly number[]): number[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, place) => (one[place] ?? 0) + (other[place] ?? 0));
}

export function countOf({ onTime, lateShop, lateOperator, notDelivered }: Counts): number {
  return onTime + lateShop + lateOperator + notDelivered;
}

/** Of fewer deliveries, a share says too little to be shown. */
export const ENOUGH = 20;

/** A share, and the interval in which the true one lies in 19 of 20 cases; from 0 to 1. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A share of deliveries, with what it is worth. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  readonly interval: Interval;
  readonly isEnough: boolean;
}

export function shareOf(count: number, of: number): Share {
  const share = of === 0 ? 0 : count / of;
  return { count, of, share, interval: wilsonInterval(count, of), isEnough: of >= ENOUGH };
}

/** The number of standard deviations within which 95% of cases lie. */
const Z = 1.96;

/** The Wilson interval: right for few deliveries and for shares near 0 or 1, where the usual one is not. */
function wilsonInterval(count: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const middle = share + (Z * Z) / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const whole = 1 + (Z * Z) / of;
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) };
}

/** Of those whose first attempt has an end. */
export function firstAttemptOf({ firstAttempt, failed }: Counts): Share {
  return shareOf(firstAttempt, firstAttempt + failed);
}

/**
 * How a share compares with another.
 *
 * - `lower`, `higher`: their intervals do not touch, so luck hardly explains it
 * - `alike`: luck may explain the difference
 * - `too-few`: one of them is of too few deliveries
 */
export type Comparison = 'lower' | 'higher' | 'alike' | 'too-few';

export function compareShares(one: Share, other: Share): Comparison {
  if (!one.isEnough || !other.isEnough) return 'too-few';
  if (one.interval.high < other.interval.low) return 'lower';
  return one.interval.low > other.interval.high ? 'higher' : 'alike';
}

/** One of the groups in which deliveries are shown. */
export interface Group {
  readonly key: string;
  readonly now: Counts;
  /** In the period of the same length before. */
  readonly before: Counts;
}

/** Those with enough deliveries first, the lowest share in time at the top; then the largest of the others. */
export function worstFirst<Some extends Group>(groups: readonly Some[]): Some[] {
  const onTime = ({ now }: Group) => shareOf(now.onTime, countOf(now));
  return groups.toSorted((a, b) => {
    const [one, other] = [onTime(a), onTime(b)];
    if (one.isEnough !== other.isEnough) return one.isEnough ? -1 : 1;
    return (one.isEnough ? one.share - other.share : other.of - one.of) || a.key.localeCompare(b.key);
  });
}

/** All groups in one. */
export function totalOf(groups: readonly Group[]): Omit<Group, 'key'> {
  return {
    now: groups.map(({ now }) => now).reduce(addCounts, NO_COUNTS),
    before: groups.map(({ before }) => before).reduce(addCounts, NO_COUNTS),
  };
}

/** How the group's share in time compares with that of all the others together. */
export function compareWithOthers(group: Group, total: Pick<Group, 'now'>): { others: Share; is: Comparison } {
  const onTime = shareOf(group.now.onTime, countOf(group.now));
  const others = shareOf(total.now.onTime - group.now.onTime, countOf(total.now) - countOf(group.now));
  return { others, is: compareShares(onTime, others) };
}
