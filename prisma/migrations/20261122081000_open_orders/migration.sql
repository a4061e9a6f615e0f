-- Orders that are placed and not fulfilled yet, and whether they would go out. Ids, codes and names of fields.
CREATE TABLE "OpenOrder" (
    "shopDomain" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderName" TEXT,
    "verdict" TEXT NOT NULL DEFAULT 'unread',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "warnedAt" TIMESTAMPTZ(3),
    "lookAt" TIMESTAMPTZ(3),
    "lookedAt" TIMESTAMPTZ(3),
    "claimToken" UUID,
    "claimedUntil" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "holds" JSONB NOT NULL DEFAULT '[]',
    "letGoAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OpenOrder_pkey" PRIMARY KEY ("shopDomain", "orderId"),
    CONSTRAINT "OpenOrder_verdict" CHECK ("verdict" IN ('unread', 'ready', 'warned', 'ended'))
);
ALTER TABLE "OpenOrder" ADD CONSTRAINT "OpenOrder_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due to be read, what is shown, and what can be deleted. Most orders are in none of them.
CREATE INDEX "OpenOrder_look_due" ON "OpenOrder"("lookAt") WHERE "lookAt" IS NOT NULL;
CREATE INDEX "OpenOrder_warned" ON "OpenOrder"("shopDomain", "warnedAt") WHERE "verdict" = 'warned';
CREATE INDEX "OpenOrder_ended" ON "OpenOrder"("endedAt") WHERE "endedAt" IS NOT NULL;
