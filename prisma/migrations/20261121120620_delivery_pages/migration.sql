-- Which pickup was chosen at the hand-over.
ALTER TABLE "Delivery" ADD COLUMN "pickup" TEXT;

CREATE TABLE "Backfill" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "cursor" TEXT,
    "reachedAt" TIMESTAMPTZ(3),
    "ordersRead" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Backfill_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Backfill_shopDomain_startedAt_idx" ON "Backfill"("shopDomain", "startedAt" DESC);

ALTER TABLE "Backfill" ADD CONSTRAINT "Backfill_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express. None of it is reported as drift.

ALTER TABLE "Backfill" ADD CONSTRAINT "Backfill_state_check" CHECK ("state" IN ('running', 'stopped', 'done'));

-- Promise: one backfill of a shop runs at a time, however often somebody presses the button.
CREATE UNIQUE INDEX "Backfill_running" ON "Backfill"("shopDomain") WHERE "state" = 'running';

-- The backfill sweep.
CREATE INDEX "Backfill_due" ON "Backfill"("dueAt") WHERE "state" = 'running';

-- The tab of the list that a delivery stands in. Inlined by the planner, so that the index below serves the list.
CREATE FUNCTION "delivery_tab"("phase" TEXT, "problems" JSONB) RETURNS TEXT
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN "phase" = 'needs-attention' OR "problems" <> '[]'::JSONB THEN 'attention'
  WHEN "phase" IN ('waiting', 'handing-over') THEN 'waiting'
  WHEN "phase" = 'in-delivery' THEN 'on-the-way'
  WHEN "phase" = 'delivered' THEN 'delivered'
  WHEN "phase" = 'failed' THEN 'ended-badly'
  ELSE 'skipped'
END;

-- The list: each tab and each filter alone is a seek, in both orders.
CREATE INDEX "Delivery_list_tab" ON "Delivery"("shopDomain", "delivery_tab"("phase", "problems"), "createdAt" DESC, "id");
CREATE INDEX "Delivery_list_state" ON "Delivery"("shopDomain", "stateGroup", "createdAt" DESC, "id") WHERE "stateGroup" IS NOT NULL;
CREATE INDEX "Delivery_list_service" ON "Delivery"("shopDomain", "service", "createdAt" DESC, "id") WHERE "service" IS NOT NULL;
CREATE INDEX "Delivery_list_pickup" ON "Delivery"("shopDomain", "pickup", "createdAt" DESC, "id") WHERE "pickup" IS NOT NULL;

-- The search, by how a name or number begins. Shopify puts a '#' before names, people do not.
CREATE INDEX "Delivery_search_order" ON "Delivery"("shopDomain", lower(ltrim("orderName", '#')) text_pattern_ops) WHERE "orderName" IS NOT NULL;
CREATE INDEX "Delivery_search_number" ON "Delivery"("shopDomain", lower("orderNumber") text_pattern_ops) WHERE "orderNumber" IS NOT NULL;
