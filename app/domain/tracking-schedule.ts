import type { StateGroup } from './operator-state.ts';

/** How much longer than the base interval a state is left alone: fast when out for delivery, slow at rest. */
const PACE: Readonly<Record<StateGroup, number>> = {
  accepted: 5,
  'courier-assigned': 3,
  'picking-up': 2,
  'on-the-way': 2,
  'out-for-delivery': 1,
  delayed: 5,
  'attempt-failed': 5,
  'needs-merchant': 10,
  unknown: 3,
  delivered: Infinity,
  'ended-badly': Infinity,
};

/** After the end the operator is asked twice more, since late entries can contradict it. */
const LAST_LOOKS_MS = [3_600_000, 86_400_000];

const LONGEST_BACK_OFF_MS = 3_600_000;

export interface ReadingSituation {
  readonly now: Date;
  /** Null before the first successful read. */
  readonly group: StateGroup | null;
  /** When the delivery ended, if it did. */
  readonly endedAt: Date | null;
  /** Reads that failed in a row. */
  readonly failures: number;
  /** Interval of a delivery that is out for delivery. */
  readonly baseIntervalMs: number;
  /** The operator asked to wait until then. */
  readonly notBefore?: Date | null;
  /** 0..1; spreads reads that would fall together. */
  readonly random: number;
}

/** When to read the delivery next; null when there is nothing more to learn. */
export function nextReadAt(situation: ReadingSituation): Date | null {
  const { now, group, endedAt, failures, baseIntervalMs, notBefore, random } = situation;
  if (endedAt && failures === 0) return lastLook(now, endedAt);
  const pace = group && Number.isFinite(PACE[group]) ? PACE[group] : 1;
  const interval = Math.min(baseIntervalMs * pace * 2 ** Math.min(failures, 10), LONGEST_BACK_OFF_MS);
  const next = now.getTime() + interval * (0.9 + 0.2 * random);
  return new Date(Math.max(next, notBefore?.getTime() ?? 0));
}

function lastLook(now: Date, endedAt: Date): Date | null {
  const look = LAST_LOOKS_MS.map((after) => endedAt.getTime() + after).find((at) => at > now.getTime());
  return look === undefined ? null : new Date(look);
}
