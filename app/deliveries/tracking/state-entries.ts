import { BOUNDS } from '../../bounds.ts';
import type { StateEntry } from '../../domain/tracking/operator-state.ts';
import type { Statements } from '../../persistence/statements.ts';

/** What the operator's record lists of one delivery. */
export interface ListedEntries {
  readonly deliveryId: string;
  readonly entries: readonly StateEntry[];
  readonly seenAt: Date;
}

/** In the order in which they became known. */
export interface KnownEntries {
  readonly added: readonly StateEntry[];
  /** The added ones and the former ones. */
  readonly history: readonly StateEntry[];
}

/**
 * Stores what is new in the operator's history of deliveries. Of a long history only the newest entries are stored.
 *
 * @returns for each delivery, in the same order
 */
export async function addStateEntries(
  transaction: Statements,
  listed: readonly ListedEntries[],
): Promise<KnownEntries[]> {
  const rows = listed.flatMap(({ deliveryId, entries, seenAt }) =>
    entries.map(({ status, date, at }) => ({ deliveryId, status, date, at, seenAt })),
  );
  const ids = listed.map(({ deliveryId }) => deliveryId);
  // the second SELECT sees the table as it was before the INSERT
  const known = await transaction.$queryRaw<(StateEntry & { deliveryId: string; isNew: boolean })[]>`
    WITH added AS (
      INSERT INTO "StateEntry" ("deliveryId", "status", "date", "at", "seenAt")
      SELECT e."deliveryId", e."status", e."date", e."at", e."seenAt"
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS e("deliveryId" uuid, "status" text, "date" text, "at" timestamptz, "seenAt" timestamptz)
      ON CONFLICT DO NOTHING RETURNING "id", "deliveryId", "status", "date", "at"
    )
    SELECT "id", "deliveryId", "status", "date", "at", TRUE AS "isNew" FROM added
    UNION ALL
    SELECT known.* FROM unnest(${ids}::uuid[]) AS asked("id") CROSS JOIN LATERAL (
      SELECT "id", "deliveryId", "status", "date", "at", FALSE FROM "StateEntry" WHERE "deliveryId" = asked."id"
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory}) AS known
    ORDER BY "id"`;
  const histories = new Map<string, (StateEntry & { isNew: boolean })[]>(ids.map((id) => [id, []]));
  for (const entry of known) histories.get(entry.deliveryId)?.push(entry);
  for (const [id, { length }] of histories) if (length >= BOUNDS.keptHistory) await dropOldest(transaction, id);
  return ids.map((id) => {
    const history = histories.get(id) ?? [];
    return { added: history.filter(({ isNew }) => isNew), history };
  });
}

async function dropOldest(transaction: Statements, deliveryId: string): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid AND "id" NOT IN (
      SELECT "id" FROM "StateEntry" WHERE "deliveryId" = ${deliveryId}::uuid
      ORDER BY "at" DESC NULLS LAST, "id" DESC LIMIT ${BOUNDS.keptHistory})`;
}
