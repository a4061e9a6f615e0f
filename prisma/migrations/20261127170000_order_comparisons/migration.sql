CREATE TABLE "OrderComparison" (
    "shopDomain" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "claimToken" UUID,
    "hasNews" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OrderComparison_pkey" PRIMARY KEY ("shopDomain", "orderId"),
    CONSTRAINT "OrderComparison_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain")
      ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "OrderComparison_shopDomain_dueAt_idx" ON "OrderComparison"("shopDomain", "dueAt");
