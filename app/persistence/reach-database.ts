import pg from 'pg';
import { causeOf, StartError } from '../start-error.ts';

/**
 * Asks PostgreSQL once, so that a wrong address is reported in words before anything else starts.
 *
 * @param connectMs longest wait for the connection
 * @throws StartError that names the server and never the password
 */
export async function reachDatabase(databaseUrl: string, connectMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    throw new StartError(`DATABASE_URL: ${whatIsWrong(client, error)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function whatIsWrong({ host, port, user, database }: pg.Client, error: unknown): string {
  const server = `${host}:${port}`;
  const code = causeOf(error instanceof AggregateError ? error.errors[0] : error);
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${server} refuses the user ${user ?? ''}: correct user and password`;
  if (code === '3D000') return `PostgreSQL at ${server} has no database ${database ?? ''}: create it`;
  return `PostgreSQL at ${server} cannot be reached (${code}): start it, or correct the address`;
}
