import { compose } from './composition.ts';
import type { Handoff } from '../app-context.ts';
import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import { createPages } from '../server/pages.ts';
import type { AllProcesses } from '../server/endpoints/monitoring.ts';
import { startHttpServer } from '../server/server.ts';
import { startWorker, type Worker } from './worker.ts';

/** The running program in this process, with its database. */
export interface Program {
  readonly handoff: Handoff;
  /** Null in a process that answers no requests. */
  readonly port: number | null;
  /** Null in a process that only serves requests. */
  readonly worker: Worker | null;
  /** Lets the clients go to another process that listens on the same port. `stop` follows. */
  letClientsLeave(): Promise<void>;
  /** Finishes requests, hands jobs back and closes the database, in this order. */
  stop(): Promise<void>;
}

/**
 * Starts what `ROLE` names, on `PORT`.
 *
 * @throws StartError, among others; what was opened before is closed again
 */
export async function startProgram(options: {
  environment: Environment;
  databaseUrl: string;
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler in transaction mode. */
  directDatabaseUrl?: string;
  logger: Logger;
  pace: Pace;
  /** District names as the operator writes them; null when the deployer supplies no list. */
  servedDistricts?: readonly string[] | null;
  /** The processes of this start; null when there is only this one. */
  all?: AllProcesses | null;
  now?: () => Date;
  random?: () => number;
}): Promise<Program> {
  const { ROLE: role, PORT: port, PROCESS_ANSWERS } = options.environment;
  const handoff = await compose(options);
  let worker: Worker | null = null;
  try {
    worker = role === 'web' ? null : await startWorker(handoff.app);
    const pages = role === 'worker' ? null : await createPages(handoff);
    const server = PROCESS_ANSWERS === 'yes' ? await startHttpServer(handoff.app, port, pages, options.all) : null;
    const started = worker;
    return {
      handoff,
      worker,
      port: server?.port ?? null,
      async letClientsLeave() {
        await server?.letClientsLeave();
      },
      async stop() {
        server?.announceStop();
        await server?.close();
        await started?.stop();
        await handoff.close();
      },
    };
  } catch (error) {
    await worker?.stop();
    await handoff.close();
    throw error;
  }
}
