import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PROCESS_VARIABLES, testVariables } from '../environment.ts';
import { UNDECLARED } from '../guards/outgoing-connections.ts';
import { failForRefusedStatements } from '../guards/refused-statements.ts';
import type { Program } from './program.ts';
import { processorOf } from '../time/processor-time.ts';
import { clockVariables } from '../time/test-clock.ts';
import { until } from '../time/until.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** They end with the process that has started them, also when that is interrupted. */
const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

export interface ProgramProcess extends Program {
  readonly pid: number;
  kill(): Promise<void>;
}

/**
 * Runs the program as it is deployed, in a separate process. Requests to shop hosts are routed to the sandbox from
 * outside the program.
 *
 * @param variables with `PORT` and `SANDBOX_SHOPIFY_URL`
 * @param options.aheadMs how many milliseconds its clock is ahead of the test's
 * @param options.hurry uses the pace of the tests and short claims, so that the claims of a killed process end soon
 */
export async function startProgramProcess(
  variables: Readonly<Record<string, string>>,
  { hurry = false, aheadMs = 0 }: { hurry?: boolean; aheadMs?: number } = {},
): Promise<ProgramProcess> {
  const main = hurry ? 'test/set-up/world/hurried-main.ts' : 'app/main.ts';
  const imports = [
    './test/set-up/guards/guard-process.ts',
    './test/set-up/time/test-clock.ts',
    './sandbox/shopify/route-shop-hosts.ts',
  ];
  const child = spawn(process.execPath, [...imports.flatMap((file) => ['--import', file]), main], {
    cwd: ROOT,
    env: {
      ...PROCESS_VARIABLES,
      ...clockVariables(aheadMs),
      ...testVariables({ LOG_LEVEL: 'info', ...variables }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
  const url = `http://127.0.0.1:${variables.PORT ?? ''}`;
  let said = 'nothing';
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${lines.join('\n')}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    said = answer ? `${answer.status} ${await answer.text()}` : 'nothing';
    return answer?.ok;
  };
  try {
    // on a busy machine it loads its files for long before it says a word
    const moving = () => (lines.length > 0 ? lines.length : processorOf(child.pid ?? 0));
    await until('the program ready', isReady, { moving });
  } catch (error) {
    await end(child, 'SIGKILL');
    throw new Error(`the program is not ready; /readyz said ${said}, and the log:\n${lines.join('\n')}`, {
      cause: error,
    });
  }
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    async stop() {
      await end(child, 'SIGTERM', 'close'); // when the log is whole
      const refused = lines.filter((line) => line.includes(UNDECLARED));
      if (refused.length > 0) throw new Error(`in the program: ${refused.join('\n')}`);
      failForRefusedStatements(lines);
      return child.exitCode;
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(
  child: ChildProcessByStdio<null, Readable, Readable>,
  signal: NodeJS.Signals,
  event: 'exit' | 'close' = 'exit',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, event);
  child.kill(signal);
  await ended;
}
