ALTER TABLE "Delivery" ADD COLUMN "recordSeen" TEXT;
