import { PgBoss, fromPrisma, type Queue as QueueDefinition } from 'pg-boss';
import type { z } from 'zod';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import type { Transaction } from './database.ts';
import type { Statements } from './statements.ts';

/** A kind of job: its queue's name, the shape of its payload, and how it is retried. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly queue: Omit<QueueDefinition, 'name'>;
  /** In one worker process: batches under way at once, and how many jobs of a batch run side by side. */
  readonly batches: number;
  readonly batchSize: number;
}

export interface SendOptions {
  /** The shortest time that it waits, by the clock of the database. */
  readonly delayMs?: number;
  /** For a kind with a keyed policy: two jobs with the same key neither run nor wait at the same time. */
  readonly key?: string;
}

/** The job queue. It is in the same database as the records that jobs are about. */
export interface Queue {
  /** Sends a job as part of `transaction`: the job exists if, and only if, it commits. */
  send<P extends object>(transaction: Statements, kind: JobKind<P>, payload: P, options?: SendOptions): Promise<void>;
  /** Sends several jobs with one statement. They all wait at least `delayMs`. */
  sendAll<P extends object>(
    transaction: Statements,
    kind: JobKind<P>,
    jobs: readonly { readonly payload: P; readonly key: string }[],
    options?: Pick<SendOptions, 'delayMs'>,
  ): Promise<void>;
  work<P extends object>(kind: JobKind<P>, handle: (payload: P) => Promise<void>): Promise<void>;
  /** Waits at most `graceMs` for running jobs. Jobs that do not finish go back to the queue. */
  stop(graceMs: number): Promise<void>;
}

export async function openQueue(options: {
  /** PostgreSQL itself, not a pooler in transaction mode: there, new jobs would never be announced. */
  databaseUrl: string;
  kinds: readonly JobKind<object>[];
  logger: Logger;
  pace: Pace['queue'];
  /** Whether this process works on jobs, and supervises the queue: expiry, retries, clean-up. */
  supervise: boolean;
}): Promise<Queue> {
  const { databaseUrl, kinds, logger, pace, supervise } = options;
  const connection = {
    connectionString: databaseUrl,
    max: supervise ? 4 : 1,
    keepAlive: true,
    query_timeout: pace.statementLimitMs,
  };
  const boss = new PgBoss({
    ...connection,
    application_name: 'handoff-queue',
    supervise,
    schedule: false,
    useListenNotify: supervise, // a process without a worker only sends
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.monitorSeconds,
  });
  boss.on('error', (error: Error) => logger.error({ error }, 'queue'));
  await boss.start();
  const retrying = {
    retryDelay: pace.firstRetrySeconds,
    retryBackoff: true,
    retryDelayMax: pace.retryLimitSeconds,
    heartbeatSeconds: pace.heartbeatSeconds,
  };
  for (const { name, queue } of kinds) await boss.createQueue(name, { notify: true, ...retrying, ...queue });

  return {
    async send(transaction, kind, payload, { delayMs, key } = {}) {
      await boss.send(kind.name, payload, {
        db: fromPrisma(transaction),
        ...(delayMs ? { startAfter: delayMs / 1000 } : {}),
        ...(key ? { singletonKey: key } : {}),
      });
    },
    async sendAll(transaction, kind, jobs, { delayMs = 0 } = {}) {
      if (jobs.length === 0) return;
      // always in the same order, so that two transactions with jobs of the same keys cannot wait for each other
      const inOrder = [...jobs].sort((a, b) => (a.key < b.key ? -1 : 1));
      const startAfter = delayMs > 0 ? delayMs / 1000 : undefined;
      const rows = inOrder.map(({ payload: data, key: singletonKey }) => ({ data, singletonKey, startAfter }));
      await boss.insert(kind.name, rows, { db: fromPrisma(transaction) });
    },
    async work(kind, handle) {
      const settings = {
        localConcurrency: kind.batches,
        batchSize: kind.batchSize,
        pollingIntervalSeconds: pace.pollSeconds,
        notifyPollingIntervalSeconds: pace.pollSeconds,
        burstWhenBatchFull: true, // while there are more jobs, the next ones start without a pause
        perJobResults: true,
      } as const;
      await boss.work(kind.name, settings, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await handle(kind.payload.parse(data));
              return { id, status: 'completed' as const };
            } catch (error) {
              logger.error({ error, job: kind.name, jobId: id }, 'job failed');
              return { id, status: 'failed' as const };
            }
          }),
        ),
      );
    },
    async stop(graceMs) {
      await boss.stop({ graceful: true, timeout: graceMs });
    },
  };
}

/** Deletes the jobs about a shop, finished or not, because pg-boss keeps finished jobs for days. */
export async function forgetJobs(
  transaction: Transaction,
  kinds: readonly JobKind<object>[],
  shop: string,
): Promise<void> {
  const names = kinds.map(({ name }) => name);
  await transaction.$executeRaw`DELETE FROM pgboss.job WHERE name = ANY(${names}) AND data ->> 'shop' = ${shop}`;
}
