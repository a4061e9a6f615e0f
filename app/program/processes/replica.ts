import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import { backOffMs } from '../../domain/calendar/back-off.ts';
import type { Child } from './child.ts';
import type { PlannedProcess } from './plan-processes.ts';

/** The place of one process: when it dies, another one is started. */
export interface Replica {
  readonly planned: PlannedProcess;
  /** The processes that live now: one, two during a replacement, none during the pause before a restart. */
  children(): readonly Child[];
  /** Starts the first process. @returns whether it became ready */
  start(): Promise<boolean>;
  /**
   * Starts another process, and lets the present one end when that is ready.
   *
   * @returns false when the new one did not become ready; the present one then stays
   */
  replace(): Promise<boolean>;
  /** Ends its processes, and starts no more. @returns whether they ended in order */
  stop(): Promise<boolean>;
}

/** @param options.ended receives every process that has ended, and whether that was meant */
export function createReplica(options: {
  planned: PlannedProcess;
  begin: (planned: PlannedProcess) => Child;
  ended: (child: Child, isMeant: boolean) => void;
  pace: Pace['processes'];
  logger: Logger;
  random: () => number;
}): Replica {
  const { planned, begin, pace, logger, random } = options;
  const alive = new Set<Child>();
  const stopping = new AbortController();
  let current: Child | null = null;
  let successor: Child | null = null;
  let deaths = 0;

  const isFree = () => !current && !successor && !stopping.signal.aborted;
  const put = (child: Child) => {
    current = child;
    return child;
  };
  const launch = () => {
    const child = begin(planned);
    alive.add(child);
    void watch(child);
    return child;
  };
  const watch = async (child: Child) => {
    const began = performance.now();
    const how = await child.ended;
    alive.delete(child);
    const isMeant = stopping.signal.aborted || (child !== current && child !== successor);
    options.ended(child, isMeant);
    if (isMeant || child !== current) return;
    current = null;
    deaths = performance.now() - began > pace.steadyMs ? 1 : deaths + 1;
    const pauseMs = Math.round(backOffMs(pace.restart, deaths, random()));
    logger.error({ process: planned.name, pid: child.pid, how, deaths, pauseMs }, 'a process died');
    await pause(pauseMs, null, { signal: stopping.signal }).catch(() => null); // a stop ends the pause
    if (isFree()) put(launch());
  };

  return {
    planned,
    children: () => [...alive],
    start: () => put(launch()).started,
    async replace() {
      const next = launch();
      successor = next;
      const isReady = await next.started;
      successor = null;
      if (stopping.signal.aborted) return false;
      if (!isReady) {
        if (isFree()) put(launch());
        return false;
      }
      const former = current;
      put(next);
      if (former && alive.has(former)) {
        former.retire();
        const tooLate = setTimeout(() => void former.stop(), pace.leaveMs + pace.stopMs);
        await former.ended;
        clearTimeout(tooLate);
      }
      return true;
    },
    async stop() {
      stopping.abort();
      const ends = await Promise.all(Array.from(alive, (child) => child.stop()));
      return ends.every((how) => how === null);
    },
  };
}
