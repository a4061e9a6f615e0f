import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** What a process can be asked to do. Each step gets one argument, and its result must fit into JSON. */
export type Steps = Readonly<Record<string, (given: never) => unknown>>;

const requestSchema = z.object({ id: z.number(), step: z.string(), given: z.unknown() });
const answerSchema = z.object({ id: z.number(), result: z.unknown().optional(), failure: z.string().nullable() });

/** Answers the steps that the parent process asks for. `processor` is one of every process. */
export function answerSteps(steps: Steps): void {
  const all = new Map<string, (given: never) => unknown>([
    ...Object.entries(steps),
    ['processor', processorMs],
    ['end', () => process.exit()],
  ]);
  process.on('message', (message) => {
    const { id, step, given } = requestSchema.parse(message);
    const work = async () => {
      const known = all.get(step);
      if (!known) throw new Error(`there is no step ${step}`);
      return known(given as never);
    };
    work().then(
      (result) => process.send?.({ id, result, failure: null }),
      (error: unknown) => process.send?.({ id, failure: error instanceof Error ? String(error.stack) : 'unknown' }),
    );
  });
  process.once('disconnect', () => process.exit()); // the bench has ended before its time
  process.send?.('ready');
}

/** Milliseconds of processor, user and system, that this process has used since its start. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export interface StepProcess {
  /** @throws what the step throws in the other process */
  ask(step: string, given?: unknown): Promise<unknown>;
  /** Milliseconds of processor that the other process uses during `work`. */
  processorOf(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a file that calls `answerSteps`. */
export async function startStepProcess(
  file: string,
  variables: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<StepProcess> {
  const child = fork(file, {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...variables },
    execArgv: [...nodeOptions],
  });
  const asked = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  child.on('message', (message) => {
    const { id, result, failure } = answerSchema.parse(message);
    const waiting = asked.get(id);
    asked.delete(id);
    if (failure) waiting?.reject(new Error(failure));
    else waiting?.resolve(result);
  });
  child.once('exit', () => {
    for (const { reject } of asked.values()) reject(new Error(`${file} ended`));
  });
  const ask = (step: string, given: unknown = null) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      asked.set(lastId, { resolve, reject });
      child.send({ id: lastId, step, given });
    });
  const used = async () => z.number().parse(await ask('processor'));
  return {
    ask,
    async processorOf(work) {
      const before = await used();
      await work();
      return (await used()) - before;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.send({ id: 0, step: 'end', given: null });
      await exited;
    },
  };
}
