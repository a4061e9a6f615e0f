-- A backfill can be paused, and says what has become of what it opened.
ALTER TABLE "Backfill" ADD COLUMN "pausedAt" TIMESTAMPTZ(3);
ALTER TABLE "Delivery" ADD COLUMN "backfillId" UUID;
CREATE INDEX "Delivery_backfill" ON "Delivery"("backfillId") WHERE "backfillId" IS NOT NULL;
