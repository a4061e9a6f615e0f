import { compose, type Handoff } from './composition.ts';
import { EnvironmentError, readEnvironment, type Environment } from './environment.ts';
import { createPages } from './http/pages.ts';
import { startHttpServer, type HttpServer } from './http/server.ts';
import { createLogger, type Logger } from './logging.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './persistence/embedded-postgres/server.ts';
import { applyMigrations } from './persistence/migrations.ts';
import { startWorker, type Worker } from './worker.ts';

const GUARD_EVERY_MS = 2_000;

try {
  const environment = readEnvironment();
  await run(environment, createLogger(environment.LOG_LEVEL));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(error instanceof EnvironmentError ? `${error.message}\n` : `${error.stack ?? error.message}\n`);
  process.exit(1);
}

async function run(environment: Environment, logger: Logger): Promise<void> {
  const { ROLE: role, DATA_DIR: dataDir } = environment;
  const embedded = environment.DATABASE_URL ? null : await guardEmbeddedPostgres(dataDir, logger);
  const databaseUrl = environment.DATABASE_URL ?? embedded?.url ?? '';
  const applied = await applyMigrations(databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'migrations applied');

  const handoff = await compose({ environment, databaseUrl, logger });
  const worker = role === 'web' ? null : await startWorker(handoff.world);
  const pages = role === 'worker' ? null : await createPages(handoff);
  const server = await startHttpServer(handoff.world, environment.PORT, pages);
  logger.info({ port: server.port, role, node: process.version }, 'ready');
  stopOnSignal({ server, worker, handoff, embedded, logger });
}

interface Running {
  readonly server: HttpServer;
  readonly worker: Worker | null;
  readonly handoff: Handoff;
  readonly embedded: EmbeddedGuard | null;
  readonly logger: Logger;
}

/** Requests finished, jobs handed back, database closed: in this order, each once the one before it is done. */
function stopOnSignal({ server, worker, handoff, embedded, logger }: Running): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    server.announceStop();
    await server.close();
    await worker?.stop();
    await handoff.close();
    await embedded?.stop();
    logger.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.fatal({ error }, 'could not stop in order');
          process.exit(1);
        },
      );
    });
  }
}

interface EmbeddedGuard {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the embedded database, and starts it again, on the same port, when it dies. */
async function guardEmbeddedPostgres(dataDir: string | undefined, logger: Logger): Promise<EmbeddedGuard> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  logger.info({ directory: server.directory, found: server.found }, 'embedded PostgreSQL');
  let isBusy = false;
  const guard = setInterval(() => {
    if (isBusy || server.isAlive()) return;
    isBusy = true;
    logger.error('the embedded PostgreSQL is gone: starting it again');
    startEmbeddedPostgres({ dataDir })
      .then((started) => void (server = started))
      .catch((error: unknown) => logger.error({ error }, 'the embedded PostgreSQL does not start'))
      .finally(() => void (isBusy = false));
  }, GUARD_EVERY_MS);
  return {
    url: server.url,
    async stop() {
      clearInterval(guard);
      await server.stop();
    },
  };
}
