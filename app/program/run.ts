import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../persistence/embedded-postgres/server.ts';
import { applyMigrations } from '../persistence/migrations.ts';
import { reachDatabase } from '../persistence/reach-database.ts';
import { startProgram, type Program } from './program.ts';
import { readServedDistricts } from './served-districts.ts';

/**
 * Runs the program in this process, with its database, until a signal stops it.
 *
 * @param options.now the clock; by default the database's
 * @throws StartError, among others; the embedded database is stopped then
 */
export async function run(
  environment: Environment,
  logger: Logger,
  pace: Pace,
  { now }: { now?: () => Date } = {},
): Promise<void> {
  const { ROLE: role, DATA_DIR: dataDir } = environment;
  const servedDistricts = await readServedDistricts(environment.OPERATOR_DISTRICTS_FILE);
  const embedded = environment.DATABASE_URL
    ? null
    : await guardEmbeddedPostgres(dataDir, pace.embeddedPostgres, logger);
  try {
    const addresses = embedded
      ? { url: embedded.url, directUrl: embedded.url }
      : await reachDatabase(
          { url: environment.DATABASE_URL ?? '', directUrl: environment.DIRECT_DATABASE_URL },
          pace.database.connectionMs,
        );
    const applied = await applyMigrations(addresses.directUrl, pace.database);
    if (applied.length > 0) logger.info({ applied }, 'migrations applied');

    const program = await startProgram({
      environment,
      databaseUrl: addresses.url,
      directDatabaseUrl: addresses.directUrl,
      logger,
      pace,
      servedDistricts,
      ...(now && { now }),
    });
    logger.info({ port: program.port, role, node: process.version }, 'ready');
    stopOnSignal(program, embedded, logger);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function stopOnSignal(program: Program, embedded: EmbeddedGuard | null, logger: Logger): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    await program.stop();
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

/** Starts the embedded database. If it dies, it is started again on the same port. */
async function guardEmbeddedPostgres(
  dataDir: string | undefined,
  pace: Pace['embeddedPostgres'],
  logger: Logger,
): Promise<EmbeddedGuard> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, pace });
  logger.info({ directory: server.directory, found: server.found }, 'embedded PostgreSQL');
  let isBusy = false;
  const guard = setInterval(() => {
    if (isBusy || server.isAlive()) return;
    isBusy = true;
    logger.error('the embedded PostgreSQL is gone: starting it again');
    startEmbeddedPostgres({ dataDir, pace })
      .then((started) => {
        server = started;
      })
      .catch((error: unknown) => logger.error({ error }, 'the embedded PostgreSQL does not start'))
      .finally(() => {
        isBusy = false;
      });
  }, pace.guardEveryMs);
  return {
    url: server.url,
    async stop() {
      clearInterval(guard);
      await server.stop();
    },
  };
}
