/** What is known of a delivery before a call to the operator about it. */
export interface Situation {
  readonly now: Date;
  /** When a call ended, or began if its end is not known, after which the operator may have it; null without one. */
  readonly possiblySentAt: Date | null;
  /** The merchant's word that it may be sent as soon as it is not found. */
  readonly resendAskedAt: Date | null;
  /** It was found by a backfill, the sweep or the daily count: nobody had told this program of it. */
  readonly lookFirst: boolean;
  /** When the fulfillment was made in Shopify. */
  readonly fulfilledAt: Date;
  /**
   * When an earlier life of the program ended, which may have sent it and left no trace here: the shop was installed then,
   * or the database was restored.
   */
  readonly earlierLifeEndedAt: Date | null;
}

/** The times that a look-up keeps to, in milliseconds. */
export interface LookUpPace {
  /** From the call to the first look-up. */
  readonly lookUpDelayMs: number;
  /** From the call to the moment from which an order that is not found was not taken. */
  readonly lookUpHorizonMs: number;
  /** A fulfillment that is older at its first call is looked up before. */
  readonly freshMs: number;
}

/**
 * Why a delivery is looked up before it is sent.
 *
 * - `since`: the last moment at which it can have been sent; it is looked for until the horizon from then on has passed
 * - `once`: nothing says that it was sent, and nobody can say that it was not; not found once, it is sent
 */
export type Doubt = { readonly kind: 'since'; readonly since: Date } | { readonly kind: 'once' };

/** @returns null when the operator cannot have it */
export function doubtOf(situation: Situation, { freshMs }: LookUpPace): Doubt | null {
  const { now, possiblySentAt, lookFirst, fulfilledAt, earlierLifeEndedAt } = situation;
  const earlier = earlierLifeEndedAt && fulfilledAt <= earlierLifeEndedAt ? earlierLifeEndedAt : null;
  const since = later(possiblySentAt, earlier);
  if (since) return { kind: 'since', since };
  return lookFirst || now.getTime() - fulfilledAt.getTime() > freshMs ? { kind: 'once' } : null;
}

/** Whether an order that was just not found may be sent. */
export function isSureNotTaken(
  doubt: Doubt,
  { now, resendAskedAt }: Pick<Situation, 'now' | 'resendAskedAt'>,
  { lookUpHorizonMs }: LookUpPace,
): boolean {
  if (doubt.kind === 'once') return true;
  const { since } = doubt;
  return (resendAskedAt !== null && resendAskedAt >= since) || now.getTime() - since.getTime() >= lookUpHorizonMs;
}

/** When an order that was not found is looked for again: further and further apart, and at the end of the horizon. */
export function nextLookUpAt(
  since: Date,
  now: Date,
  { lookUpDelayMs, lookUpHorizonMs }: Pick<LookUpPace, 'lookUpDelayMs' | 'lookUpHorizonMs'>,
): Date {
  const passed = now.getTime() - since.getTime();
  const left = lookUpHorizonMs - passed;
  const doubled = Math.max(lookUpDelayMs, passed);
  return new Date(now.getTime() + (left > 0 ? Math.min(doubled, left) : doubled));
}

function later(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}
