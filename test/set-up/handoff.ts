import { compose } from '../../app/program/composition.ts';
import { startHttpServer } from '../../app/server/server.ts';
import { createLogger } from '../../app/logging.ts';
import type { AppContext, Handoff } from '../../app/app-context.ts';
import { startWorker } from '../../app/program/worker.ts';
import { createTestDatabase } from './database/database.ts';
import { testEnvironment } from './environment.ts';
import { testPace } from './time/pace.ts';

export interface TestHandoff {
  readonly handoff: Handoff;
  readonly app: AppContext;
  readonly databaseUrl: string;
  /** Base address of the program. It serves no pages. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Runs the program in this process, with a separate database and port.
 *
 * @param options.work whether it runs jobs and sweeps; without it, they wait
 */
export async function startTestHandoff(options: {
  variables?: Readonly<Record<string, string>>;
  work: boolean;
  /** Receives what the program logs, line by line. */
  log?: (line: string) => void;
  now?: () => Date;
}): Promise<TestHandoff> {
  const { variables = {}, work, log, now } = options;
  const testDatabase = await createTestDatabase();
  const logger = log ? createLogger('debug', { write: log }) : createLogger('silent');
  const environment = testEnvironment(variables);
  const handoff = await compose({
    environment,
    databaseUrl: testDatabase.url,
    logger,
    random: () => 0.5,
    pace: testPace(environment),
    ...(now ? { now } : {}),
  });
  const worker = work ? await startWorker(handoff.app) : null;
  const server = await startHttpServer(handoff.app, 0, (_request, response) => void response.writeHead(404).end());
  return {
    handoff,
    app: handoff.app,
    databaseUrl: testDatabase.url,
    url: `http://127.0.0.1:${server.port}`,
    async stop() {
      await server.close();
      await worker?.stop();
      await handoff.close();
      await testDatabase.drop();
    },
  };
}
