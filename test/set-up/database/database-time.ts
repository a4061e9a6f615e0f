import type pg from 'pg';
import { clockShiftMs } from '../time/test-clock.ts';

/**
 * Has a database take its time from the clock of the tests, when `TEST_CLOCK` sets one: unqualified `now()` and
 * `clock_timestamp()` mean functions of this schema, for sessions that begin afterwards, and so do defaults of columns.
 *
 * @param client connected to the database
 */
export async function setDatabaseTime(client: pg.Client, database: string): Promise<void> {
  const shiftMs = clockShiftMs();
  if (shiftMs === 0) return;
  const shifted = (clock: string) => `SELECT pg_catalog.${clock}() + interval '${shiftMs} milliseconds'`;
  await client.query(`
    CREATE SCHEMA test_clock;
    CREATE FUNCTION test_clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS $$ ${shifted('now')} $$;
    CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS $$ ${shifted('clock_timestamp')} $$;
    ALTER DATABASE ${database} SET search_path = public, test_clock, pg_catalog;
    DO $$
    DECLARE c record;
    BEGIN
      FOR c IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default IN ('CURRENT_TIMESTAMP', 'now()')
      LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT test_clock.now()', c.table_name, c.column_name);
      END LOOP;
    END $$`);
}
