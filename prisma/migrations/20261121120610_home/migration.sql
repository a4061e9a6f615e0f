-- The language of the pages, when it is not the admin's; and when somebody first saw what would be sent.
ALTER TABLE "Shop" ADD COLUMN "language" TEXT, ADD COLUMN "dryRunAt" TIMESTAMPTZ(3);

-- The home page: what was handed over today, and how deliveries ended day by day. Each is read from its index alone.
CREATE INDEX "Delivery_handed_over_by_shop" ON "Delivery"("shopDomain", "handedOverAt") WHERE "handedOverAt" IS NOT NULL;
CREATE INDEX "Delivery_ended_by_shop" ON "Delivery"("shopDomain", "endedAt") INCLUDE ("phase", "handedOverAt")
  WHERE "endedAt" IS NOT NULL;
