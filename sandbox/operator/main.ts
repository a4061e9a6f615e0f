import { z } from 'zod';
import { scaledClock } from '../clock.ts';
import { DEMO_TOKEN, startSandboxOperator } from './server.ts';

/** Runs the sandbox operator by itself, from the environment, until SIGTERM or SIGINT. */

const environmentSchema = z.object({
  SANDBOX_OPERATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  SANDBOX_OPERATOR_TOKEN: z.string().regex(/^\S+$/, 'must not be blank').default(DEMO_TOKEN),
  SANDBOX_OPERATOR_TIME_ZONE: z.string().default('America/Lima'),
  /** How many times faster than real time its clock runs. */
  SANDBOX_SPEED: z.coerce.number().positive().default(1),
});

function readEnvironment() {
  const { success, data, error } = environmentSchema.safeParse(process.env);
  if (success) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

try {
  const environment = readEnvironment();
  const token = environment.SANDBOX_OPERATOR_TOKEN;
  const operator = await startSandboxOperator({
    port: environment.SANDBOX_OPERATOR_PORT,
    clock: scaledClock(environment.SANDBOX_SPEED),
    timeZone: environment.SANDBOX_OPERATOR_TIME_ZONE,
    tokens: [token],
  });
  console.log(`Sandbox operator at ${operator.url}, token ${token}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void operator.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
