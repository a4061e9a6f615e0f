import type { Environment } from '../../environment.ts';

export type ProcessRole = 'web' | 'worker';

/** One of the processes that a start runs. */
export interface PlannedProcess {
  /** Such as `web-1`. It stays the same when the process is replaced. */
  readonly name: string;
  readonly role: ProcessRole;
  /** Whether it answers requests on `PORT` and `METRICS_PORT`, which the processes share. */
  readonly answers: boolean;
}

/** With fewer, a web process that dies leaves nobody on the port until the next one is ready. */
const FEWEST_WEB = 2;

/**
 * Plans the processes of one start. Half of them are workers, because hand-overs cost more than webhooks.
 *
 * @param cores how many the machine has
 * @returns null for a program in one process
 */
export function planProcesses(
  { PROCESSES: wanted, ROLE: role }: Pick<Environment, 'PROCESSES' | 'ROLE'>,
  cores: number,
): readonly PlannedProcess[] | null {
  const count = wanted === 'auto' ? cores : wanted;
  if (count === 1) return null;
  if (role !== 'all') return several(role, count, true);
  const workers = Math.floor(count / 2);
  const web = wanted === 'auto' ? Math.max(FEWEST_WEB, count - workers) : count - workers;
  return [...several('web', web, true), ...several('worker', workers, false)];
}

function several(role: ProcessRole, count: number, answers: boolean): PlannedProcess[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, role, answers }));
}

/** Of one worker, besides those for its statements: three for locks and two for budgets. */
const OTHER_CONNECTIONS = 5;
const FOR_MAINTENANCE = 10;
const FEWEST_CONNECTIONS = 60;

/**
 * The connections to the database that so many processes may open at once, with room for one more while another is
 * replaced.
 */
export function connectionsFor(
  processes: number,
  { DATABASE_CONNECTIONS }: Pick<Environment, 'DATABASE_CONNECTIONS'>,
): number {
  const each = DATABASE_CONNECTIONS + OTHER_CONNECTIONS;
  return Math.max(FEWEST_CONNECTIONS, each * (processes + 1) + FOR_MAINTENANCE);
}
