import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';

/** One clock for all sweeps of a process: one statement tells which of them has something due. */
export interface DueClock {
  /** Resolves when the sweep has something due, or when `signal` aborts. */
  readonly due: (sweep: string, signal: AbortSignal) => Promise<void>;
  /** This process has made something due: the database is asked soon, and not only at the next beat. */
  readonly wake: () => void;
}

/**
 * The clock runs while a sweep waits for it.
 *
 * @param given.ask asks the database for the names of the sweeps that have something due
 */
export function createDueClock(given: {
  ask: () => Promise<readonly string[]>;
  logger: Logger;
  pace: Pace['dueClock'];
}): DueClock {
  const { ask, logger, pace } = given;
  const waiting = new Map<string, () => void>();
  let running: Promise<void> | null = null;
  let rest = new AbortController();
  const run = async () => {
    while (waiting.size > 0) {
      rest = new AbortController();
      const due = await ask().catch((error: unknown) => {
        logger.error({ error }, 'what is due is not known');
        return [];
      });
      for (const sweep of due) waiting.get(sweep)?.();
      await pause(pace.leastMs);
      await pause(pace.everyMs - pace.leastMs, null, { signal: rest.signal }).catch(() => null); // woken
    }
    running = null;
  };
  return {
    async due(sweep, signal) {
      await new Promise<void>((resolve) => {
        const release = () => {
          signal.removeEventListener('abort', release);
          waiting.delete(sweep);
          resolve();
        };
        signal.addEventListener('abort', release);
        waiting.set(sweep, release);
        if (signal.aborted) release();
        else running ??= run();
      });
      if (waiting.size > 0) return;
      rest.abort();
      if (signal.aborted) await running; // nobody is left: no statement may outlive its database
    },
    wake: () => rest.abort(),
  };
}
