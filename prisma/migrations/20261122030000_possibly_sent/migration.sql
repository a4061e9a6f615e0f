-- What is known of a delivery that is not handed over: when it may have been sent last, the merchant's word that it may be
-- sent as soon as it is not found, and whether it was found by other ways than a webhook.
ALTER TABLE "Delivery"
  ADD COLUMN "possiblySentAt" TIMESTAMPTZ(3),
  ADD COLUMN "resendAskedAt" TIMESTAMPTZ(3),
  ADD COLUMN "lookFirst" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Delivery" d SET "possiblySentAt" = c."startedAt"
FROM (SELECT DISTINCT ON ("deliveryId") "deliveryId", "startedAt", "outcome" FROM "Attempt" WHERE "verb" = 'create'
  ORDER BY "deliveryId", "id" DESC) c
WHERE c."deliveryId" = d."id" AND d."handedOverAt" IS NULL
  AND (c."outcome" IS NULL OR c."outcome" IN ('unknown', 'accepted', 'throttled', 'account-refused'));

-- What makes this database the one that it is: a copy, a restored backup and a promoted standby have another identity. What
-- the server does not tell is left out.
CREATE FUNCTION "database_identity"() RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
DECLARE
  "identity" TEXT := concat_ws(' ', (SELECT "oid" FROM pg_database WHERE "datname" = current_database()),
    '"Delivery"'::regclass::oid);
BEGIN
  BEGIN
    "identity" := concat_ws(' ', "identity", (SELECT "system_identifier" FROM pg_control_system()));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    "identity" := concat_ws(' ', "identity", (SELECT "timeline_id" FROM pg_control_checkpoint()));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN -- a file that is never written again: its copy is younger
    "identity" := concat_ws(' ', "identity", extract(epoch FROM (pg_stat_file('PG_VERSION'))."change"));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN "identity";
END $$;

-- Since when it has gone on without a break; a database that is here already has done so for ever.
CREATE TABLE "DatabaseLife" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "identity" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    -- Promise: a database has one life.
    CONSTRAINT "DatabaseLife_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "DatabaseLife_one" CHECK ("id" = 1)
);
INSERT INTO "DatabaseLife" ("identity", "startedAt") VALUES ("database_identity"(), 'epoch');
