-- The receipt is the inbox: what it needs to be handled, and when that is due. The default is for processes of the
-- version before, which write no `dueAt` and handle their receipts by a job; what they leave behind is taken up later.
ALTER TABLE "WebhookReceipt"
  ADD COLUMN "status" TEXT,
  ADD COLUMN "orderIds" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "dueAt" TIMESTAMPTZ(3);
UPDATE "WebhookReceipt" SET "dueAt" = now() + interval '1 minute' WHERE "outcome" IS NULL;
ALTER TABLE "WebhookReceipt" ALTER COLUMN "dueAt" SET DEFAULT now() + interval '1 minute';

CREATE INDEX "WebhookReceipt_due" ON "WebhookReceipt"("dueAt", "id") WHERE "dueAt" IS NOT NULL;
