import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { testVariables } from './environment.ts';
import { until } from './until.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Program {
  readonly url: string;
  readonly pid: number;
  /** What it has logged so far, line by line. */
  readonly lines: readonly string[];
  /** @returns the exit code, after an orderly stop */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/**
 * The program as it is deployed, in a process of its own; shop hosts are routed to the sandbox from outside.
 *
 * @param variables with `PORT` and `SANDBOX_SHOPIFY_URL`
 */
export async function startProgram(variables: Readonly<Record<string, string>>): Promise<Program> {
  const args = ['--import', './sandbox/shopify/route-shop-hosts.ts', 'app/main.ts'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...testVariables({ LOG_LEVEL: 'info', ...variables }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
  const url = `http://127.0.0.1:${variables.PORT ?? ''}`;
  await until('the program ready', async () => {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${lines.join('\n')}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.ok;
  });
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    async stop() {
      await end(child, 'SIGTERM');
      return child.exitCode;
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcessByStdio<null, Readable, Readable>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Below the ports that systems give to outgoing connections, one of which could take it before the program does. */
const PORTS = [10_000, 32_000] as const;

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  const probe = createServer();
  const isFree = new Promise<boolean>((resolve) =>
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false)),
  );
  probe.listen(port);
  if (!(await isFree)) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
