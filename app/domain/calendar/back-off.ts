/** Pauses that grow from the first to the longest, in milliseconds. */
export interface Pauses {
  readonly firstMs: number;
  readonly limitMs: number;
}

/**
 * The number of tries of one step before a person is told. With the pauses between them this takes about an hour and a
 * half. A hand-over is tried after that as well, more rarely: the fault can pass without the person.
 */
export const TRY_LIMIT = 14;

/**
 * The number of tries of a step that gets an answer each time, but none that can be read: about five minutes. That is no
 * outage which passes by itself, and a person may know more.
 */
export const UNREADABLE_LIMIT = 6;

/**
 * The pause before the next try: it doubles from the first to the longest, with a jitter of a quarter either way.
 *
 * @param tries tries that have failed so far, from 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function backOffMs({ firstMs, limitMs }: Pauses, tries: number, random: number): number {
  return Math.min(firstMs * 2 ** (tries - 1), limitMs) * (0.75 + 0.5 * random);
}

/**
 * The pause before something that has stopped is checked again: half as long as it has been stopped.
 *
 * @returns milliseconds
 */
export function recheckMs({ firstMs, limitMs }: Pauses, since: Date, now: Date): number {
  return Math.min(Math.max(firstMs, (now.getTime() - since.getTime()) / 2), limitMs);
}
