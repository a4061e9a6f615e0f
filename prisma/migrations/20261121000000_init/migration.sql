-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "isOnline" BOOLEAN NOT NULL DEFAULT false,
    "scope" TEXT,
    "expires" TIMESTAMP(3),
    "accessToken" TEXT NOT NULL,
    "userId" BIGINT,
    "firstName" TEXT,
    "lastName" TEXT,
    "email" TEXT,
    "accountOwner" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT,
    "collaborator" BOOLEAN DEFAULT false,
    "emailVerified" BOOLEAN DEFAULT false,
    "refreshToken" TEXT,
    "refreshTokenExpires" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Shop" (
    "domain" TEXT NOT NULL,
    "name" TEXT,
    "currency" TEXT,
    "timeZone" TEXT,
    "installedAt" TIMESTAMPTZ(3),
    "uninstalledAt" TIMESTAMPTZ(3),
    "reconciledUntil" TIMESTAMPTZ(3),
    "reconcileCursor" TEXT,
    "reconcileAt" TIMESTAMPTZ(3),
    "handOverOn" BOOLEAN NOT NULL DEFAULT false,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "settingsVersion" INTEGER NOT NULL DEFAULT 1,
    "operatorAccountId" UUID,

    CONSTRAINT "Shop_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "OperatorAccount" (
    "id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "tokenEncrypted" TEXT NOT NULL,
    "tokenFingerprint" TEXT NOT NULL,
    "tokenLastFour" TEXT NOT NULL,
    "pausedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OperatorAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookReceipt" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "eventId" TEXT,
    "triggeredAt" TIMESTAMPTZ(3),
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "subjectId" TEXT,
    "orderId" TEXT,
    "outcome" TEXT,
    "reason" TEXT,
    "handledAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookReceipt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "fulfillmentId" TEXT NOT NULL,
    "fulfillmentName" TEXT,
    "orderId" TEXT NOT NULL,
    "orderName" TEXT,
    "phase" TEXT NOT NULL DEFAULT 'waiting',
    "sendAt" TIMESTAMPTZ(3),
    "heldFor" TEXT,
    "claimToken" UUID,
    "claimedUntil" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "operatorAccountId" UUID,
    "orderNumber" TEXT,
    "service" TEXT,
    "promisedDate" TEXT,
    "windowStart" TEXT,
    "windowEnd" TEXT,
    "promisedUntil" TIMESTAMPTZ(3),
    "decisions" JSONB NOT NULL DEFAULT '[]',
    "sendAnyway" BOOLEAN NOT NULL DEFAULT false,
    "skipReason" JSONB,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "handedOverAt" TIMESTAMPTZ(3),
    "recoveredAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "state" TEXT,
    "lastState" TEXT,
    "stateGroup" TEXT,
    "stateAt" TIMESTAMPTZ(3),
    "trackingUrl" TEXT,
    "nextReadAt" TIMESTAMPTZ(3),
    "lastReadAt" TIMESTAMPTZ(3),
    "refreshedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" UUID NOT NULL,
    "verb" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT,
    "httpStatus" INTEGER,
    "durationMs" INTEGER,
    "message" TEXT,

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StateEntry" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StateEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Publication" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "eventStatus" TEXT,
    "happenedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "message" TEXT,

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "shop" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Session_shop_idx" ON "Session"("shop");

-- CreateIndex
CREATE INDEX "Shop_operatorAccountId_idx" ON "Shop"("operatorAccountId");

-- CreateIndex
CREATE UNIQUE INDEX "OperatorAccount_environment_tokenFingerprint_key" ON "OperatorAccount"("environment", "tokenFingerprint");

-- CreateIndex
CREATE INDEX "WebhookReceipt_receivedAt_idx" ON "WebhookReceipt"("receivedAt");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookReceipt_shop_webhookId_key" ON "WebhookReceipt"("shop", "webhookId");

-- CreateIndex
CREATE INDEX "Delivery_shopDomain_orderId_idx" ON "Delivery"("shopDomain", "orderId");

-- CreateIndex
CREATE INDEX "Delivery_shopDomain_createdAt_id_idx" ON "Delivery"("shopDomain", "createdAt" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_shopDomain_fulfillmentId_key" ON "Delivery"("shopDomain", "fulfillmentId");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_operatorAccountId_orderNumber_key" ON "Delivery"("operatorAccountId", "orderNumber");

-- CreateIndex
CREATE INDEX "Attempt_deliveryId_id_idx" ON "Attempt"("deliveryId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "StateEntry_deliveryId_status_date_key" ON "StateEntry"("deliveryId", "status", "date");

-- CreateIndex
CREATE INDEX "Publication_deliveryId_id_idx" ON "Publication"("deliveryId", "id");

-- AddForeignKey
ALTER TABLE "Shop" ADD CONSTRAINT "Shop_operatorAccountId_fkey" FOREIGN KEY ("operatorAccountId") REFERENCES "OperatorAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_operatorAccountId_fkey" FOREIGN KEY ("operatorAccountId") REFERENCES "OperatorAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StateEntry" ADD CONSTRAINT "StateEntry_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express. None of it is reported as drift.

ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_phase_check" CHECK ("phase" IN
  ('waiting', 'handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed', 'skipped', 'cancelled'));

-- The hand-over sweep: what is due, and what a killed worker left behind.
CREATE INDEX "Delivery_send_due" ON "Delivery"("sendAt") WHERE "phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL;

-- The tracking sweep.
CREATE INDEX "Delivery_read_due" ON "Delivery"("nextReadAt") WHERE "nextReadAt" IS NOT NULL;

-- The reconciliation.
CREATE INDEX "Shop_reconcile_due" ON "Shop"("reconcileAt") WHERE "reconcileAt" IS NOT NULL;

-- The outbox.
CREATE INDEX "Publication_open" ON "Publication"("deliveryId", "id") WHERE "settledAt" IS NULL;
