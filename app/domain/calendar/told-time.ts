/**
 * A time that Shopify or the operator tells. It is rounded down to its whole second, and read off a clock that is not
 * ours. It is no `Date`, so that it can be compared with one only by a function here, which says how it rounds.
 */
export interface ToldTime {
  /** Milliseconds since 1970, in whole seconds. */
  readonly second: number;
}

/** The most by which their clock and ours are taken to differ. */
const CLOCKS_APART_MS = 90_000;

const LAST_OF_SECOND_MS = 999;

/** @param text in ISO 8601, with its zone */
export function toldTime(text: string): ToldTime {
  return { second: Math.floor(Date.parse(text) / 1_000) * 1_000 };
}

/** Whether it can have happened before a moment of our clock, or at it. */
export function canBeBefore({ second }: ToldTime, ours: Date): boolean {
  return second - CLOCKS_APART_MS <= ours.getTime();
}

/** Whether it certainly happened before a moment of our clock: clocks differ, and the second hides its fraction. */
export function isSurelyBefore({ second }: ToldTime, ours: Date): boolean {
  return second + LAST_OF_SECOND_MS + CLOCKS_APART_MS < ours.getTime();
}

/** Whether it can have happened before a moment of the same clock, or at it. */
export function canBeUntil({ second }: ToldTime, theirs: Date): boolean {
  return second <= theirs.getTime();
}

/** Whether it can have happened after a moment of the same clock, or at it. */
export function canBeSince(told: ToldTime, theirs: Date): boolean {
  return lastMomentOf(told) >= theirs;
}

/** The last moment at which it can have happened, by their clock. */
export function lastMomentOf({ second }: ToldTime): Date {
  return new Date(second + LAST_OF_SECOND_MS);
}

/** The moment as it was told, to repeat it to whoever told it. */
export function firstMomentOf({ second }: ToldTime): Date {
  return new Date(second);
}

/** The whole second in which a moment lies: what they would tell of it. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
}

/** The longest time that can have passed since, in milliseconds, if both clocks agree. */
export function ageMs({ second }: ToldTime, now: Date): number {
  return now.getTime() - second;
}
