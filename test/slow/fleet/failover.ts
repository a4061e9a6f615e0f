import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';
import type { Cluster } from './cluster.ts';

const WRITE_EVERY_MS = 20;
const ANSWER_MS = 1_000;

/** Writes again and again, as a program does, and knows when writes were answered. */
export interface ServiceWatch {
  /**
   * The longest time without an answered write since the last question, in milliseconds. It waits for another write to be
   * answered, so that a gap that has not ended counts whole.
   */
  longestGap(): Promise<number>;
  /** Writes that were answered, and rows that are there. @returns the numbers of those that are missing */
  stop(): Promise<number[]>;
}

export async function watchService(url: string): Promise<ServiceWatch> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    query_timeout: ANSWER_MS,
    connectionTimeoutMillis: ANSWER_MS,
  });
  pool.on('error', () => undefined);
  await patiently(url, 'CREATE TABLE IF NOT EXISTS "ServiceWatch" ("number" INTEGER PRIMARY KEY)');
  const answered: number[] = [];
  let longest = 0;
  let lastAt = performance.now();
  const over = new AbortController();
  const writing = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const isWritten = await pool.query('INSERT INTO "ServiceWatch" VALUES ($1)', [number]).then(
        () => true,
        () => false,
      );
      if (isWritten) {
        answered.push(number);
        longest = Math.max(longest, performance.now() - lastAt);
        lastAt = performance.now();
      }
      await pause(WRITE_EVERY_MS);
    }
  })();
  return {
    async longestGap() {
      const before = answered.length;
      await until('another write answered', () => answered.length > before, { moving: () => answered.length });
      const gap = longest;
      longest = 0;
      return gap;
    },
    async stop() {
      over.abort();
      await writing;
      await pool.end();
      const rows = await patiently(url, 'SELECT "number" FROM "ServiceWatch"');
      const kept = new Set(rows.map(({ number }) => number));
      return answered.filter((number) => !kept.has(number));
    },
  };
}

/** Without the limits of a watch: a busy machine may take longer. */
async function patiently(url: string, statement: string): Promise<{ number: number }[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ number: number }>(statement);
  await client.end();
  return rows;
}

/** Kills the primary, promotes its standby, gives it another standby, and says how long no write was answered. */
export async function failOverWatched(cluster: Cluster, watch: ServiceWatch): Promise<number> {
  await watch.longestGap();
  await cluster.failOver();
  await cluster.protect();
  return watch.longestGap();
}

/** The ids of webhooks that the program answered with 2xx, and of which it knows nothing. */
export async function forgottenWebhooks({ shopify, database }: OfflineWorld): Promise<string[]> {
  const acknowledged = shopify.webhooks.log
    .filter(({ attempts }) => attempts.some(({ status }) => status !== null && status >= 200 && status < 300))
    .map(({ webhookId }) => webhookId);
  const rows = await database.$queryRaw<{ webhookId: string }[]>`SELECT "webhookId" FROM "WebhookReceipt"`;
  const known = new Set(rows.map(({ webhookId }) => webhookId));
  return acknowledged.filter((webhookId) => !known.has(webhookId));
}
