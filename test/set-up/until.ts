import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for a state: asks until the answer is there, and fails with what was waited for.
 *
 * @param ask the answer, or null, undefined or false as long as it is not there
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 90_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await pause(25);
  }
}
