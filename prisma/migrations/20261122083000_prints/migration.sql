-- What was printed of a delivery last, so that a hand-over sheet can mark an order that has changed since.
CREATE TABLE "Print" (
  "deliveryId" UUID NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "packages" INTEGER NOT NULL,
  "printedAt" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "Print_pkey" PRIMARY KEY ("deliveryId")
);

ALTER TABLE "Print" ADD CONSTRAINT "Print_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
