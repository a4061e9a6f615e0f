-- One id from the webhook to the last publication. The default serves processes that do not know the column yet.
ALTER TABLE "Delivery" ADD COLUMN "correlationId" TEXT;
ALTER TABLE "Delivery" ALTER COLUMN "correlationId" SET DEFAULT gen_random_uuid();

-- When the attempts, history and publications of an ended delivery were removed.
ALTER TABLE "Delivery" ADD COLUMN "prunedAt" TIMESTAMPTZ(3);
CREATE INDEX "Delivery_to_prune" ON "Delivery"("endedAt")
  WHERE "endedAt" IS NOT NULL AND "nextReadAt" IS NULL AND "prunedAt" IS NULL;
CREATE INDEX "AuditEntry_at" ON "AuditEntry"("at");

-- What is measured again and again, each as small as what is not in order.
CREATE INDEX "Delivery_held" ON "Delivery"("heldFor") WHERE "heldFor" IS NOT NULL;
CREATE INDEX "Delivery_attention" ON "Delivery"("id") WHERE "phase" = 'needs-attention';
CREATE INDEX "Delivery_unknown_state" ON "Delivery"("state") WHERE "stateGroup" = 'unknown';
CREATE INDEX "Publication_open_since" ON "Publication"("createdAt") WHERE "settledAt" IS NULL;
