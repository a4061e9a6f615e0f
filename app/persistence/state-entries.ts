import type { StateEntry } from '../domain/operator-state.ts';
import type { Transaction } from './database.ts';

/**
 * Keeps what is new in the operator's history of a delivery.
 *
 * @returns the entries that were not known before, and all of them; each in the order in which they became known
 */
export async function addStateEntries(
  transaction: Transaction,
  deliveryId: string,
  entries: readonly StateEntry[],
  seenAt: Date,
): Promise<{ added: StateEntry[]; history: StateEntry[] }> {
  // the second SELECT sees the table as it was before the INSERT
  const history = await transaction.$queryRaw<(StateEntry & { isNew: boolean })[]>`
    WITH added AS (
      INSERT INTO "StateEntry" ("deliveryId", "status", "date", "at", "seenAt")
      SELECT ${deliveryId}::uuid, e."status", e."date", e."at", ${seenAt}
      FROM json_to_recordset(${JSON.stringify(entries)}::json) AS e("status" text, "date" text, "at" timestamptz)
      ON CONFLICT DO NOTHING RETURNING "id", "status", "date", "at"
    )
    SELECT "id", "status", "date", "at", TRUE AS "isNew" FROM added
    UNION ALL SELECT "id", "status", "date", "at", FALSE FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid
    ORDER BY "id"`;
  return { added: history.filter(({ isNew }) => isNew), history };
}
