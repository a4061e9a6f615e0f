import { z } from 'zod';
import { scaledClock } from '../clock.ts';
import { faultSchema } from './misbehaviour/faults.ts';
import { modesFrom } from './misbehaviour/modes.ts';
import { readDialect } from './read-dialect.ts';
import { DEMO_TOKEN, startSandboxOperator } from './server.ts';

/** Runs the sandbox operator alone, configured by the environment, until SIGTERM or SIGINT. */

const environmentSchema = z.object({
  SANDBOX_OPERATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  SANDBOX_OPERATOR_TOKEN: z.string().regex(/^\S+$/, 'must not be blank').default(DEMO_TOKEN),
  SANDBOX_OPERATOR_TIME_ZONE: z.string().default('America/Lima'),
  /** How many times faster than real time its clock runs. */
  SANDBOX_SPEED: z.coerce.number().positive().default(1),
  /** Faults that are active from the start, as a JSON array. */
  SANDBOX_OPERATOR_FAULTS: z
    .string()
    .default('[]')
    .pipe(jsonOf(z.array(faultSchema))),
});

function jsonOf<Schema extends z.ZodType>(schema: Schema) {
  const json = z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  });
  return json.pipe(schema);
}

function readEnvironment() {
  try {
    return { ...environmentSchema.parse(process.env), modes: modesFrom(process.env) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
}

try {
  const environment = readEnvironment();
  const dialect = readDialect(process.argv.slice(2));
  const token = environment.SANDBOX_OPERATOR_TOKEN;
  const operator = await startSandboxOperator({
    port: environment.SANDBOX_OPERATOR_PORT,
    clock: scaledClock(environment.SANDBOX_SPEED),
    timeZone: environment.SANDBOX_OPERATOR_TIME_ZONE,
    tokens: [token],
    ...environment.modes,
    ...dialect,
  });
  for (const fault of environment.SANDBOX_OPERATOR_FAULTS) operator.injectFault(fault);
  console.log(`Sandbox operator at ${operator.url}, token ${token}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void operator.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
