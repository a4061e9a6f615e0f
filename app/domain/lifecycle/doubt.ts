/** What is known of a delivery before a call to the operator about it. */
export interface Situation {
  readonly now: Date;
  /**
   * When the last call ended after which the operator may have the order, or when it began if its end is unknown; null
   * when there was no such call.
   */
  readonly possiblySentAt: Date | null;
  /** When the merchant allowed it to be sent again as soon as it is not found. */
  readonly resendAskedAt: Date | null;
  /** True when a backfill, the sweep or the daily count found it, because nobody had reported it to this program. */
  readonly lookFirst: boolean;
  /** When the fulfillment was made in Shopify. */
  readonly fulfilledAt: Date;
  /**
   * When an earlier life of the program ended that may have sent the order and left no trace here: at the installation
   * in the shop, or at a restore of the database.
   */
  readonly earlierLifeEndedAt: Date | null;
}

/** The times of look-ups, in milliseconds. */
export interface LookUpPace {
  /** From the call to the first look-up. */
  readonly lookUpDelayMs: number;
  /** From the call until an order that is not found counts as not accepted. */
  readonly lookUpHorizonMs: number;
  /** A fulfillment older than this at its first call is looked up first. */
  readonly freshMs: number;
}

/**
 * Why a delivery is looked up before it is sent.
 *
 * - `since`: the last moment at which it can have been sent; it is looked up until the horizon after that has passed
 * - `once`: nothing says that it was sent, but it cannot be ruled out; if one look-up does not find it, it is sent
 */
export type Doubt = { readonly kind: 'since'; readonly since: Date } | { readonly kind: 'once' };

/** @returns null when the operator cannot have it */
export function doubtOf(situation: Situation, { freshMs }: LookUpPace): Doubt | null {
  const { now, possiblySentAt, lookFirst, fulfilledAt, earlierLifeEndedAt } = situation;
  const earlier = earlierLifeEndedAt && fulfilledAt <= earlierLifeEndedAt ? earlierLifeEndedAt : null;
  const [since] = [possiblySentAt, earlier].filter((at) => at !== null).sort((a, b) => b.getTime() - a.getTime());
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

/** When an order that was not found is looked up again: at growing intervals, and at the end of the horizon. */
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
