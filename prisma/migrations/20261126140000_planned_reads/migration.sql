-- The reads that are planned, in a narrow table: a read without news changes a delivery's row and none of its indexes.
CREATE TABLE "PlannedRead" (
  "deliveryId" UUID NOT NULL,
  "shopDomain" TEXT NOT NULL,
  "operatorAccountId" UUID NOT NULL,
  "readAt" TIMESTAMPTZ(3) NOT NULL,
  "claimedUntil" TIMESTAMPTZ(3),
  CONSTRAINT "PlannedRead_pkey" PRIMARY KEY ("deliveryId"),
  CONSTRAINT "PlannedRead_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX "PlannedRead_operatorAccountId_readAt_idx" ON "PlannedRead"("operatorAccountId", "readAt");

-- The database keeps it, because whatever sets the time of a delivery's next read then plans that read in the same
-- transaction, and ends the claim of the one before. The planner may not read the whole table, which was small when it
-- made its plan.
CREATE FUNCTION "plan_read"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NEW."nextReadAt" IS NULL OR NEW."operatorAccountId" IS NULL THEN
    DELETE FROM "PlannedRead" WHERE "deliveryId" = NEW."id";
    RETURN NULL;
  END IF;
  UPDATE "PlannedRead" SET "shopDomain" = NEW."shopDomain", "operatorAccountId" = NEW."operatorAccountId",
    "readAt" = NEW."nextReadAt", "claimedUntil" = NULL
  WHERE "deliveryId" = NEW."id";
  IF NOT FOUND THEN
    -- or the next migration is planning it at this moment
    INSERT INTO "PlannedRead" ("deliveryId", "shopDomain", "operatorAccountId", "readAt")
    VALUES (NEW."id", NEW."shopDomain", NEW."operatorAccountId", NEW."nextReadAt")
    ON CONFLICT ("deliveryId") DO UPDATE SET "shopDomain" = excluded."shopDomain",
      "operatorAccountId" = excluded."operatorAccountId", "readAt" = excluded."readAt", "claimedUntil" = NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Delivery_plan_first_read" AFTER INSERT ON "Delivery" FOR EACH ROW
  WHEN (NEW."nextReadAt" IS NOT NULL) EXECUTE FUNCTION "plan_read"();
CREATE TRIGGER "Delivery_plan_read" AFTER UPDATE OF "nextReadAt" ON "Delivery" FOR EACH ROW
  EXECUTE FUNCTION "plan_read"();
CREATE TRIGGER "Delivery_plan_read_elsewhere" AFTER UPDATE OF "operatorAccountId", "shopDomain" ON "Delivery" FOR EACH ROW
  WHEN (NEW."nextReadAt" IS NOT NULL AND (OLD."operatorAccountId" IS DISTINCT FROM NEW."operatorAccountId"
    OR OLD."shopDomain" IS DISTINCT FROM NEW."shopDomain"))
  EXECUTE FUNCTION "plan_read"();
