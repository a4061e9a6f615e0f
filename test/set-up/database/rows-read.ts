import type pg from 'pg';
import type { Database } from '../../../app/persistence/database.ts';

export interface RowsRead {
  /** One after the other. */
  readonly scanned: number;
  /** By an index. */
  readonly fetched: number;
  /** Pages of the tables and of their indexes. */
  readonly pages: number;
}

/**
 * Rows and pages of these tables that were read so far, as the server itself counts them. A session may keep its counts for a second;
 * so that none arrive between two calls, both sessions hand over theirs.
 *
 * @param database has one connection
 */
export async function rowsRead(database: Database, observer: pg.Client, tables: readonly string[]): Promise<RowsRead> {
  const handOver = 'SELECT pg_stat_force_next_flush()'; // at the end of the statement
  await database.$executeRawUnsafe(handOver);
  await observer.query(handOver);
  await observer.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await observer.query<RowsRead>(
    `SELECT sum(seq_tup_read)::int AS "scanned", sum(idx_tup_fetch)::int AS "fetched",
       sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS "pages"
     FROM pg_stat_user_tables JOIN pg_statio_user_tables USING (relid, relname) WHERE relname = ANY($1)`,
    [tables],
  );
  return rows[0] ?? { scanned: NaN, fetched: NaN, pages: NaN };
}
