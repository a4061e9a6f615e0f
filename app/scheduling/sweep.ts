import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging.ts';

/** Checks again and again what is due. */
export interface Sweep {
  /** Runs by itself from now on; does nothing when it already does. */
  start(): void;
  /** Stops, and waits for what it has begun. It can be started again. */
  stop(): Promise<void>;
  /**
   * Runs one round, and completes what it has begun.
   *
   * @returns whether there may be more
   * @throws what the round throws
   */
  step(): Promise<boolean>;
}

/** For a sweep that comes at intervals. */
export const every = (ms: number) => (signal: AbortSignal) => pause(ms, null, { signal }).catch(() => null); // aborted

export function createSweep(given: {
  /** The name in the log. */
  name: string;
  logger: Logger;
  /** Waits, after a round that left nothing due, until the next one may find something, or the signal aborts. */
  wait: (signal: AbortSignal) => Promise<unknown>;
  /** @returns whether there may be more */
  round: () => Promise<boolean>;
  /** Waits for work that rounds have started. */
  drain?: () => Promise<void>;
}): Sweep {
  const { name, logger, wait, round, drain = () => Promise.resolve() } = given;
  const untilStopped = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const hasMore = await round().catch((error: unknown) => {
        logger.error({ error, sweep: name }, 'sweep failed');
        return false;
      });
      if (!hasMore) await wait(signal);
    }
  };
  let running: { readonly rounds: Promise<void>; readonly end: AbortController } | null = null;
  return {
    start() {
      if (running) return;
      const end = new AbortController();
      running = { rounds: untilStopped(end.signal), end };
    },
    async stop() {
      running?.end.abort();
      await running?.rounds;
      running = null;
      await drain();
    },
    async step() {
      const hasMore = await round();
      await drain();
      return hasMore;
    },
  };
}
