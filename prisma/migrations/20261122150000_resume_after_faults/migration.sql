-- Deliveries that failed until a person was told, and are tried again by themselves.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_resume_due" ON "Delivery"("sendAt")
  WHERE "phase" = 'needs-attention' AND "sendAt" IS NOT NULL;
