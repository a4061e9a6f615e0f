import { EnvironmentError, readEnvironment } from './environment.ts';
import { createLogger, type Logger } from './logging.ts';
import { paceOf } from './pace.ts';
import { run } from './program/run.ts';
import { StartError } from './start-error.ts';

/** The program. If it cannot start, it says why in one line and exits with code 1. */
async function start(): Promise<void> {
  try {
    const environment = readEnvironment();
    const logger = createLogger(environment.LOG_LEVEL);
    logUnexpected(logger);
    await run(environment, logger, paceOf(environment));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isExplained = error instanceof EnvironmentError || error instanceof StartError;
    process.stderr.write(isExplained ? `${error.message}\n` : `${error.stack ?? error.message}\n`);
    process.exit(1);
  }
}

/** Writes what Node would print to the console as a line of the log. */
function logUnexpected(logger: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ error, event }, 'an unexpected failure ended the program');
      process.exit(1);
    });
  }
  process.removeAllListeners('warning');
  process.on('warning', (error) => {
    // what a release of the program uses has been tried with it
    if (error.name !== 'ExperimentalWarning') logger.warn({ error }, 'warning from Node');
  });
}

await start();
