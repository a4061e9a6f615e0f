-- Handovers to couriers, and the boxes that were scanned at the door.
CREATE TABLE "Handover" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "pickup" TEXT,
    "boxes" INTEGER NOT NULL,
    "missing" JSONB NOT NULL,

    CONSTRAINT "Handover_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ScannedBox" (
    "deliveryId" UUID NOT NULL,
    "box" INTEGER NOT NULL,
    "scannedAt" TIMESTAMPTZ(3) NOT NULL,
    "handoverId" UUID,

    CONSTRAINT "ScannedBox_pkey" PRIMARY KEY ("deliveryId","box")
);

CREATE INDEX "Handover_shopDomain_at_idx" ON "Handover"("shopDomain", "at" DESC);
CREATE INDEX "ScannedBox_handoverId_idx" ON "ScannedBox"("handoverId");
ALTER TABLE "Handover" ADD CONSTRAINT "Handover_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ScannedBox" ADD CONSTRAINT "ScannedBox_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ScannedBox" ADD CONSTRAINT "ScannedBox_handoverId_fkey" FOREIGN KEY ("handoverId") REFERENCES "Handover"("id") ON DELETE CASCADE ON UPDATE CASCADE;
