import pg from 'pg';
import { causeOf, StartError } from '../../start-error.ts';

/** Where the database is. */
export interface DatabaseAddresses {
  readonly url: string;
  /** PostgreSQL itself. It differs from `url` where that leads to a pooler in transaction mode. */
  readonly directUrl: string;
}

/**
 * Asks PostgreSQL once, so that a wrong address is reported in words before anything else starts. Behind a pooler in
 * transaction mode, two statements of one client may go to two connections: the lock of the migrations would exclude
 * nobody. Such an address needs a direct one as well.
 *
 * @param given.directUrl `DIRECT_DATABASE_URL`
 * @param connectMs longest wait for a connection
 * @throws StartError that names the server and never the password
 */
export async function reachDatabase(
  given: { url: string; directUrl: string | undefined },
  connectMs: number,
): Promise<DatabaseAddresses> {
  const { url, directUrl } = given;
  const behindUrl = await ask('DATABASE_URL', url, connectMs);
  if (!directUrl) {
    if (behindUrl.sharesConnections) throw new StartError(`DATABASE_URL: ${SHARED}: ${REMEDY}`);
    return { url, directUrl: url };
  }
  const behindDirect = await ask('DIRECT_DATABASE_URL', directUrl, connectMs);
  if (behindDirect.sharesConnections) throw new StartError(`DIRECT_DATABASE_URL: ${SHARED}: name the server itself`);
  if (behindUrl.identity !== behindDirect.identity) {
    throw new StartError('DIRECT_DATABASE_URL leads to another database than DATABASE_URL: correct one of the two');
  }
  return { url, directUrl };
}

/**
 * What a start asks of the database after it was reached. In a failover it goes away a moment later.
 *
 * @throws StartError, also for what fails without one
 */
export async function askAtStart<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const [words] = (error instanceof Error ? error.message : '').trim().split('\n').slice(-1);
    const reason = words || causeOf(error instanceof AggregateError ? error.errors[0] : error);
    throw new StartError(`DATABASE_URL: PostgreSQL failed during the start (${reason}): start again when it answers`, {
      cause: error,
    });
  }
}

const SHARED = 'a pooler in transaction mode answers there';
const REMEDY = 'set DIRECT_DATABASE_URL to the address of PostgreSQL itself, for migrations';

interface Found {
  /** Whether statements of one client may go to different connections of the server. */
  readonly sharesConnections: boolean;
  readonly identity: string;
}

async function ask(variable: string, connectionString: string, connectMs: number): Promise<Found> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString, connectionTimeoutMillis: connectMs }));
  const [one, other] = clients;
  for (const client of clients) client.on('error', () => undefined); // cut off between two statements: the next one tells
  if (!one || !other) throw new Error('two clients are needed');
  try {
    await one.connect();
    const { rows } = await one.query<{ identity: string }>(IDENTITY);
    return {
      identity: rows[0]?.identity ?? '',
      sharesConnections: !(await isDirect(one)) && (await shareConnections(one, other)),
    };
  } catch (error) {
    throw new StartError(`${variable}: ${whatIsWrong(one, error)}`, { cause: error });
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

/** A text that is equal on every connection to one database of one running server. */
const IDENTITY = `SELECT concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()),
  pg_postmaster_start_time()) AS identity`;

/** A server names its process when a client connects. A pooler names something of its own. */
async function isDirect(client: pg.Client): Promise<boolean> {
  return 'processID' in client && client.processID === (await backendOf(client));
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

const ROUNDS = 6;

/**
 * In session mode each client has a connection of its own for as long as it lives. The two ask in an uneven turn, so
 * that a pooler that hands its connections out in a circle is noticed too.
 */
async function shareConnections(one: pg.Client, other: pg.Client): Promise<boolean> {
  const mine = await backendOf(one);
  await other.connect();
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await backendOf(other)) === mine) return true;
    if ((await backendOf(one)) !== mine || (await backendOf(one)) !== mine) return true;
  }
  return false;
}

function whatIsWrong({ host, port, user, database }: pg.Client, error: unknown): string {
  const server = `${host}:${port}`;
  const code = causeOf(error instanceof AggregateError ? error.errors[0] : error);
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${server} refuses the user ${user ?? ''}: correct user and password`;
  if (code === '3D000') return `PostgreSQL at ${server} has no database ${database ?? ''}: create it`;
  return `PostgreSQL at ${server} cannot be reached (${code}): start it, or correct the address`;
}
