import { DateTime } from 'luxon';
import { foldText } from '../mapping/clean-text.ts';
import { EVENTS, type FulfillmentEventStatus } from './fulfillment-events.ts';
import type { StateProblem } from '../problems/problem.ts';

/**
 * What the operator says of a delivery. State names are stored verbatim. The profile's table maps the known ones to a group and to
 * Shopify's fulfillment event. An unknown name is shown as it is, in the group `unknown`, and causes no event.
 */

/** In the order of a delivery's progress, where there is one. */
export const STATE_GROUPS = [
  'unknown',
  'accepted',
  'courier-assigned',
  'picking-up',
  'on-the-way',
  'out-for-delivery',
  'delivered',
  'delayed',
  'attempt-failed',
  'needs-merchant',
  'ended-badly',
] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

/** The groups that an unknown state can be said to mean. */
export const MEANINGS = STATE_GROUPS.filter((group): group is Exclude<StateGroup, 'unknown'> => group !== 'unknown');

export interface KnownState {
  readonly group: StateGroup;
  readonly event: FulfillmentEventStatus | null;
  /** What a person must do something about; null when the delivery goes on by itself. */
  readonly problem: StateProblem | null;
}

/** What the operator's names of states mean, by folded name. The operator's profile has it. */
export type StateTable = ReadonlyMap<string, KnownState>;

/** What a person must do something about in a state of which only the group is known. */
const PROBLEM_OF_GROUP: Readonly<Partial<Record<StateGroup, StateProblem>>> = {
  'attempt-failed': 'attempt-failed',
  'needs-merchant': 'operator-asks',
  'ended-badly': 'not-delivered',
};

/** A state of which only the group is known. */
export function stateOfGroup(group: StateGroup): KnownState {
  return { group, event: EVENTS[group], problem: PROBLEM_OF_GROUP[group] ?? null };
}

const UNKNOWN_STATE = stateOfGroup('unknown');

export function recogniseState(name: string, states: StateTable): KnownState {
  return states.get(foldText(name)) ?? UNKNOWN_STATE;
}

/** One entry of the operator's history. */
export interface StateEntry {
  /** Verbatim. */
  readonly status: string;
  /** Verbatim: `DD-MM-YYYY HH:MM:SS` on the operator's clock. */
  readonly date: string;
  /** Null when the date cannot be read. */
  readonly at: Date | null;
}

export interface CurrentState extends KnownState {
  /** Verbatim. */
  readonly name: string;
  readonly at: Date | null;
}

/** Operators write their program's zero, as 1 January 1970 or of the year 1, for a date that they do not have. */
const FIRST_YEAR = 2000;
/** The largest year that has four digits. */
const LAST_YEAR = 9999;

