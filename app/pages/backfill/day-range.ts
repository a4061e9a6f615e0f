import { askedDay } from '../shell/asked-values.ts';

export type RangeError = 'missing' | 'ends-before-start' | 'future';

/** First and last day, on the shop's calendar: `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** @param today on the shop's calendar */
export function parseDayRange(
  given: { readonly from: unknown; readonly to: unknown },
  today: string,
): { ok: true; range: DayRange } | { ok: false; error: RangeError } {
  const [from, to] = [askedDay.safeParse(given.from), askedDay.safeParse(given.to)];
  if (!from.success || !to.success) return { ok: false, error: 'missing' };
  if (to.data < from.data) return { ok: false, error: 'ends-before-start' };
  if (from.data > today) return { ok: false, error: 'future' };
  return { ok: true, range: { from: from.data, to: to.data } };
}

/** The result of an action on the page of past orders. */
export type BackfillResult =
  | { readonly kind: 'started' | 'already-running' | 'stopped' | 'paused' | 'resumed' | 'unreachable' }
  | { readonly kind: 'refused'; readonly error: RangeError };
