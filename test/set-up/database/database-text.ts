import type { Database } from '../../../app/persistence/database.ts';

/** The whole content of the database, in all of our tables and the queue's, one line for each row. */
export async function readWholeDatabase(database: Database): Promise<string[]> {
  const tables = await database.$queryRaw<{ table: string }[]>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS "table"
    FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`;
  const lines: string[] = [];
  for (const { table } of tables) {
    const rows = await database.$queryRawUnsafe<{ row: string }[]>(`SELECT to_json(t)::text AS row FROM ${table} t`);
    lines.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return lines;
}
