import { URGENT_FIRST, type DeliveryService } from '../../domain/mapping/delivery-services.ts';
import { printPromise } from '../../extension-api/printed-times.ts';
import type { Locale } from '../../texts/locale.ts';

/** What waits for collection at one pickup, or at all of them. */
export interface WaitingPickup {
  /** Null: deliveries without a pickup. */
  readonly pickup: string | null;
  /** The days in their order, then all of them together where there are several. */
  readonly rows: readonly WaitingRow[];
}

interface WaitingRow {
  /** The promised day as `YYYY-MM-DD`; null for all days together. */
  readonly day: string | null;
  /** The day in words; null for all days. */
  readonly printed: string | null;
  /** How many deliveries the courier takes. */
  readonly count: number;
  /** By cutoff, then the urgent ones first. */
  readonly services: readonly {
    readonly name: DeliveryService;
    readonly count: number;
    readonly cutoff: string | null;
  }[];
  /** What is to be done next; null when everything is with the courier. */
  readonly next: 'labels' | 'scan' | null;
}

/** Deliveries of one pickup, day and service. */
export interface WaitingCount {
  readonly pickup: string | null;
  readonly day: string | null;
  readonly service: string | null;
  readonly count: number;
  /** Those of `count` that must not be collected. They are printed and scanned too, as cancelled ones. */
  readonly cancelled: number;
  /** Those that a courier took at a handover, and that the operator does not call collected yet. */
  readonly gone: number;
  /** Those of the others whose labels are printed. */
  readonly printed: number;
}

/** The pickups, the earliest day and cutoff first. */
export function waitingPickups(
  counts: readonly WaitingCount[],
  cutoffs: Readonly<Partial<Record<DeliveryService, string>>>,
  locale: Locale,
): WaitingPickup[] {
  const row = (day: string | null, of: readonly WaitingCount[]): WaitingRow => {
    const sum = (figure: (counted: WaitingCount) => number) => of.reduce((total, each) => total + figure(each), 0);
    const count = sum((each) => each.count - each.cancelled - each.gone);
    const services = URGENT_FIRST.map((name) => {
      const own = of.filter(({ service }) => service === name);
      const left = own.reduce((total, each) => total + each.count - each.cancelled - each.gone, 0);
      return { name, count: left, cutoff: cutoffs[name] ?? null };
    }).filter((each) => each.count > 0);
    return {
      day,
      printed: printPromise({ promisedDate: day, windowStart: null, windowEnd: null }, locale),
      count,
      services: services.sort((one, other) => compare(one.cutoff ?? LATEST, other.cutoff ?? LATEST)),
      next: count === 0 ? null : sum(({ printed }) => printed) < count ? 'labels' : 'scan',
    };
  };
  const pickups = [...new Set(counts.map(({ pickup }) => pickup))].map((pickup) => {
    const own = counts.filter((each) => each.pickup === pickup);
    const days = [...new Set(own.map(({ day }) => day))].sort((one, other) => compare(one ?? LATEST, other ?? LATEST));
    const ofDay = (day: string | null) => own.filter((each) => each.day === day);
    const rows = days.map((day) => row(day, ofDay(day)));
    const ofDays = rows.filter(({ day }) => day !== null);
    return { pickup, rows: rows.length > 1 || ofDays.length === 0 ? [...ofDays, row(null, own)] : ofDays };
  });
  const urgency = ({ rows: [first] }: WaitingPickup) =>
    `${first?.day ?? LATEST} ${first?.services[0]?.cutoff ?? LATEST}`;
  return pickups.sort((one, other) => compare(urgency(one), urgency(other)));
}

/** Sorts after every day and time of day. */
const LATEST = '~';

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
