import pg from 'pg';

/**
 * The program's database and role. The role is not a superuser, so that no statement can read a file or run a program.
 */
export const APP_DATABASE = 'handoff';
export const APP_ROLE = 'handoff_app';

/** Error codes of what another process created at the same moment. */
const MADE_MEANWHILE: readonly (string | undefined)[] = ['42710', '42P04', '23505'];

/**
 * Creates the role and its database if they are missing, and gives the role what the superuser owned in the database
 * before the role existed. Any number of processes may call it at once.
 *
 * @param connect connects as the superuser
 * @param password hexadecimal
 */
export async function prepareAppRole(
  connect: (database: string) => Promise<pg.Client>,
  password: string,
): Promise<void> {
  const server = await connect('postgres');
  try {
    await unlessThere(server, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE], `CREATE ROLE ${APP_ROLE}`);
    await server.query(`ALTER ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD '${password}'`);
    const wanted = 'SELECT 1 FROM pg_database WHERE datname = $1';
    await unlessThere(server, wanted, [APP_DATABASE], `CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE}`);
  } finally {
    await server.end();
  }
  const database = await connect(APP_DATABASE);
  try {
    await database.query('SELECT pg_advisory_lock(1)');
    await database.query(GIVE_ALL);
    await database.query(`GRANT EXECUTE ON FUNCTION pg_stat_file(text) TO ${APP_ROLE}`); // times alone: a copied folder shows
  } finally {
    await database.end();
  }
}

async function unlessThere(client: pg.Client, wanted: string, values: string[], make: string): Promise<void> {
  if ((await client.query(wanted, values)).rowCount) return;
  try {
    await client.query(make);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !MADE_MEANWHILE.includes(error.code)) throw error;
  }
}

/**
 * REASSIGN OWNED does not affect what belongs to the cluster's first superuser. Sequences of a column follow their
 * table.
 */
const GIVE_ALL = `DO $$
DECLARE it record;
BEGIN
  ALTER DATABASE ${APP_DATABASE} OWNER TO ${APP_ROLE};
  FOR it IN SELECT format('ALTER SCHEMA %I OWNER TO ${APP_ROLE}', n.nspname) AS change FROM pg_namespace n
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspowner <> '${APP_ROLE}'::regrole
  LOOP EXECUTE it.change; END LOOP;
  FOR it IN SELECT format('ALTER TABLE %s OWNER TO ${APP_ROLE}', c.oid::regclass) AS change
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relowner = current_user::regrole
      AND (c.relkind IN ('r', 'p', 'v', 'm') OR (c.relkind = 'S' AND NOT EXISTS (
        SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass)))
  LOOP EXECUTE it.change; END LOOP;
  FOR it IN SELECT format('ALTER ROUTINE %s OWNER TO ${APP_ROLE}', p.oid::regprocedure) AS change
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND p.proowner = current_user::regrole
  LOOP EXECUTE it.change; END LOOP;
  FOR it IN SELECT format('ALTER TYPE %s OWNER TO ${APP_ROLE}', t.oid::regtype) AS change
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND t.typowner = current_user::regrole
      AND t.typtype IN ('e', 'd')
  LOOP EXECUTE it.change; END LOOP;
END $$`;
