import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import type { DatabaseAddresses } from '../../persistence/connection/reach-database.ts';
import type { Standing } from '../../server/endpoints/monitoring.ts';
import { StartError } from '../../start-error.ts';
import { countReady, createCountAll } from './count-all.ts';
import { startChild } from './child.ts';
import type { PlannedProcess } from './plan-processes.ts';
import { createReplica, type Replica } from './replica.ts';

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
 * @param options.prepare runs before each roll, because the new processes may be of another version
 * @throws StartError when a process cannot start; the process itself has said why
 */
export async function superviseProcesses(options: {
  plan: readonly PlannedProcess[];
  addresses: DatabaseAddresses;
  prepare: () => Promise<void>;
  pace: Pace['processes'];
  logger: Logger;
  /** What the parent itself measures. */
  registry: Registry;
  random: () => number;
}): Promise<Supervisor> {
  const { plan, addresses, prepare, pace, logger, registry, random } = options;
  // what is counted can be NaN, which JSON cannot say
  cluster.setupPrimary({ serialization: 'advanced' });
  let isStarting = true;
  let isStopping = false;
  const replicas: Replica[] = plan.map((planned) =>
    createReplica({
      planned,
      pace,
      logger,
      random,
      begin: () => startChild({ planned, addresses, pace, answer }),
      ended: (child, isMeant) => countAll.ended(child, planned.role, isMeant),
    }),
  );
  const countAll = createCountAll(registry, () => replicas);
  const answer = (what: 'counted' | 'standing') => (what === 'counted' ? countAll.text() : Promise.resolve(standing()));
  const standing = (): Standing => {
    const processes = countReady(replicas);
    const [without] = Object.entries(processes).find(([, { ready }]) => ready === 0) ?? [];
    if (isStopping) return { problem: 'stopping', processes };
    if (isStarting) return { problem: 'starting', processes };
    return { problem: without === undefined ? null : `no ${without} process is ready`, processes };
  };
  const stop = async () => {
    isStopping = true;
    const ends = await Promise.all(replicas.map((replica) => replica.stop()));
    return ends.every(Boolean);
  };

  // the first one alone: what is wrong with the settings is said once
  const [first, ...others] = replicas;
  const hasStarted =
    (await first?.start()) && (await Promise.all(others.map((replica) => replica.start()))).every((isReady) => isReady);
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
    for (const replica of replicas) {
      if (isStopping) return;
      if (!(await replica.replace())) {
        logger.error({ process: replica.planned.name }, 'a new process did not start: the others stay as they are');
        return;
      }
      logger.info({ process: replica.planned.name }, 'replaced');
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
