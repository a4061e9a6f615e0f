import { BOUNDS } from '../../bounds.ts';
import type { StateEntry } from '../../domain/tracking/operator-state.ts';
import type { Transaction } from '../../persistence/database.ts';

/**
 * Stores what is new in the operator's history of a delivery. Of a long history only the newest entries are stored.
 *
 * @returns the new entries, and all entries; both in the order in which they became known
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
    UNION ALL SELECT * FROM (
      SELECT "id", "status", "date", "at", FALSE FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory}) AS known
    ORDER BY "id"`;
  if (history.length >= BOUNDS.keptHistory) await dropOldest(transaction, deliveryId);
  return { added: history.filter(({ isNew }) => isNew), history };
}

async function dropOldest(transaction: Transaction, deliveryId: string): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid AND "id" NOT IN (
      SELECT "id" FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory})`;
}
