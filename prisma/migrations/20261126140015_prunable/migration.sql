-- In place of "Delivery_to_prune", whose condition every read would change.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_prunable" ON "Delivery"("endedAt")
  WHERE "endedAt" IS NOT NULL AND "prunedAt" IS NULL;
