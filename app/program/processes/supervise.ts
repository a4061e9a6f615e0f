import cluster from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import type { DatabaseAddresses } from '../../persistence/connection/reach-database.ts';
import type { Standing } from '../../server/endpoints/monitoring.ts';
import { StartError } from '../../start-error.ts';
import { startChild, type Child } from './child.ts';
import type { PlannedProcess } from './plan-processes.ts';
import { createReplica, type Replica } from './replica.ts';
import { readCounted, type Counted } from './messages.ts';

/** The processes of one start, which this process starts, replaces and stops. It does no work of theirs. */
interface Supervisor {
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

/** What all processes of one start have counted, as if they were one. */
interface CountAll {
  /** In Prometheus' text format. */
  text(): Promise<string>;
  /** Keeps what a process has counted: a sum that became smaller would look like a restart of everything. */
  ended(child: Child, role: string, isMeant: boolean): void;
}

/** @param own what the parent itself measures */
export function createCountAll(own: Registry, replicas: () => readonly Replica[]): CountAll {
  collectDefaultMetrics({ register: own, prefix: 'handoff_' });
  const measured = (name: string, help: string) => ({ name, help, registers: [own], labelNames: ['role'] as const });
  const ready = new Gauge(measured('handoff_processes_ready', 'Processes of this start that are ready, by role.'));
  const missing = new Gauge(
    measured('handoff_processes_missing', 'Processes of this start that should be ready and are not, by role.'),
  );
  const deaths = new Counter(
    measured('handoff_process_deaths_total', 'Processes that ended without being asked to, by role.'),
  );
  for (const role of new Set(replicas().map(({ planned }) => planned.role))) deaths.inc({ role }, 0);
  let past: Counted = [];
  let folding = Promise.resolve();
  return {
    async text() {
      for (const [role, { ready: count, of }] of Object.entries(countReady(replicas()))) {
        ready.set({ role }, count);
        missing.set({ role }, of - count);
      }
      const children = replicas().flatMap((replica) => replica.children());
      const told = await Promise.all(children.map(async (child) => ({ child, counted: await child.count() })));
      const mine = await own.getMetricsAsJSON();
      await folding;
      // one that has ended is a part of the past
      const alive = new Set(replicas().flatMap((replica) => replica.children()));
      const present = told.filter(({ child }) => alive.has(child)).map(({ counted }) => counted);
      return AggregatorRegistry.aggregate([mine, past, ...present]).metrics();
    },
    ended(child, role, isMeant) {
      if (!isMeant) deaths.inc({ role });
      const counted = child.lastCounted().filter(({ type }) => type === 'counter' || type === 'histogram');
      folding = folding.then(async () => {
        past = readCounted(await AggregatorRegistry.aggregate([past, counted]).getMetricsAsJSON());
      });
    },
  };
}

/** By role: how many replicas have a process that is ready, and how many there are. */
function countReady(replicas: readonly Replica[]): Record<string, { ready: number; of: number }> {
  const counts: Record<string, { ready: number; of: number }> = {};
  for (const replica of replicas) {
    const count = (counts[replica.planned.role] ??= { ready: 0, of: 0 });
    count.of += 1;
    if (replica.children().some((child) => child.isReady())) count.ready += 1;
  }
  return counts;
}
