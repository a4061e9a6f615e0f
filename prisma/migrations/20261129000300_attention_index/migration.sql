-- The gauge of what needs a person counts these, of all shops, at every scrape.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_needs_person" ON "Delivery"("id") WHERE "attentionSince" IS NOT NULL;