const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/;
/** A day and a time, with one digit or two, AM and PM, and a zone or none. */
const DAY_AND_TIME =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T|,?\s+)(\d{1,2})(:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?:\s*([ap])\.?\s*m\.?)?(?:\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$/i;
/** ISO 8601: a day of a month, of a week or of a year. */
const WITH_DAY = /^\d{4}-?(?:\d\d-?\d\d|W\d\d-?\d|\d{3})(?!\d)/;
/** Seconds or milliseconds since 1970. */
const SINCE_1970 = /^\d{10}(?:\d{3})?$/;

/**
 * The date of a history entry (Order Delivery Service Interface §2.6). ISO 8601, the form of the other dates of a
 * record, is read as well, and so are other ways of writing a day and a time, a day before its month, RFC 1123, and the
 * time since 1970.
 *
 * @param zone IANA name of the operator's zone, for a date that names none
 * @returns null when the text has none of these forms
 */
export function parseStateDate(date: string, zone: string): Date | null {
  const parsed = readStateDate(date.trim(), zone);
  const { year } = parsed.toUTC();
  return parsed.isValid && year >= FIRST_YEAR && year <= LAST_YEAR ? parsed.toJSDate() : null;
}

function readStateDate(date: string, zone: string): DateTime {
  if (SINCE_1970.test(date)) return DateTime.fromMillis(Number(date) * (date.length === 10 ? 1_000 : 1));
  const parts = DAY_AND_TIME.exec(date.replace(DAY_FIRST, '$3-$2-$1'));
  if (parts) {
    const [, year = '', month = '', day = '', hour = '', minutes = '', half, offset = ''] = parts;
    const time = `${two(hourOfDay(Number(hour), half))}${minutes}${/[a-z]/i.test(offset) ? 'Z' : offset}`;
    return DateTime.fromISO(`${year}-${two(month)}-${two(day)}T${time}`, { zone });
  }
  // a time alone, or a year, is no moment: luxon would add today, or the first day
  const moment = WITH_DAY.test(date) ? DateTime.fromISO(date.replace(/ +/, 'T'), { zone }) : DateTime.invalid('no day');
  return moment.isValid ? moment : DateTime.fromRFC2822(date);
}

const two = (digits: string | number) => String(digits).padStart(2, '0');

/** @param half `a` or `p`, where the time says so */
function hourOfDay(hour: number, half: string | undefined): number {
  if (half?.toLowerCase() === 'a' && hour === 12) return 0;
  return half?.toLowerCase() === 'p' && hour < 12 ? hour + 12 : hour;
}

/** Two clocks can differ by a little more than a day if one of them is in another zone than it says. */
const AHEAD_LIMIT_MS = 26 * 3_600_000;

/** An entry that is dated far ahead has not happened then. Its date counts as one that cannot be read. */
export function withoutFutureDates(entries: readonly StateEntry[], now: Date): StateEntry[] {
  const limit = now.getTime() + AHEAD_LIMIT_MS;
  return entries.map((entry) => (entry.at !== null && entry.at.getTime() > limit ? { ...entry, at: null } : entry));
}

/**
 * The entries of a record that have happened. One that is dated far ahead is a plan where `last_state` names the newest
 * of the others; elsewhere only its date is wrong.
 */
export function happenedEntries(
  entries: readonly StateEntry[],
  lastState: string | null,
  states: StateTable,
  now: Date,
): StateEntry[] {
  const happened = withoutFutureDates(entries, now);
  const isAhead = ({ at }: StateEntry, place: number) => at === null && entries[place]?.at !== null;
  if (!happened.some(isAhead)) return happened; // as nearly all records
  const newest = inOrderOfTime(happened, states).at(-1);
  if (!newest || lastState === null || foldText(newest.status) !== foldText(lastState)) return happened;
  return happened.filter((entry, place) => !isAhead(entry, place));
}

/**
 * The current state is the newest dated entry of the history, in the order of `inOrderOfTime`. Without a dated history
 * it is `last_state`. The interface leaves open how the two relate: a `last_state` that is further than the history
 * counts as newer, unless the history has an end.
 *
 * An entry whose date cannot be read counts as newer than the newest dated one if it is listed on the newer side of it.
 * Then `last_state` is the current state, unless it names an entry on the older side; in that case the outermost of the
 * entries without a date is the current state.
 *
 * @param history every entry that has become known, in any order
 * @param listed the entries of the present record in their order: newest first, as in the interface's example, unless
 *   their dates say otherwise
 */
export function currentState(
  history: readonly StateEntry[],
  lastState: string | null,
  states: StateTable,
  listed: readonly StateEntry[] = history,
): CurrentState | null {
  const inOrder = newestFirst(listed);
  const newest = sortByTime([...inOrder, ...newestFirst(history)], states).at(-1);
  if (!newest) return undatedState(lastState ?? inOrder[0]?.status, states);
  const place = inOrder.findIndex(({ status, date }) => status === newest.status && date === newest.date);
  const unread = inOrder.slice(0, Math.max(place, 0)).filter(({ at }) => at === null);
  const [outermost] = unread;
  if (!outermost) {
    if (isAheadOf(history, lastState, states)) return undatedState(lastState, states);
    return { name: newest.status, at: newest.at, ...recogniseState(newest.status, states) };
  }
  const isOlder = (name: string) => inOrder.slice(place).some(({ status }) => foldText(status) === foldText(name));
  return undatedState(lastState !== null && !isOlder(lastState) ? lastState : outermost.status, states);
}

/**
 * How far a delivery is in a group of states. Null for the groups that can stand between any two others, and so say
 * nothing of it.
 */
function progressOf(group: StateGroup): number | null {
  if (endOf(group) !== null) return STATE_GROUPS.length;
  return ['delayed', 'attempt-failed', 'needs-merchant'].includes(group) ? null : STATE_GROUPS.indexOf(group);
}

/** A delay or an attempt is ahead of a history without one. It means that the operator has collected the goods. */
function isAheadOf(history: readonly StateEntry[], lastState: string | null, states: StateTable): boolean {
  const groups = history.map(({ status }) => recogniseState(status, states).group);
  if (lastState === null || groups.some((group) => endOf(group) !== null)) return false;
  const { group: said } = recogniseState(lastState, states);
  const progress = progressOf(said);
  if (progress === null) return !groups.includes(said);
  return groups.every((group) => (progressOf(group) ?? STATE_GROUPS.indexOf('on-the-way')) < progress);
}

function undatedState(name: string | null | undefined, states: StateTable): CurrentState | null {
  return name ? { name, at: null, ...recogniseState(name, states) } : null;
}

/** Reverses the list when its first dated entry is older than its last. */
function newestFirst<Entry extends StateEntry>(listed: readonly Entry[]): readonly Entry[] {
  const times = listed.flatMap(({ at }) => at?.getTime() ?? []);
  return (times[0] ?? 0) < (times.at(-1) ?? 0) ? listed.toReversed() : listed;
}

/**
 * The dated entries, oldest first. Operators also write many entries with one date, such as the minute. Of those an end
 * is the newest. Before it stands what is further; a delay, an attempt or an unknown state stands where the list has it,
 * after the furthest that is listed as older.
 *
 * @param history in the operator's order, where there is one
 */
export function inOrderOfTime<Entry extends StateEntry>(
  history: readonly Entry[],
  states: StateTable,
): (Entry & { at: Date })[] {
  return sortByTime(newestFirst(history), states);
}

function sortByTime<Entry extends StateEntry>(listed: readonly Entry[], states: StateTable): (Entry & { at: Date })[] {
  const furthest = new Map<number, number>();
  return listed
    .toReversed()
    .filter((entry): entry is Entry & { at: Date } => entry.at !== null)
    .map((entry) => {
      const time = entry.at.getTime();
      const before = furthest.get(time) ?? 0;
      const { group } = recogniseState(entry.status, states);
      const progress = (group === 'unknown' ? null : progressOf(group)) ?? before;
      if (endOf(group) === null) furthest.set(time, Math.max(before, progress));
      return { entry, time, progress };
    })
    .sort((a, b) => a.time - b.time || a.progress - b.progress)
    .map(({ entry }) => entry);
}

/** How a state ends a delivery; null when the delivery continues. */
export function endOf(group: StateGroup): 'delivered' | 'failed' | null {
  if (group === 'delivered') return 'delivered';
  return group === 'ended-badly' ? 'failed' : null;
}

/** Whether the goods are still at the pickup point in a group of states. What an unknown state means is not guessed. */
const AT_PICKUP: Readonly<Record<StateGroup, boolean>> = {
  unknown: true,
  accepted: true,
  'courier-assigned': true,
  'picking-up': true,
  'on-the-way': false,
  'out-for-delivery': false,
  delivered: false,
  delayed: false,
  'attempt-failed': false,
  'needs-merchant': false,
  'ended-badly': false,
};

/** The groups of deliveries that the operator has accepted and not collected. */
export const GROUPS_AT_PICKUP: readonly string[] = Object.entries(AT_PICKUP).flatMap(([group, isThere]) =>
  isThere ? [group] : [],
);

/** @param group null before the operator has said anything */
export function isAtPickup(group: string | null): boolean {
  return group === null || GROUPS_AT_PICKUP.includes(group);
}
