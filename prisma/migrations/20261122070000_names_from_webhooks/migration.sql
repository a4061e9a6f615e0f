-- The fulfillment's name, so that its delivery is named before the order is read.
ALTER TABLE "WebhookReceipt" ADD COLUMN "subjectName" TEXT;
