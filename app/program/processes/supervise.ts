import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import type { DatabaseAddresses } from '../../persistence/connection/reach-database.ts';
import type { Standing } from '../../server/all-processes.ts';
import { StartError } from '../../start-error.ts';
import { countReady, createCountAll } from './count-all.ts';
import { startMember } from './member.ts';
import type { PlannedProcess } from './plan-processes.ts';
import { createSlot, type Slot } from './slot.ts';

/** The processes of one start, which this process starts, replaces and stops. It does no work of theirs. */
export interface Supervisor {
  /**
   * Replaces one process after another, each when the next one is ready. While that is under way, another call makes it
   * begin once more.
   */
  roll(): void;
  /** Ends all processes at once. @returns whether they ended in order */
  stop(): Promise<boolean>;
}

/**
 * @param given.prepare runs before each roll, because the new processes may be of another version
 * @throws StartError when a process cannot start; the process itself has said why
 */
export async function superviseProcesses(given: {
  plan: readonly PlannedProcess[];
  addresses: DatabaseAddresses;
  prepare: () => Promise<void>;
  pace: Pace['processes'];
  logger: Logger;
  /** What the parent itself measures. */
  registry: Registry;
  random: () => number;
}): Promise<Supervisor> {
  const { plan, addresses, prepare, pace, logger, registry, random } = given;
  // what is counted can be NaN, which JSON cannot say
  cluster.setupPrimary({ serialization: 'advanced' });
  let isStarting = true;
  let isStopping = false;
  const slots: Slot[] = plan.map((planned) =>
    createSlot({
      planned,
      pace,
      logger,
      random,
      begin: () => startMember({ planned, addresses, pace, answer }),
      ended: (member, isMeant) => countAll.ended(member, planned.role, isMeant),
    }),
  );
  const countAll = createCountAll(registry, () => slots);
  const answer = (what: 'counted' | 'standing') => (what === 'counted' ? countAll.text() : Promise.resolve(standing()));
  const standing = (): Standing => {
    const processes = countReady(slots);
    const [without] = Object.entries(processes).find(([, { ready }]) => ready === 0) ?? [];
    if (isStopping) return { problem: 'stopping', processes };
    if (isStarting) return { problem: 'starting', processes };
    return { problem: without === undefined ? null : `no ${without} process is ready`, processes };
  };
  const stop = async () => {
    isStopping = true;
    const ends = await Promise.all(slots.map((slot) => slot.stop()));
    return ends.every(Boolean);
  };

  // the first one alone: what is wrong with the settings is said once
  const [first, ...others] = slots;
  const hasStarted =
    (await first?.start()) && (await Promise.all(others.map((slot) => slot.start()))).every((isReady) => isReady);
  if (!hasStarted) {
    await stop();
    throw new StartError('PROCESSES: a process did not start. Its own line says why');
  }
  isStarting = false;

  let isRolling = false;
  let isAskedAgain = false;
  const shouldGoOn = () => isAskedAgain && !isStopping;
  const rollOnce = async () => {
    await prepare();
    for (const slot of slots) {
      if (isStopping) return;
      if (!(await slot.replace())) {
        logger.error({ process: slot.planned.name }, 'a new process did not start: the others stay as they are');
        return;
      }
      logger.info({ process: slot.planned.name }, 'replaced');
    }
    logger.info('every process was replaced');
  };
  const rollUntilDone = async () => {
    do {
      isAskedAgain = false;
      await rollOnce().catch((error: unknown) => logger.error({ error }, 'the processes were not replaced'));
    } while (shouldGoOn());
    isRolling = false;
  };
  return {
    roll() {
      isAskedAgain = isRolling;
      if (isRolling || isStopping) return;
      isRolling = true;
      void rollUntilDone();
    },
    stop,
  };
}
