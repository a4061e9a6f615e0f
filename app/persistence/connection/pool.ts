import pg from 'pg';
import type { Pace } from '../../pace.ts';

/** Where the database is, and how its connections must be used. */
export interface PoolOptions {
  readonly connections: number;
  readonly pace: Pick<Pace['database'], 'connectionMs' | 'useLimitMs' | 'lookForHungMs'>;
  /**
   * Whether the address leads to a pooler in transaction mode. There, a prepared statement belongs to a connection that
   * the next statement may not get, so statements lose their names.
   */
  readonly isPooled?: boolean;
}

/**
 * A pool of connections to PostgreSQL. Nobody waits forever: a user waits `connectionMs` for a connection, and a
 * connection whose user has had it for longer than `useLimitMs` is closed. This ends a COMMIT that waits for a
 * standby that is gone, which no timeout of the server does, and a wait for a server that vanished without a word.
 */
export function openPool(url: string, { connections, pace, isPooled = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: pace.connectionMs,
    keepAlive: true,
  });
  pool.on('error', () => undefined); // an idle connection broke: the next user gets another
  if (isPooled) pool.on('connect', dropNames);
  closeHungConnections(pool, pace);
  return pool;
}

/**
 * Prisma (6.19) does not release a connection that breaks before the end of its transaction is answered. Each would
 * take a place of the pool until the process ends, and a process without free places hangs. They are released here.
 */
function closeHungConnections(pool: pg.Pool, { useLimitMs, lookForHungMs }: PoolOptions['pace']): void {
  /** The connections in use, each with the time since when. */
  const out = new Map<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    // one that is cut off between two statements has nobody who listens, and would end the process: the next one tells
    client.on('error', () => undefined);
    const giveBack = () => {
      if (out.has(client)) client.release(true);
    };
    client.once('end', () => setImmediate(giveBack)); // after its user has been told
  });
  let watch: NodeJS.Timeout | null = null;
  const look = () => {
    const before = performance.now() - useLimitMs;
    for (const [client, since] of out) if (since < before) close(client);
    if (out.size > 0 || !watch) return;
    clearInterval(watch); // it begins again with the next use
    watch = null;
  };
  pool.on('acquire', (client) => {
    out.set(client, performance.now());
    watch ??= setInterval(look, lookForHungMs).unref();
  });
  pool.on('release', (_error, client) => out.delete(client));
}

/** Its user is told that the connection was terminated. */
function close(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.end().catch(() => undefined);
}

type Query = (...given: readonly unknown[]) => unknown;

function dropNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const unnamed: Query = (statement, ...rest) => query(withoutName(statement), ...rest);
  client.query = unnamed as typeof client.query;
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement && 'name' in statement;
  return isNamed ? { ...statement, name: undefined } : statement;
}
