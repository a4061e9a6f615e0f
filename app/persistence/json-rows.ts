import { Prisma } from '@prisma/client';

/**
 * Rows that a statement brings along, as a relation for its FROM. The planner takes the result of such a function for a
 * hundred rows, and reads and hashes whole tables to join so many. It believes a LIMIT: their true number, or about ten in a
 * plan that is made once for any number.
 *
 * @param columns names and types, as in a column definition list
 */
export function jsonRows(rows: readonly object[], columns: Prisma.Sql): Prisma.Sql {
  const each = Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS each(${columns})`;
  return Prisma.sql`(SELECT * FROM ${each} LIMIT ${rows.length}::int)`;
}

/** Rows with the columns of a table. */
export function jsonRowsOf(table: string, rows: readonly object[]): Prisma.Sql {
  const each = Prisma.sql`json_populate_recordset(NULL::${Prisma.raw(`"${table}"`)}, ${JSON.stringify(rows)}::json)`;
  return Prisma.sql`(SELECT * FROM ${each} LIMIT ${rows.length}::int)`;
}
