import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import { backOffMs } from '../../domain/calendar/back-off.ts';
import type { Member } from './member.ts';
import type { PlannedProcess } from './plan-processes.ts';

/** The place of one process: when it dies, another one is started. */
export interface Slot {
  readonly planned: PlannedProcess;
  /** The processes that live now: one, two during a replacement, none during the pause before a restart. */
  members(): readonly Member[];
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

/** @param given.ended receives every process that has ended, and whether that was meant */
export function createSlot(given: {
  planned: PlannedProcess;
  begin: (planned: PlannedProcess) => Member;
  ended: (member: Member, isMeant: boolean) => void;
  pace: Pace['processes'];
  logger: Logger;
  random: () => number;
}): Slot {
  const { planned, begin, pace, logger, random } = given;
  const alive = new Set<Member>();
  const stopping = new AbortController();
  let current: Member | null = null;
  let successor: Member | null = null;
  let deaths = 0;

  const isFree = () => !current && !successor && !stopping.signal.aborted;
  const put = (member: Member) => {
    current = member;
    return member;
  };
  const launch = () => {
    const member = begin(planned);
    alive.add(member);
    void watch(member);
    return member;
  };
  const watch = async (member: Member) => {
    const began = performance.now();
    const how = await member.ended;
    alive.delete(member);
    const isMeant = stopping.signal.aborted || (member !== current && member !== successor);
    given.ended(member, isMeant);
    if (isMeant || member !== current) return;
    current = null;
    deaths = performance.now() - began > pace.steadyMs ? 1 : deaths + 1;
    const pauseMs = Math.round(backOffMs(pace.restart, deaths, random()));
    logger.error({ process: planned.name, pid: member.pid, how, deaths, pauseMs }, 'a process died');
    await pause(pauseMs, null, { signal: stopping.signal }).catch(() => null); // a stop ends the pause
    if (isFree()) put(launch());
  };

  return {
    planned,
    members: () => [...alive],
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
      const ends = await Promise.all(Array.from(alive, (member) => member.stop()));
      return ends.every((how) => how === null);
    },
  };
}
