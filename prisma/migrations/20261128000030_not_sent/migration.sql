-- What was not sent by a merchant's choice is counted for a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_not_sent" ON "Delivery"("shopDomain", "resolvedAt") WHERE "phase" = 'skipped' AND "resolvedAt" IS NOT NULL;
