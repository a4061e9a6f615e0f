-- A day of the scorecard is counted, and the deliveries behind its figures are found, by the day that was promised.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_promised" ON "Delivery"("shopDomain", "promisedDate") WHERE "fulfilledAt" IS NOT NULL;
