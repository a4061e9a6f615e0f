import { availableParallelism } from 'node:os';
import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import { Registry } from 'prom-client';
import { measureDisk } from '../metrics.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../persistence/embedded-postgres/server.ts';
import { applyMigrations } from '../persistence/migrations.ts';
import { askAtStart, reachDatabase } from '../persistence/connection/reach-database.ts';
import { linkToParent } from './processes/parent-link.ts';
import { connectionsFor, planProcesses } from './processes/plan-processes.ts';
import { superviseProcesses } from './processes/supervise.ts';
import type * as Program from './program.ts';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { causeOf, StartError } from '../start-error.ts';

/**
 * The program is loaded when it starts: a start that fails before says so at once, and a parent of several processes
 * does without it.
 */
const startProgram: typeof Program.startProgram = async (options) =>
  (await import('./program.ts')).startProgram(options);

/**
 * Runs the program, with its database, until a signal stops it: in this process, or in the processes that this one
 * starts.
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
  const { PROCESS_NAME: name, ROLE: role, DATA_DIR: dataDir } = environment;
  if (name !== undefined) return runAsChild(environment, logger.child({ process: name }), pace, now);
  const plan = planProcesses(environment, availableParallelism());
  const servedDistricts = await readServedDistricts(environment);
  const embedded = environment.DATABASE_URL
    ? null
    : await guardEmbeddedPostgres({
        dataDir,
        pace: pace.embeddedPostgres,
        logger,
        connections: connectionsFor(plan?.length ?? 1, environment),
      });
  try {
    const addresses = embedded
      ? { url: embedded.url, directUrl: embedded.url }
      : await reachDatabase(
          { url: environment.DATABASE_URL ?? '', directUrl: environment.DIRECT_DATABASE_URL },
          pace.database.connectionMs,
        );
    const prepare = async () => {
      const applied = await askAtStart(applyMigrations(addresses.directUrl, pace.database));
      if (applied.length > 0) logger.info({ applied }, 'migrations applied');
    };
    await prepare();

    if (plan) {
      const registry = new Registry();
      if (embedded) measureDisk(registry, embedded.directory);
      const supervisor = await superviseProcesses({
        plan,
        addresses,
        prepare,
        pace: pace.processes,
        logger,
        registry,
        random: Math.random,
      });
      logger.info(
        { pid: process.pid, processes: plan.map((planned) => planned.name), role, node: process.version },
        'ready',
      );
      process.on('SIGHUP', () => {
        logger.info({ signal: 'SIGHUP' }, 'replacing every process');
        supervisor.roll();
      });
      stopOnSignal(async () => ((await supervisor.stop()) ? 0 : 1), embedded, logger);
      return;
    }

    const program = await startProgram({
      environment,
      databaseUrl: addresses.url,
      directDatabaseUrl: addresses.directUrl,
      logger,
      pace,
      servedDistricts,
      ...(now && { now }),
    });
    if (embedded) measureDisk(program.handoff.app.metrics.registry, embedded.directory);
    logger.info({ port: program.port, role, node: process.version }, 'ready');
    stopOnSignal(() => program.stop().then(() => 0), embedded, logger);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Runs one of several processes. Its parent has prepared the database. */
async function runAsChild(
  environment: Environment,
  logger: Logger,
  pace: Pace,
  now: (() => Date) | undefined,
): Promise<void> {
  let retire = (): void => process.exit(0); // another one has taken its place before it was ready
  const parent = linkToParent({ pace: pace.processes, retire: () => retire() });
  // a terminal sends these to all processes, and they are meant for the parent
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => undefined);
  const program = await startProgram({
    environment,
    databaseUrl: environment.DATABASE_URL ?? '',
    directDatabaseUrl: environment.DIRECT_DATABASE_URL ?? environment.DATABASE_URL ?? '',
    logger,
    pace,
    servedDistricts: await readServedDistricts(environment),
    all: parent,
    ...(now && { now }),
  });
  const stopInOrder = async () => {
    await program.stop();
    await parent.leave();
    return 0;
  };
  const stop = stopOnSignal(stopInOrder, null, logger, ['SIGTERM']);
  retire = () => void program.letClientsLeave().then(() => stop('retired'));
  parent.ready(program.handoff.app.metrics.registry);
  logger.info({ pid: process.pid, port: program.port, role: environment.ROLE }, 'ready');
}

/** @returns what a signal does: it stops in order, once, and ends this process */
function stopOnSignal(
  stopProgram: () => Promise<number>,
  embedded: EmbeddedGuard | null,
  logger: Logger,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
): (signal: string) => void {
  let isStopping = false;
  const stop = async (signal: string) => {
    logger.info({ signal }, 'stopping');
    const code = await stopProgram();
    await embedded?.stop();
    logger.info('stopped');
    return code;
  };
  const stopOnce = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    stop(signal).then(
      (code) => process.exit(code),
      (error: unknown) => {
        logger.fatal({ error }, 'the program did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stopOnce);
  return stopOnce;
}

type EmbeddedGuard = Pick<EmbeddedPostgres, 'url' | 'directory' | 'stop'>;

/** Starts the embedded database. If it dies, it is started again on the same port. */
async function guardEmbeddedPostgres(options: {
  dataDir: string | undefined;
  pace: Pace['embeddedPostgres'];
  logger: Logger;
  /** The largest number of connections at once. */
  connections: number;
}): Promise<EmbeddedGuard> {
  const { dataDir, pace, logger, connections } = options;
  const settings = { max_connections: String(connections) };
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, pace, settings });
  logger.info({ directory: server.directory, found: server.found }, 'embedded PostgreSQL started');
  let isBusy = false;
  const guard = setInterval(() => {
    if (isBusy || server.isAlive()) return;
    isBusy = true;
    logger.error('the embedded PostgreSQL is gone: starting it again');
    startEmbeddedPostgres({ dataDir, pace, settings })
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
    directory: server.directory,
    async stop() {
      clearInterval(guard);
      await server.stop();
    },
  };
}

const districtsSchema = z.array(z.string().trim().min(1)).min(1);

/**
 * The districts that the operator serves, as it writes them: of the file, or else of the operator's profile.
 *
 * @returns null when neither lists any
 * @throws StartError when the file cannot be read or contains something else
 */
export async function readServedDistricts({
  OPERATOR_DISTRICTS_FILE: file,
  profile,
}: Pick<Environment, 'OPERATOR_DISTRICTS_FILE' | 'profile'>): Promise<readonly string[] | null> {
  if (!file) return profile.districtNames;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(
      `OPERATOR_DISTRICTS_FILE: ${file} cannot be read (${causeOf(error)}): correct the path, or remove the variable`,
      { cause: error },
    );
  }
  try {
    return districtsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(
      `OPERATOR_DISTRICTS_FILE: ${file} must be a JSON array of district names, e.g. ["Miraflores", "San Isidro"]`,
      { cause: error },
    );
  }
}
