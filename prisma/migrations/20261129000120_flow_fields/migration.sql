-- The same as before, with what the fields of an order are made of. The facts hold nothing of a buyer: of a problem its code
-- alone.
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
    'windowEnd', NEW."windowEnd", 'operatorDate', NEW."operatorDate", 'phase', NEW."phase",
    'handedOverAt', NEW."handedOverAt", 'endedAt', NEW."endedAt", 'promisedUntil', NEW."promisedUntil",
    'attentionSince', NEW."attentionSince", 'problems', "new")
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
