import { canBeBefore, canBeUntil, isSurelyBefore, ageMs, type ToldTime } from '../calendar/told-time.ts';

/**
 * A life of the program that ended, and may have sent the order and left no trace here.
 *
 * - `installation`: the app was uninstalled and the shop's rows were deleted. It ended by Shopify's clock, and hand-overs
 *   end with it, so nothing that was fulfilled later was sent.
 * - `restored-database`: this database is a backup, a copy or a standby, and may lack what the one before it knew.
 * - `lost-database`: this database began empty, and another one may have been here before it. In this one, a shop has
 *   to be installed by a person before anything is sent, so what may be as young as the database was not sent before.
 */
export interface EarlierLife {
  readonly kind: 'installation' | 'restored-database' | 'lost-database';
  readonly endedAt: Date;
}

/** What is known of a delivery before a call to the operator about it. */
export interface KnownBeforeCall {
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
  /** When the fulfillment was made in Shopify; null when it no longer exists. */
  readonly fulfilledAt: ToldTime | null;
  readonly earlierLives: readonly EarlierLife[];
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
export function doubtOf(known: KnownBeforeCall, { freshMs }: LookUpPace): Doubt | null {
  const { now, possiblySentAt, lookFirst, fulfilledAt, earlierLives } = known;
  const lives = earlierLives.filter((life) => fulfilledAt && mayHaveSent(life, fulfilledAt));
  const [since] = [possiblySentAt, ...lives.map(({ endedAt }) => endedAt)]
    .filter((at) => at !== null)
    .sort((a, b) => b.getTime() - a.getTime());
  if (since) return { kind: 'since', since };
  return lookFirst || (fulfilledAt && ageMs(fulfilledAt, now) > freshMs) ? { kind: 'once' } : null;
}

function mayHaveSent({ kind, endedAt }: EarlierLife, fulfilledAt: ToldTime): boolean {
  switch (kind) {
    case 'installation':
      return canBeUntil(fulfilledAt, endedAt);
    case 'restored-database':
      return canBeBefore(fulfilledAt, endedAt);
    case 'lost-database':
      return isSurelyBefore(fulfilledAt, endedAt);
  }
}

/** Whether an order that was just not found may be sent. */
export function isSureNotTaken(
  doubt: Doubt,
  { now, resendAskedAt }: Pick<KnownBeforeCall, 'now' | 'resendAskedAt'>,
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
