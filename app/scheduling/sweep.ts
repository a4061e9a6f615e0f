import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging.ts';
import { STANDARD_PACE, type Pace } from '../pace.ts';

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

export function createSweep(given: {
  /** The name in the log. */
  name: string;
  logger: Logger;
  /** The shortest pause between a round that left nothing due and the next. */
  pauseMs: number;
  onBusyMachine?: Pace['onBusyMachine'];
  /** @returns whether there may be more */
  round: () => Promise<boolean>;
  /** Waits for work that rounds have started. */
  drain?: () => Promise<void>;
}): Sweep {
  const {
    name,
    logger,
    pauseMs,
    onBusyMachine = STANDARD_PACE.onBusyMachine,
    round,
    drain = () => Promise.resolve(),
  } = given;
  const pauseAfter = (tookMs: number) => {
    const { roundsLong, pausesLong } = onBusyMachine;
    return Math.min(Math.max(pauseMs, tookMs * roundsLong), pauseMs * pausesLong);
  };
  const untilStopped = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const beganAt = performance.now();
      const hasMore = await round().catch((error: unknown) => {
        logger.error({ error, sweep: name }, 'sweep failed');
        return false;
      });
      if (hasMore) continue;
      await pause(pauseAfter(performance.now() - beganAt), null, { signal }).catch(() => null); // aborting is how a pause ends early
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
