-- Due reads are claimed account by account.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_read_due_by_account" ON "Delivery"("operatorAccountId", "nextReadAt")
  WHERE "nextReadAt" IS NOT NULL;
