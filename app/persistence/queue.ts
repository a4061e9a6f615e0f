import { PgBoss, fromPrisma, type Queue as QueueDefinition } from 'pg-boss';
import type { z } from 'zod';
import type { Logger } from '../logging.ts';
import type { Transaction } from './database.ts';

/** A kind of job: its queue's name, the shape of its payload, and how it is retried. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly queue: Omit<QueueDefinition, 'name'>;
  /** How many run at once in one worker process. */
  readonly concurrency: number;
}

export interface SendOptions {
  readonly startAfter?: Date;
  /** Of a kind with a keyed policy: what must not run, or wait, twice at once. */
  readonly key?: string;
}

/** The job queue, on the same database as the records that jobs are about. */
export interface Queue {
  /** Part of `transaction`: the job exists when, and only when, it commits. */
  send<P extends object>(transaction: Transaction, kind: JobKind<P>, payload: P, options?: SendOptions): Promise<void>;
  work<P extends object>(kind: JobKind<P>, handle: (payload: P) => Promise<void>): Promise<void>;
  /** Waits for running jobs, at most `graceMs`; what does not finish goes back to the queue. */
  stop(graceMs: number): Promise<void>;
}

const POLL_EVERY_S = 2;

export async function openQueue(options: {
  databaseUrl: string;
  kinds: readonly JobKind<object>[];
  logger: Logger;
  /** Whether this process supervises the queue: expiry, retries, clean-up. */
  supervise: boolean;
}): Promise<Queue> {
  const { databaseUrl, kinds, logger, supervise } = options;
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: 'handoff-queue',
    supervise,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error: Error) => logger.error({ error }, 'queue'));
  await boss.start();
  for (const { name, queue } of kinds) await boss.createQueue(name, { notify: true, ...queue });

  return {
    async send(transaction, kind, payload, { startAfter, key } = {}) {
      await boss.send(kind.name, payload, {
        db: fromPrisma(transaction),
        ...(startAfter ? { startAfter } : {}),
        ...(key ? { singletonKey: key } : {}),
      });
    },
    async work(kind, handle) {
      // A new job is announced by NOTIFY; what became due by time, or failed, is found by polling.
      const settings = { localConcurrency: kind.concurrency, notifyPollingIntervalSeconds: POLL_EVERY_S, batchSize: 1 };
      await boss.work(kind.name, settings, async (jobs) => {
        for (const job of jobs) {
          try {
            await handle(kind.payload.parse(job.data));
          } catch (error) {
            logger.error({ error, job: kind.name, jobId: job.id }, 'job failed');
            throw error;
          }
        }
      });
    },
    async stop(graceMs) {
      await boss.stop({ graceful: true, timeout: graceMs });
    },
  };
}
