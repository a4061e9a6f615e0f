-- Whatever needs a person is one thing for the lists, the counts, the order's metafield and tag, and Flow:
-- app/domain/exceptions. The database says it by "needs_person", and keeps since when.
ALTER TABLE "Delivery" ADD COLUMN "attentionSince" TIMESTAMPTZ(3), ADD COLUMN "resolvedAt" TIMESTAMPTZ(3);

CREATE FUNCTION "needs_person"("phase" TEXT, "problems" JSONB, "flags" JSONB) RETURNS BOOLEAN
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN "phase" = 'needs-attention' OR "problems" <> '[]'::JSONB OR "flags" <> '[]'::JSONB;

-- Set by the database, because every change of a delivery then has it, whichever of the store's functions makes it.
CREATE FUNCTION "note_attention"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."attentionSince" := CASE WHEN "needs_person"(NEW."phase", NEW."problems", NEW."flags") THEN now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER "Delivery_attention_inserted" BEFORE INSERT ON "Delivery" FOR EACH ROW
  WHEN ("needs_person"(NEW."phase", NEW."problems", NEW."flags") <> (NEW."attentionSince" IS NOT NULL))
  EXECUTE FUNCTION "note_attention"();
CREATE TRIGGER "Delivery_attention_updated" BEFORE UPDATE OF "phase", "problems", "flags" ON "Delivery" FOR EACH ROW
  WHEN ("needs_person"(NEW."phase", NEW."problems", NEW."flags") <> (NEW."attentionSince" IS NOT NULL))
  EXECUTE FUNCTION "note_attention"();

-- The tab of the list that a delivery stands in. Inlined by the planner, so that an index serves the list.
CREATE FUNCTION "delivery_tab"("phase" TEXT, "attentionSince" TIMESTAMPTZ) RETURNS TEXT
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN "attentionSince" IS NOT NULL THEN 'attention'
  WHEN "phase" IN ('waiting', 'handing-over') THEN 'waiting'
  WHEN "phase" = 'in-delivery' THEN 'on-the-way'
  WHEN "phase" = 'delivered' THEN 'delivered'
  WHEN "phase" = 'failed' THEN 'ended-badly'
  ELSE 'skipped'
END;

-- Codes of what needs a person, of a delivery's problems and flags.
CREATE FUNCTION "exception_codes"("problems" JSONB, "flags" JSONB) RETURNS JSONB
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(jsonb_agg("each"->'code'), '[]'::JSONB) FROM jsonb_array_elements("problems" || "flags") AS "each");

-- The order's metafield and tag say what needs a person, so a change of it is written to the order.
CREATE FUNCTION "publish_attention"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF "exception_codes"(NEW."problems", NEW."flags") = "exception_codes"(OLD."problems", OLD."flags")
    AND (NEW."attentionSince" IS NULL) = (OLD."attentionSince" IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO "Publication" ("deliveryId", "kind") VALUES (NEW."id", 'order-metafield');
  INSERT INTO "Publication" ("deliveryId", "kind") SELECT NEW."id", 'state-tag' FROM "Shop" s
    WHERE s."domain" = NEW."shopDomain" AND s."settings" @> '{"publish": {"stateTags": true}}'
      AND (NEW."attentionSince" IS NULL) <> (OLD."attentionSince" IS NULL);
  INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt") VALUES (NEW."shopDomain", NEW."orderId", now())
    ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true;
  RETURN NULL;
END $$;
CREATE TRIGGER "Delivery_publish_attention" AFTER UPDATE ON "Delivery" FOR EACH ROW
  WHEN ((OLD."attentionSince" IS NOT NULL OR NEW."attentionSince" IS NOT NULL)
    AND (OLD."problems" IS DISTINCT FROM NEW."problems" OR OLD."flags" IS DISTINCT FROM NEW."flags"
      OR OLD."phase" IS DISTINCT FROM NEW."phase"))
  EXECUTE FUNCTION "publish_attention"();

-- The same as before, and "needs-attention" for the code of a flag too. The facts hold nothing of a buyer: of a problem its
-- code alone.
CREATE OR REPLACE FUNCTION "queue_flow_triggers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "new" JSONB;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = NEW."shopDomain" AND u."isEnabled") THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(jsonb_agg(c), '[]'::jsonb) INTO "new"
  FROM jsonb_array_elements("exception_codes"(NEW."problems", NEW."flags")) c
  WHERE NOT "exception_codes"(OLD."problems", OLD."flags") @> c;
  INSERT INTO "FlowTrigger" ("shopDomain", "lane", "kind", "orderId", "deliveryId", "facts")
  SELECT NEW."shopDomain", hashtext(NEW."id"::text) & 7, happened."kind", NEW."orderId", NEW."id", jsonb_build_object(
    'orderName', NEW."orderName", 'fulfillmentId', NEW."fulfillmentId", 'fulfillmentName', NEW."fulfillmentName",
    'orderNumber', NEW."orderNumber", 'state', NEW."state", 'stateGroup', NEW."stateGroup",
    'trackingUrl', NEW."trackingUrl", 'promisedDate', NEW."promisedDate", 'windowStart', NEW."windowStart",
    'windowEnd', NEW."windowEnd", 'operatorDate', NEW."operatorDate", 'problems', "new")
  FROM (VALUES
    (1, 'state-changed', NEW."state" IS NOT NULL AND (NEW."state", NEW."stateGroup") IS DISTINCT FROM (OLD."state", OLD."stateGroup")),
    (2, 'promised-date-changed', NEW."operatorDate" IS DISTINCT FROM OLD."operatorDate" AND NEW."endedAt" IS NULL),
    (3, 'delivered', NEW."phase" = 'delivered' AND OLD."phase" <> 'delivered'),
    (4, 'not-delivered', NEW."phase" = 'failed' AND OLD."phase" <> 'failed'),
    (5, 'running-late', NEW."flags" @> '[{"code": "late"}]' AND NOT OLD."flags" @> '[{"code": "late"}]'),
    (6, 'needs-attention', "new" <> '[]')
  ) AS happened("place", "kind", "has")
  WHERE happened."has" ORDER BY happened."place";
  RETURN NULL;
END $$;

-- What was going wrong at the operator before: of deliveries under way, and of those that ended in the last two days. Their
-- merchants are told now; older ones stay as they are.
UPDATE "Delivery" SET "problems" = "problems" || jsonb_build_array(jsonb_build_object('code', CASE "stateGroup"
    WHEN 'attempt-failed' THEN 'attempt-failed' WHEN 'needs-merchant' THEN 'operator-asks' ELSE 'not-delivered' END,
  'field', NULL, 'details', jsonb_build_object('state', "state")))
WHERE ("phase" = 'in-delivery' AND "stateGroup" IN ('attempt-failed', 'needs-merchant'))
  OR ("phase" = 'failed' AND "stateGroup" = 'ended-badly' AND "endedAt" > now() - interval '2 days');
-- The rest of what needs a person has been told already.
ALTER TABLE "Delivery" DISABLE TRIGGER "Delivery_publish_attention";
UPDATE "Delivery" SET "attentionSince" = "updatedAt"
WHERE "needs_person"("phase", "problems", "flags") AND "attentionSince" IS NULL;
ALTER TABLE "Delivery" ENABLE TRIGGER "Delivery_publish_attention";
