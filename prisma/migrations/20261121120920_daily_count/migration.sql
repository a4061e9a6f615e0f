-- What a shop fulfilled on a day, as Shopify tells it after the day's end, page by page.
CREATE TABLE "DailyCount" (
    "shopDomain" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "stage" TEXT NOT NULL DEFAULT 'fulfilled',
    "cursor" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "countedAt" TIMESTAMPTZ(3),

    -- Promise: a day of a shop is counted once.
    CONSTRAINT "DailyCount_pkey" PRIMARY KEY ("shopDomain", "day")
);

CREATE TABLE "CountedFulfillment" (
    "shopDomain" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "fulfillmentId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderName" TEXT,
    "finding" TEXT NOT NULL,

    -- Promise: a page that is read twice counts nothing twice.
    CONSTRAINT "CountedFulfillment_pkey" PRIMARY KEY ("shopDomain", "day", "fulfillmentId")
);

ALTER TABLE "DailyCount" ADD CONSTRAINT "DailyCount_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "CountedFulfillment" ADD CONSTRAINT "CountedFulfillment_shopDomain_day_fkey" FOREIGN KEY ("shopDomain", "day") REFERENCES "DailyCount"("shopDomain", "day") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express. None of it is reported as drift.

ALTER TABLE "DailyCount" ADD CONSTRAINT "DailyCount_stage_check" CHECK ("stage" IN ('fulfilled', 'accepted'));
ALTER TABLE "CountedFulfillment" ADD CONSTRAINT "CountedFulfillment_finding_check" CHECK ("finding" IN ('known', 'missing', 'extra'));

-- Promise: a shop's days are counted one after the other.
CREATE UNIQUE INDEX "DailyCount_open" ON "DailyCount"("shopDomain") WHERE "countedAt" IS NULL;

-- The sweep of the counts, and housekeeping.
CREATE INDEX "DailyCount_due" ON "DailyCount"("dueAt") WHERE "countedAt" IS NULL;
CREATE INDEX "DailyCount_counted" ON "DailyCount"("countedAt") WHERE "countedAt" IS NOT NULL;
