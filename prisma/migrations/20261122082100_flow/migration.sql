-- Which of the app's triggers have an enabled workflow, as Shopify Flow says. Nothing is queued for a shop without any.
CREATE TABLE "FlowUse" (
  "shopDomain" TEXT NOT NULL,
  "definitionId" TEXT NOT NULL,
  "isEnabled" BOOLEAN NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "FlowUse_pkey" PRIMARY KEY ("shopDomain", "definitionId"),
  CONSTRAINT "FlowUse_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The outbox of triggers. A lane is a part of a shop's triggers that is sent in order, one after another.
CREATE TABLE "FlowTrigger" (
  "id" BIGSERIAL NOT NULL,
  "shopDomain" TEXT NOT NULL,
  "lane" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "orderId" TEXT NOT NULL,
  "deliveryId" UUID,
  "facts" JSONB NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "tries" INTEGER NOT NULL DEFAULT 0,
  "startedAt" TIMESTAMPTZ(3),
  "settledAt" TIMESTAMPTZ(3),
  "outcome" TEXT,
  "message" TEXT,
  CONSTRAINT "FlowTrigger_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "FlowTrigger_kind_check" CHECK ("kind" IN ('needs-attention', 'state-changed', 'delivered', 'not-delivered',
    'running-late', 'would-not-go-out', 'promised-date-changed')),
  CONSTRAINT "FlowTrigger_outcome_check" CHECK ("outcome" IN ('sent', 'refused', 'given-up')),
  CONSTRAINT "FlowTrigger_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "FlowTrigger_open" ON "FlowTrigger" ("shopDomain", "lane", "id") WHERE "settledAt" IS NULL;
-- Promise: of a lane one trigger is under way at a time, so what the shop keeps of the lane says whether that one arrived.
CREATE UNIQUE INDEX "FlowTrigger_under_way" ON "FlowTrigger" ("shopDomain", "lane")
  WHERE "settledAt" IS NULL AND "startedAt" IS NOT NULL;
CREATE INDEX "FlowTrigger_settledAt" ON "FlowTrigger" ("settledAt");

-- The runs of Flow actions, each with its answer: a repeated run is answered and changes nothing.
CREATE TABLE "FlowActionRun" (
  "shopDomain" TEXT NOT NULL,
  "runId" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "leasedUntil" TIMESTAMPTZ(3) NOT NULL,
  "endedAt" TIMESTAMPTZ(3),
  "changed" INTEGER,
  -- Promise: a run of an action takes effect once, however often Flow repeats it.
  CONSTRAINT "FlowActionRun_pkey" PRIMARY KEY ("shopDomain", "runId"),
  CONSTRAINT "FlowActionRun_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "FlowActionRun_startedAt" ON "FlowActionRun" ("startedAt");

-- A trigger is queued by the database, because every change of a delivery then has its trigger in the same transaction,
-- whichever of the store's functions makes it. The facts hold nothing of a buyer: of a problem its code alone.
CREATE FUNCTION "queue_flow_triggers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = NEW."shopDomain" AND u."isEnabled") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "FlowTrigger" ("shopDomain", "lane", "kind", "orderId", "deliveryId", "facts")
  SELECT NEW."shopDomain", hashtext(NEW."id"::text) & 7, happened."kind", NEW."orderId", NEW."id", jsonb_build_object(
    'orderName', NEW."orderName", 'fulfillmentId', NEW."fulfillmentId", 'fulfillmentName', NEW."fulfillmentName",
    'orderNumber', NEW."orderNumber", 'state', NEW."state", 'stateGroup', NEW."stateGroup",
    'trackingUrl', NEW."trackingUrl", 'promisedDate', NEW."promisedDate", 'windowStart', NEW."windowStart",
    'windowEnd', NEW."windowEnd", 'operatorDate', NEW."operatorDate",
    'problems', coalesce((SELECT jsonb_agg(p->'code') FROM jsonb_array_elements(NEW."problems") p
      WHERE NOT OLD."problems" @> jsonb_build_array(jsonb_build_object('code', p->'code'))), '[]'::jsonb))
  FROM (VALUES
    (1, 'state-changed', NEW."state" IS NOT NULL AND (NEW."state", NEW."stateGroup") IS DISTINCT FROM (OLD."state", OLD."stateGroup")),
    (2, 'promised-date-changed', NEW."operatorDate" IS DISTINCT FROM OLD."operatorDate" AND NEW."endedAt" IS NULL),
    (3, 'delivered', NEW."phase" = 'delivered' AND OLD."phase" <> 'delivered'),
    (4, 'not-delivered', NEW."phase" = 'failed' AND OLD."phase" <> 'failed'),
    (5, 'running-late', NEW."flags" @> '[{"code": "late"}]' AND NOT OLD."flags" @> '[{"code": "late"}]'),
    (6, 'needs-attention', EXISTS (SELECT 1 FROM jsonb_array_elements(NEW."problems") p
      WHERE NOT OLD."problems" @> jsonb_build_array(jsonb_build_object('code', p->'code'))))
  ) AS happened("place", "kind", "has")
  WHERE happened."has" ORDER BY happened."place";
  RETURN NULL;
END $$;

CREATE TRIGGER "Delivery_queue_flow_triggers"
  AFTER UPDATE OF "phase", "state", "stateGroup", "operatorDate", "flags", "problems" ON "Delivery" FOR EACH ROW
  WHEN (OLD."phase" IS DISTINCT FROM NEW."phase" OR OLD."state" IS DISTINCT FROM NEW."state"
    OR OLD."stateGroup" IS DISTINCT FROM NEW."stateGroup" OR OLD."operatorDate" IS DISTINCT FROM NEW."operatorDate"
    OR OLD."flags" IS DISTINCT FROM NEW."flags" OR OLD."problems" IS DISTINCT FROM NEW."problems")
  EXECUTE FUNCTION "queue_flow_triggers"();
