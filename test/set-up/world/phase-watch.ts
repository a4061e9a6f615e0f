import type { Database } from '../../../app/persistence/database.ts';

export interface PhaseChange {
  readonly deliveryId: string;
  readonly from: string;
  readonly to: string;
  /** The SQL statement that made the change, without the values of its parameters. */
  readonly statement: string;
}

/** Makes the database record every change of a phase from now on, whichever process makes it. */
export async function watchPhases(database: Database): Promise<() => Promise<PhaseChange[]>> {
  await database.$executeRaw`
    CREATE TABLE "PhaseChange" (
      "id" bigserial PRIMARY KEY, "deliveryId" text NOT NULL, "from" text NOT NULL, "to" text NOT NULL, "statement" text NOT NULL
    )`;
  await database.$executeRaw`
    CREATE FUNCTION note_phase_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO "PhaseChange" ("deliveryId", "from", "to", "statement")
      VALUES (NEW."id", OLD."phase", NEW."phase", current_query());
      RETURN NULL;
    END $$`;
  await database.$executeRaw`
    CREATE TRIGGER note_phase_change AFTER UPDATE ON "Delivery" FOR EACH ROW
    WHEN (OLD."phase" <> NEW."phase") EXECUTE FUNCTION note_phase_change()`;
  return () =>
    database.$queryRaw<PhaseChange[]>`SELECT "deliveryId", "from", "to", "statement" FROM "PhaseChange" ORDER BY "id"`;
}
