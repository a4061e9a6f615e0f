import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEncryption, placeOfToken } from '../app/persistence/secrets/encryption.ts';
import { onServer } from '../test/set-up/database/database-server.ts';
import { testEnvironment } from '../test/set-up/environment.ts';
import { freePort } from '../test/set-up/free-port.ts';
import { startProgramProcess } from '../test/set-up/world/program-process.ts';
import { until } from '../test/set-up/time/until.ts';
import { spreadOf, type Spread } from './harness/figure.ts';
import { processorOfAll } from './harness/process.ts';
import { seedDeliveries } from './harness/seed.ts';
import { startBenchDatabase } from './harness/server.ts';

const DELIVERIES = 2_000;
const CALLS_AT_ONCE = 50;
const ROUNDS = 5;
const ROUND_MS = 4_000;

export interface Reads {
  readonly perSecond: Spread;
  /** Milliseconds of processor for one read; null where the system has no Linux `/proc`. */
  readonly processorMs: number | null;
  /** Transactions of the database for one read, the checks of the other sweeps among them. */
  readonly commits: number;
}

/**
 * Reads per second of `workers` workers, when the deliveries of `accounts` operator accounts are always due and the
 * operator answers at once, without news.
 */
export async function measureReads(workers: number, accounts: number): Promise<Reads> {
  const database = await startBenchDatabase();
  const operator = await startInstantOperator();
  const running: Awaited<ReturnType<typeof startProgramProcess>>[] = [];
  try {
    await seedDeliveries(database.url, DELIVERIES);
    await onServer(database.url, async (client) => {
      for (let place = 1; place <= accounts; place += 1) {
        const id = `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
        const token = createEncryption(testEnvironment().ENCRYPTION_KEY).encrypt('bench-token', placeOfToken(id));
        await client.query(
          `INSERT INTO "OperatorAccount" ("id", "environment", "tokenEncrypted", "tokenFingerprint", "tokenLastFour")
           VALUES ($1, 'production', $2, $3, 'ench') ON CONFLICT ("id") DO UPDATE SET "tokenEncrypted" = $2`,
          [id, token, `bench ${place}`],
        );
        await client.query(
          `UPDATE "Delivery" SET "operatorAccountId" = $1, "nextReadAt" = now(), "stateAt" = now()
           WHERE substr("orderNumber", 2)::int % $2 = $3`,
          [id, accounts, place - 1],
        );
      }
    });
    for (let count = 0; count < workers; count += 1) {
      running.push(
        await startProgramProcess({
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          ROLE: 'worker',
          PORT: String(await freePort()),
          DATABASE_URL: database.url,
          OPERATOR_BASE_URL: operator.url,
          OPERATOR_CONCURRENCY: String(CALLS_AT_ONCE),
          SANDBOX_SHOPIFY_URL: 'http://127.0.0.1:9',
          TRACKING_INTERVAL_SECONDS: '0.05',
        }),
      );
    }
    await until('every delivery read twice', () => operator.answered() > 2 * DELIVERIES, {
      moving: operator.answered,
    });
    await until('what the first reads brought tried at the shop, which has no token', () =>
      nothingToWrite(database.url),
    );
    const commitsBefore = await commitsOf(database.url);
    const processorBefore = await processorOfAll(running.map(({ pid }) => pid));
    const answeredBefore = operator.answered();
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [before, startedAt] = [operator.answered(), performance.now()];
      await until('the round over', () => performance.now() - startedAt >= ROUND_MS);
      rates.push((operator.answered() - before) / ((performance.now() - startedAt) / 1000));
    }
    const used = await processorOfAll(running.map(({ pid }) => pid));
    const reads = operator.answered() - answeredBefore;
    const commits = (await commitsOf(database.url)) - commitsBefore;
    return {
      perSecond: spreadOf(rates),
      processorMs: used === null || processorBefore === null ? null : (used - processorBefore) / reads,
      commits: commits / reads,
    };
  } finally {
    for (const program of running) await program.stop();
    await operator.close();
    await database.stop();
  }
}

async function nothingToWrite(databaseUrl: string): Promise<boolean> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT 1 FROM "OrderOutbox" WHERE "dueAt" < now() + interval '1 minute' LIMIT 1`,
    );
    return rows.length === 0;
  });
}

async function commitsOf(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ commits: number }>(
      'SELECT xact_commit::int AS "commits" FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.commits ?? NaN;
  });
}

/** Answers any order number with an order in transit. It does as little as possible, because it shares the machine. */
async function startInstantOperator() {
  let answers = 0;
  const date = '20-11-2026 09:00:00';
  const server = createServer((request, response) => {
    answers += 1;
    const orderNumber = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const record = { orderNumber, last_state: 'en despacho', state: [{ date, status: 'en despacho' }], packages: [] };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ success: true, message: '', data: { deliveries: [record] } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    answered: () => answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
