import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging.ts';

/** Looks again and again for what is due. */
export interface Sweep {
  /** Goes on by itself from now; does nothing when it does so already. */
  start(): void;
  /** Ends, and waits for what it has begun. It can be started again. */
  stop(): Promise<void>;
  /**
   * One round, and what it has begun, to its end.
   *
   * @returns whether there may be more
   * @throws what the round throws
   */
  step(): Promise<boolean>;
}

export function createSweep(given: {
  /** As it stands in the log. */
  name: string;
  logger: Logger;
  /** Between a round that left nothing due and the next. */
  pauseMs: number;
  /** @returns whether there may be more */
  round: () => Promise<boolean>;
  /** Waits for what rounds have begun and left under way. */
  drain?: () => Promise<void>;
}): Sweep {
  const { name, logger, pauseMs, round, drain = () => Promise.resolve() } = given;
  const untilStopped = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const hasMore = await round().catch((error: unknown) => {
        logger.error({ error, sweep: name }, 'sweep failed');
        return false;
      });
      if (!hasMore) await pause(pauseMs, null, { signal }).catch(() => null); // which is how a pause is cut short
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
