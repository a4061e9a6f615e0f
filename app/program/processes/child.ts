import cluster, { type Worker } from 'node:cluster';
import type { Pace } from '../../pace.ts';
import type { DatabaseAddresses } from '../../persistence/connection/reach-database.ts';
import { readToParent, type Counted, type ToChild, type ToParent } from './messages.ts';
import type { PlannedProcess } from './plan-processes.ts';

/** A running process, as its parent sees it. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** False when the process ended before it was ready. */
  readonly started: Promise<boolean>;
  /** How it ended, such as `exit code 1` or `SIGKILL`, `hung` when it was killed for that; null for an orderly end. */
  readonly ended: Promise<string | null>;
  isReady(): boolean;
  /** What it has counted, as far as it has told. */
  lastCounted(): Counted;
  /** Asks what it has counted. Without an answer in time, the last one counts. */
  count(): Promise<Counted>;
  /** Asks it to let its clients leave, and to stop. */
  retire(): void;
  /** Ends it in order, or kills it when that takes too long. */
  stop(): Promise<string | null>;
}

/** @param answer answers what the process asks about all of them */
export function startChild(options: {
  planned: PlannedProcess;
  addresses: DatabaseAddresses;
  pace: Pace['processes'];
  answer: (what: 'counted' | 'standing') => Promise<Extract<ToChild, { say: 'answer' }>['answer']>;
}): Child {
  const { planned, addresses, pace, answer } = options;
  const worker = cluster.fork({
    PROCESS_NAME: planned.name,
    PROCESS_ANSWERS: planned.answers ? 'yes' : 'no',
    ROLE: planned.role,
    DATABASE_URL: addresses.url,
    DIRECT_DATABASE_URL: addresses.directUrl,
    PROCESSES: '1',
  });
  let isReady = false;
  let last: Counted = [];
  let asked = 0;
  const waiting = new Map<number, (counted: Counted) => void>();
  let tellStarted: (hasStarted: boolean) => void = () => undefined;
  const started = new Promise<boolean>((resolve) => {
    tellStarted = resolve;
  });
  const tooLong = setTimeout(() => worker.process.kill('SIGKILL'), pace.startMs);
  let unanswered = 0;
  let isHung = false;
  // questions are counted, not time: a parent that was frozen itself has asked none
  const pulse = setInterval(() => {
    if (!isReady) return;
    isHung = unanswered >= pace.unansweredLimit;
    if (isHung) worker.process.kill('SIGKILL');
    unanswered += 1;
    tell(worker, { say: 'are-you-alive' });
  }, pace.pulseMs);
  const hear = (message: ToParent) => {
    unanswered = 0;
    if (message.say === 'alive') return;
    if (message.say === 'ready') {
      clearTimeout(tooLong);
      isReady = true;
      tellStarted(true);
    } else if (message.say === 'counted') {
      last = message.counted;
      if (message.id !== null) waiting.get(message.id)?.(last);
    } else {
      const { id, what } = message;
      void answer(what).then((answered) => tell(worker, { say: 'answer', id, answer: answered }));
    }
  };
  worker.on('message', (message: unknown) => {
    const heard = readToParent(message);
    if (heard) hear(heard);
  });
  const ended = new Promise<string | null>((resolve) => {
    worker.once('exit', (code: number, signal: string | null) => {
      clearTimeout(tooLong);
      clearInterval(pulse);
      isReady = false;
      tellStarted(false);
      for (const settle of waiting.values()) settle(last);
      resolve(isHung ? 'hung' : (signal ?? (code === 0 ? null : `exit code ${code}`)));
    });
  });
  return {
    name: planned.name,
    pid: worker.process.pid ?? 0,
    started,
    ended,
    isReady: () => isReady,
    lastCounted: () => last,
    async count() {
      if (!isReady) return last;
      asked += 1;
      const id = asked;
      const counted = new Promise<Counted>((resolve) => waiting.set(id, resolve));
      const tooLate = setTimeout(() => waiting.get(id)?.(last), pace.answerMs);
      tell(worker, { say: 'count', id });
      return counted.finally(() => {
        clearTimeout(tooLate);
        waiting.delete(id);
      });
    },
    retire: () => tell(worker, { say: 'retire' }),
    async stop() {
      worker.process.kill('SIGTERM');
      const tooLate = setTimeout(() => worker.process.kill('SIGKILL'), pace.stopMs);
      return ended.finally(() => clearTimeout(tooLate));
    },
  };
}

/** A process that has ended does not hear it. */
function tell(worker: Worker, message: ToChild): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
