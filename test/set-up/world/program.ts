import { failForRefusedStatements } from '../guards/refused-statements.ts';
import { startProgram } from '../../../app/program/program.ts';
import { createLogger } from '../../../app/logging.ts';
import { readServedDistricts } from '../../../app/program/run.ts';
import type { AppContext, Handoff } from '../../../app/app-context.ts';
import type { Pace } from '../../../app/pace.ts';
import type { Worker } from '../../../app/program/worker.ts';
import { testEnvironment } from '../environment.ts';
import { testPace } from '../time/pace.ts';

/** What a test can see of the program, whether it runs in this process or in another. */
export interface Program {
  readonly url: string;
  /** The log so far, line by line. */
  readonly lines: readonly string[];
  /** @returns the exit code, after an orderly stop */
  stop(): Promise<number | null>;
}

/** The program running in this process. */
export interface ProgramHere extends Program {
  readonly app: AppContext;
  /** What the pages of a shop are opened with. */
  readonly handoff: Handoff;
  /**
   * The sweeps. A test that changes rows, or injects a fault for one call, stops them first so that they do not
   * interfere.
   */
  readonly sweeps: Worker['sweeps'];
}

/**
 * Runs the whole program with its pages in the process of the test, at the pace of the tests.
 *
 * @param variables with `PORT` and `DATABASE_URL`
 * @param options.pace changes the pace of the tests
 */
export async function startProgramHere(
  variables: Readonly<Record<string, string>>,
  options: { now: () => Date; pace?: (usual: Pace) => Pace },
): Promise<ProgramHere> {
  const { now, pace = (usual: Pace) => usual } = options;
  const environment = testEnvironment({ LOG_LEVEL: 'info', ...variables });
  const lines: string[] = [];
  const write = (text: string) => void lines.push(...text.trimEnd().split('\n'));
  const program = await startProgram({
    environment,
    databaseUrl: environment.DATABASE_URL ?? '',
    ...(environment.DIRECT_DATABASE_URL && { directDatabaseUrl: environment.DIRECT_DATABASE_URL }),
    logger: createLogger(environment.LOG_LEVEL, { write }),
    pace: pace(testPace(environment)),
    servedDistricts: await readServedDistricts(environment),
    now,
  });
  let stopped: Promise<void> | null = null;
  return {
    url: `http://127.0.0.1:${program.port ?? 0}`,
    lines,
    app: program.handoff.app,
    handoff: program.handoff,
    get sweeps() {
      if (!program.worker) throw new Error('a program that only serves has no sweeps');
      return program.worker.sweeps;
    },
    async stop() {
      await (stopped ??= program.stop());
      failForRefusedStatements(lines);
      return 0;
    },
  };
}
