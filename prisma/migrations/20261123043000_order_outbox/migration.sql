-- An order that has something to write to Shopify says itself when it is due.
CREATE TABLE "OrderOutbox" (
    "shopDomain" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "claimToken" UUID,
    "hasNews" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OrderOutbox_pkey" PRIMARY KEY ("shopDomain", "orderId"),
    CONSTRAINT "OrderOutbox_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "OrderOutbox_shopDomain_dueAt_idx" ON "OrderOutbox"("shopDomain", "dueAt");

INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
SELECT DISTINCT d."shopDomain", d."orderId", now()
FROM "Publication" p JOIN "Delivery" d ON d."id" = p."deliveryId"
WHERE p."settledAt" IS NULL;
