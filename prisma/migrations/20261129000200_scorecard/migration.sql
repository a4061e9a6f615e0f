-- What the scorecard counts of a delivery. Deliveries that were handed over before have no "fulfilledAt", and are not counted.
ALTER TABLE "Delivery" ADD COLUMN "district" TEXT, ADD COLUMN "fulfilledAt" TIMESTAMPTZ(3),
  ADD COLUMN "collectedAt" TIMESTAMPTZ(3), ADD COLUMN "firstFailure" TEXT, ADD COLUMN "attentionSeconds" INTEGER;

-- The same as before, and how long a person was needed.
CREATE OR REPLACE FUNCTION "note_attention"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."attentionSince" IS NOT NULL THEN
    NEW."attentionSeconds" := coalesce(NEW."attentionSeconds", 0)
      + greatest(0, extract(epoch FROM now() - NEW."attentionSince"))::INTEGER;
  END IF;
  NEW."attentionSince" := CASE WHEN "needs_person"(NEW."phase", NEW."problems", NEW."flags") THEN now() END;
  RETURN NEW;
END $$;

-- How a delivery's promise ended, for the scorecard and for the list behind each of its figures: docs/decisions/0038. Null while
-- that is open.
CREATE FUNCTION "promise_outcome"("phase" TEXT, "promisedUntil" TIMESTAMPTZ, "endedAt" TIMESTAMPTZ, "decisions" JSONB, "at" TIMESTAMPTZ)
RETURNS TEXT LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN "phase" = 'failed' THEN 'not-delivered'
  WHEN "phase" = 'delivered' AND "endedAt" > "promisedUntil" THEN 'late-operator'
  WHEN "phase" = 'delivered' AND ("decisions" @> '[{"rule": "after-cutoff"}]' OR "decisions" @> '[{"rule": "buyers-date-missed"}]')
    THEN 'late-shop'
  WHEN "phase" = 'delivered' THEN 'on-time'
  WHEN "promisedUntil" < "at" THEN 'late-operator'
END;

-- Counts of the deliveries that were promised for one day, and of each weekday of a month. Nothing of a buyer: a district only as the operator's list names it.
CREATE TABLE "DeliveryCount" (
    "shopDomain" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "weekday" SMALLINT NOT NULL,
    "operatorAccountId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "district" TEXT NOT NULL,
    "pickup" TEXT NOT NULL,
    "onTime" INTEGER NOT NULL,
    "lateShop" INTEGER NOT NULL,
    "lateOperator" INTEGER NOT NULL,
    "notDelivered" INTEGER NOT NULL,
    "firstAttempt" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "failures" JSONB NOT NULL,
    "neededPerson" INTEGER NOT NULL,
    "personMinutes" INTEGER NOT NULL,
    "collectedIn" INTEGER[] NOT NULL,
    "deliveredIn" INTEGER[] NOT NULL,
    "arrivedOn" INTEGER[] NOT NULL,

    CONSTRAINT "DeliveryCount_pkey" PRIMARY KEY ("shopDomain", "span", "day", "weekday", "operatorAccountId", "service", "district", "pickup")
);
ALTER TABLE "DeliveryCount" ADD CONSTRAINT "DeliveryCount_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DeliveryCount" ADD CONSTRAINT "DeliveryCount_span_check" CHECK ("span" IN ('day', 'month'));
