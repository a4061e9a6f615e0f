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

CREATE TABLE "Shop" (
    "domain" TEXT NOT NULL,
    "name" TEXT,
    "currency" TEXT,
    "timeZone" TEXT,
    "installedAt" TIMESTAMPTZ(3),
    "uninstalledAt" TIMESTAMPTZ(3),
    "authorizedAt" TIMESTAMPTZ(3),
    "reconciledUntil" TIMESTAMPTZ(3),
    "reconcileCursor" TEXT,
    "reconcileAt" TIMESTAMPTZ(3),
    "holdsLookedAt" TIMESTAMPTZ(3),
    "handOverOn" BOOLEAN NOT NULL DEFAULT false,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "settingsVersion" INTEGER NOT NULL DEFAULT 1,
    "operatorAccountId" UUID,
    "grantedScopes" TEXT,
    "customerDataWithheld" BOOLEAN NOT NULL DEFAULT false,
    "language" TEXT,
    "pagesLanguage" TEXT,
    "dryRunAt" TIMESTAMPTZ(3),

    CONSTRAINT "Shop_pkey" PRIMARY KEY ("domain")
);

CREATE TABLE "OperatorAccount" (
    "id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "tokenEncrypted" TEXT NOT NULL,
    "tokenFingerprint" TEXT NOT NULL,
    "tokenLastFour" TEXT NOT NULL,
    "tokenSetAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "provenAt" TIMESTAMPTZ(3),
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "refusedSince" TIMESTAMPTZ(3),
    "refusedWith" INTEGER,
    "pausedAt" TIMESTAMPTZ(3),
    "probeAt" TIMESTAMPTZ(3),
    "restUntil" TIMESTAMPTZ(3),
    "restReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OperatorAccount_pkey" PRIMARY KEY ("id")
);

-- What all processes share about the calls to one operator account: pace, rest, and the part that each may use.
CREATE TABLE "CallLimit" (
    "key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pace" JSONB NOT NULL,
    "restUntil" TIMESTAMPTZ(3),
    "shares" JSONB NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CallLimit_pkey" PRIMARY KEY ("key")
);

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
    "status" TEXT,
    "subjectName" TEXT,
    "orderIds" TEXT[] NOT NULL DEFAULT '{}',
    "dueAt" TIMESTAMPTZ(3) DEFAULT now() + interval '1 minute',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "reason" TEXT,
    "handledAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookReceipt_pkey" PRIMARY KEY ("id")
);

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
    "heldSince" TIMESTAMPTZ(3),
    "claimToken" UUID,
    "claimedUntil" TIMESTAMPTZ(3),
    "possiblySentAt" TIMESTAMPTZ(3),
    "resendAskedAt" TIMESTAMPTZ(3),
    "lookFirst" BOOLEAN NOT NULL DEFAULT false,
    "backfillId" UUID,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "operatorAccountId" UUID,
    "orderNumber" TEXT,
    "service" TEXT,
    "pickup" TEXT,
    "promisedDate" TEXT,
    "windowStart" TEXT,
    "windowEnd" TEXT,
    "promisedUntil" TIMESTAMPTZ(3),
    "decisions" JSONB NOT NULL DEFAULT '[]',
    "sendAnyway" BOOLEAN NOT NULL DEFAULT false,
    "skipReason" JSONB,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "flags" JSONB NOT NULL DEFAULT '[]',
    "handedOverWith" JSONB,
    "handedOverAt" TIMESTAMPTZ(3),
    "recoveredAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "state" TEXT,
    "lastState" TEXT,
    "stateGroup" TEXT,
    "stateAt" TIMESTAMPTZ(3),
    "trackingUrl" TEXT,
    "operatorDate" TEXT,
    "operatorUpdatedAt" TIMESTAMPTZ(3),
    "nextReadAt" TIMESTAMPTZ(3),
    "watchAt" TIMESTAMPTZ(3),
    "recordSeen" TEXT,
    "lastReadAt" TIMESTAMPTZ(3),
    "refreshedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "prunedAt" TIMESTAMPTZ(3),
    "correlationId" TEXT DEFAULT gen_random_uuid(),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 75);

-- The reads that are planned, in a narrow table: a read without news changes a delivery's row and none of its indexes.
CREATE TABLE "PlannedRead" (
    "deliveryId" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "operatorAccountId" UUID NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "claimedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "PlannedRead_pkey" PRIMARY KEY ("deliveryId")
) WITH (fillfactor = 70);

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

    CONSTRAINT "OpenOrder_pkey" PRIMARY KEY ("shopDomain","orderId")
);

CREATE TABLE "Backfill" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "pausedAt" TIMESTAMPTZ(3),
    "cursor" TEXT,
    "reachedAt" TIMESTAMPTZ(3),
    "ordersRead" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Backfill_pkey" PRIMARY KEY ("id")
);

-- What a shop fulfilled on a day, as Shopify tells it after the day's end, page by page. Promise: a day is counted once.
CREATE TABLE "DailyCount" (
    "shopDomain" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "stage" TEXT NOT NULL DEFAULT 'fulfilled',
    "cursor" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "countedAt" TIMESTAMPTZ(3),

    CONSTRAINT "DailyCount_pkey" PRIMARY KEY ("shopDomain","day")
);

-- Promise: a page that is read twice counts nothing twice.
CREATE TABLE "CountedFulfillment" (
    "shopDomain" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "fulfillmentId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderName" TEXT,
    "result" TEXT NOT NULL,
    "finding" TEXT,

    CONSTRAINT "CountedFulfillment_pkey" PRIMARY KEY ("shopDomain","day","fulfillmentId")
);

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

CREATE TABLE "StateEntry" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StateEntry_pkey" PRIMARY KEY ("id")
);

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
    "tag" TEXT,

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("id")
);

-- An order that has something to write to Shopify says itself when it is due.
CREATE TABLE "OrderOutbox" (
    "shopDomain" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "claimToken" UUID,
    "hasNews" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OrderOutbox_pkey" PRIMARY KEY ("shopDomain","orderId")
);

CREATE TABLE "OrderComparison" (
    "shopDomain" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "claimToken" UUID,
    "hasNews" BOOLEAN NOT NULL DEFAULT false,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OrderComparison_pkey" PRIMARY KEY ("shopDomain","orderId")
);

-- What was printed of a delivery last, so that a hand-over sheet can mark an order that has changed since.
CREATE TABLE "Print" (
    "deliveryId" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "packages" INTEGER NOT NULL,
    "printedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Print_pkey" PRIMARY KEY ("deliveryId")
);

-- Since when this database has gone on without a break. Promise: a database has one life.
CREATE TABLE "DatabaseLife" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "identity" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "isRestored" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "DatabaseLife_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AddressRefusal" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AddressRefusal_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditEntry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "shop" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- Written by /readyz, so that a full disk is noticed. Its content means nothing and need not survive a crash.
CREATE UNLOGGED TABLE "WriteCheck" (
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WriteCheck_pkey" PRIMARY KEY ("at")
);

-- How many actions of a shop's merchants are left in the present minute; of all processes together.
CREATE TABLE "ActionBudget" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "ActionBudget_pkey" PRIMARY KEY ("key")
);

-- Named queries of the list of deliveries.
CREATE TABLE "SavedView" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);

-- Which of the app's triggers have an enabled workflow, as Shopify Flow says. Nothing is queued for a shop without any.
CREATE TABLE "FlowUse" (
    "shopDomain" TEXT NOT NULL,
    "definitionId" TEXT NOT NULL,
    "isEnabled" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FlowUse_pkey" PRIMARY KEY ("shopDomain","definitionId")
);

-- The outbox of triggers. A lane is a part of a shop's triggers that is sent in order, one after another.
CREATE TABLE "FlowTrigger" (
    "id" BIGSERIAL NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "deliveryId" UUID,
    "facts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "message" TEXT,

    CONSTRAINT "FlowTrigger_pkey" PRIMARY KEY ("id")
);

-- The runs of Flow actions, each with its answer. Promise: a run takes effect once, however often Flow repeats it.
CREATE TABLE "FlowActionRun" (
    "shopDomain" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "leasedUntil" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "changed" INTEGER,

    CONSTRAINT "FlowActionRun_pkey" PRIMARY KEY ("shopDomain","runId")
);

CREATE INDEX "Session_shop_idx" ON "Session"("shop");
CREATE INDEX "Shop_operatorAccountId_idx" ON "Shop"("operatorAccountId");
CREATE UNIQUE INDEX "OperatorAccount_environment_tokenFingerprint_key" ON "OperatorAccount"("environment", "tokenFingerprint");
CREATE INDEX "CallLimit_changedAt_idx" ON "CallLimit"("changedAt");
CREATE INDEX "WebhookReceipt_receivedAt_idx" ON "WebhookReceipt"("receivedAt");
CREATE UNIQUE INDEX "WebhookReceipt_shop_webhookId_key" ON "WebhookReceipt"("shop", "webhookId");
CREATE INDEX "Delivery_shopDomain_orderId_idx" ON "Delivery"("shopDomain", "orderId");
CREATE INDEX "Delivery_shopDomain_createdAt_id_idx" ON "Delivery"("shopDomain", "createdAt" DESC, "id");
-- Promise: a fulfillment becomes a delivery once, whoever asks and however often.
CREATE UNIQUE INDEX "Delivery_shopDomain_fulfillmentId_key" ON "Delivery"("shopDomain", "fulfillmentId");
-- Promise: an order number stands for one delivery at the operator. PostgreSQL lets any number of nulls pass.
CREATE UNIQUE INDEX "Delivery_operatorAccountId_orderNumber_key" ON "Delivery"("operatorAccountId", "orderNumber");
CREATE INDEX "PlannedRead_operatorAccountId_readAt_idx" ON "PlannedRead"("operatorAccountId", "readAt");
CREATE INDEX "Backfill_shopDomain_startedAt_idx" ON "Backfill"("shopDomain", "startedAt" DESC);
CREATE INDEX "Attempt_deliveryId_id_idx" ON "Attempt"("deliveryId", "id");
CREATE UNIQUE INDEX "StateEntry_deliveryId_status_date_key" ON "StateEntry"("deliveryId", "status", "date");
CREATE INDEX "Publication_deliveryId_id_idx" ON "Publication"("deliveryId", "id");
CREATE INDEX "OrderOutbox_shopDomain_dueAt_idx" ON "OrderOutbox"("shopDomain", "dueAt");
CREATE INDEX "OrderComparison_shopDomain_dueAt_idx" ON "OrderComparison"("shopDomain", "dueAt");
CREATE INDEX "AuditEntry_at" ON "AuditEntry"("at");
CREATE INDEX "AuditEntry_shop_action" ON "AuditEntry"("shop", "action");
-- Promise: two views of a shop never have the same name.
CREATE UNIQUE INDEX "SavedView_shopDomain_name_key" ON "SavedView"("shopDomain", "name");
CREATE INDEX "FlowTrigger_settledAt" ON "FlowTrigger"("settledAt");
CREATE INDEX "FlowActionRun_startedAt" ON "FlowActionRun"("startedAt");

ALTER TABLE "Shop" ADD CONSTRAINT "Shop_operatorAccountId_fkey" FOREIGN KEY ("operatorAccountId") REFERENCES "OperatorAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_operatorAccountId_fkey" FOREIGN KEY ("operatorAccountId") REFERENCES "OperatorAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "PlannedRead" ADD CONSTRAINT "PlannedRead_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OpenOrder" ADD CONSTRAINT "OpenOrder_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Backfill" ADD CONSTRAINT "Backfill_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DailyCount" ADD CONSTRAINT "DailyCount_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CountedFulfillment" ADD CONSTRAINT "CountedFulfillment_shopDomain_day_fkey" FOREIGN KEY ("shopDomain", "day") REFERENCES "DailyCount"("shopDomain", "day") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StateEntry" ADD CONSTRAINT "StateEntry_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OrderOutbox" ADD CONSTRAINT "OrderOutbox_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OrderComparison" ADD CONSTRAINT "OrderComparison_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Print" ADD CONSTRAINT "Print_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FlowUse" ADD CONSTRAINT "FlowUse_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FlowTrigger" ADD CONSTRAINT "FlowTrigger_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FlowActionRun" ADD CONSTRAINT "FlowActionRun_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot express. None of it is reported as drift.

-- Every column that holds one of a fixed set is held to it. The sets are those of the program:
-- test/persistence/fixed-sets.test.ts compares them.
ALTER TABLE "Delivery"
  ADD CONSTRAINT "Delivery_phase_check" CHECK ("phase" IN
    ('waiting', 'handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed', 'skipped', 'cancelled')),
  ADD CONSTRAINT "Delivery_heldFor_check" CHECK ("heldFor" IN
    ('no-shopify-token', 'set-up', 'switched-off', 'account-paused', 'uninstalled', 'release')),
  ADD CONSTRAINT "Delivery_service_check" CHECK ("service" IN
    ('Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow')),
  ADD CONSTRAINT "Delivery_stateGroup_check" CHECK ("stateGroup" IN
    ('unknown', 'accepted', 'courier-assigned', 'picking-up', 'on-the-way', 'out-for-delivery', 'delivered', 'delayed',
     'attempt-failed', 'needs-merchant', 'ended-badly'));
ALTER TABLE "Attempt"
  ADD CONSTRAINT "Attempt_verb_check" CHECK ("verb" IN ('create', 'look-up', 'read')),
  ADD CONSTRAINT "Attempt_outcome_check" CHECK ("outcome" IN
    ('accepted', 'found', 'not-found', 'refused', 'account-refused', 'throttled', 'not-sent', 'not-received', 'unknown'));
ALTER TABLE "Publication"
  ADD CONSTRAINT "Publication_kind_check" CHECK ("kind" IN ('tracking', 'event', 'order-metafield', 'estimate', 'state-tag')),
  ADD CONSTRAINT "Publication_outcome_check" CHECK ("outcome" IN ('published', 'refused', 'overtaken')),
  ADD CONSTRAINT "Publication_eventStatus_check" CHECK ("eventStatus" IN
    ('ATTEMPTED_DELIVERY', 'CARRIER_PICKED_UP', 'CONFIRMED', 'DELAYED', 'DELIVERED', 'FAILURE', 'IN_TRANSIT',
     'OUT_FOR_DELIVERY'));
ALTER TABLE "WebhookReceipt" ADD CONSTRAINT "WebhookReceipt_outcome_check" CHECK ("outcome" IN ('handled', 'skipped'));
ALTER TABLE "OperatorAccount"
  ADD CONSTRAINT "OperatorAccount_environment_check" CHECK ("environment" IN ('production', 'test')),
  ADD CONSTRAINT "OperatorAccount_restReason_check" CHECK ("restReason" IN ('throttled', 'failing'));
ALTER TABLE "Shop"
  ADD CONSTRAINT "Shop_language_check" CHECK ("language" IN ('en', 'es', 'pt')),
  ADD CONSTRAINT "Shop_pagesLanguage_check" CHECK ("pagesLanguage" IN ('en', 'es', 'pt'));
ALTER TABLE "Backfill" ADD CONSTRAINT "Backfill_state_check" CHECK ("state" IN ('running', 'stopped', 'done'));
ALTER TABLE "DailyCount" ADD CONSTRAINT "DailyCount_stage_check" CHECK ("stage" IN ('fulfilled', 'accepted'));
ALTER TABLE "CountedFulfillment"
  ADD CONSTRAINT "CountedFulfillment_finding_check" CHECK ("finding" IN ('known', 'missing', 'extra')),
  ADD CONSTRAINT "CountedFulfillment_result_check" CHECK ("result" IN ('known', 'missing', 'extra'));
ALTER TABLE "OpenOrder" ADD CONSTRAINT "OpenOrder_verdict" CHECK ("verdict" IN ('unread', 'ready', 'warned', 'ended'));
ALTER TABLE "FlowTrigger"
  ADD CONSTRAINT "FlowTrigger_kind_check" CHECK ("kind" IN ('needs-attention', 'state-changed', 'delivered', 'not-delivered',
    'running-late', 'would-not-go-out', 'promised-date-changed')),
  ADD CONSTRAINT "FlowTrigger_outcome_check" CHECK ("outcome" IN ('sent', 'refused', 'given-up'));

-- Hand-overs: what is due, and what a killed worker left behind; and shop by shop in turn, each shop's oldest first.
CREATE INDEX "Delivery_send_due" ON "Delivery"("sendAt") WHERE "phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL;
CREATE INDEX "Delivery_send_due_by_shop" ON "Delivery"("shopDomain", "sendAt", "createdAt")
  WHERE "phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL;
-- Deliveries that failed until a person was told, and are tried again by themselves.
CREATE INDEX "Delivery_resume_due" ON "Delivery"("sendAt") WHERE "phase" = 'needs-attention' AND "sendAt" IS NOT NULL;
CREATE INDEX "Delivery_backfill" ON "Delivery"("backfillId") WHERE "backfillId" IS NOT NULL;

-- What is held and watched. The oldest hold of each reason; and the shops that have something held which is looked at
-- again, and the oldest of each.
CREATE INDEX "Delivery_held" ON "Delivery"("heldFor", "heldSince") WHERE "heldFor" IS NOT NULL;
CREATE INDEX "Delivery_held_by_shop" ON "Delivery"("shopDomain", "heldSince")
  WHERE "heldFor" IS NOT NULL AND "heldFor" <> 'release';
CREATE INDEX "Delivery_watch_due" ON "Delivery"("watchAt") WHERE "watchAt" IS NOT NULL;
CREATE INDEX "OperatorAccount_probe_due" ON "OperatorAccount"("probeAt") WHERE "probeAt" IS NOT NULL;

-- What is measured again and again, each as small as what is not in order.
CREATE INDEX "Delivery_flagged" ON "Delivery"("shopDomain") WHERE "flags" <> '[]'::jsonb;
CREATE INDEX "Delivery_attention" ON "Delivery"("id") WHERE "phase" = 'needs-attention';
CREATE INDEX "Delivery_unknown_state" ON "Delivery"("state") WHERE "stateGroup" = 'unknown';
CREATE INDEX "Publication_open_since" ON "Publication"("createdAt") WHERE "settledAt" IS NULL;
CREATE INDEX "Delivery_prunable" ON "Delivery"("endedAt") WHERE "endedAt" IS NOT NULL AND "prunedAt" IS NULL;

-- The home page: what was handed over today, and how deliveries ended day by day. Each is read from its index alone.
CREATE INDEX "Delivery_handed_over_by_shop" ON "Delivery"("shopDomain", "handedOverAt") WHERE "handedOverAt" IS NOT NULL;
CREATE INDEX "Delivery_ended_by_shop" ON "Delivery"("shopDomain", "endedAt") INCLUDE ("phase", "handedOverAt")
  WHERE "endedAt" IS NOT NULL;

-- Webhooks, the reconciliation and the counts.
CREATE INDEX "WebhookReceipt_due" ON "WebhookReceipt"("dueAt", "id") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "Shop_reconcile_due" ON "Shop"("reconcileAt") WHERE "reconcileAt" IS NOT NULL;
CREATE INDEX "Backfill_due" ON "Backfill"("dueAt") WHERE "state" = 'running';
-- Promise: one backfill of a shop runs at a time, however often somebody presses the button.
CREATE UNIQUE INDEX "Backfill_running" ON "Backfill"("shopDomain") WHERE "state" = 'running';
-- Promise: a shop's days are counted one after the other.
CREATE UNIQUE INDEX "DailyCount_open" ON "DailyCount"("shopDomain") WHERE "countedAt" IS NULL;
CREATE INDEX "DailyCount_due" ON "DailyCount"("dueAt") WHERE "countedAt" IS NULL;
CREATE INDEX "DailyCount_counted" ON "DailyCount"("countedAt") WHERE "countedAt" IS NOT NULL;

-- What is due to be read, what is shown, and what can be deleted. Most orders are in none of them.
CREATE INDEX "OpenOrder_look_due" ON "OpenOrder"("lookAt") WHERE "lookAt" IS NOT NULL;
CREATE INDEX "OpenOrder_warned" ON "OpenOrder"("shopDomain", "warnedAt") WHERE "verdict" = 'warned';
CREATE INDEX "OpenOrder_ended" ON "OpenOrder"("endedAt") WHERE "endedAt" IS NOT NULL;

-- The tab of the list that a delivery stands in. Inlined by the planner, so that the index below serves the list.
CREATE FUNCTION "delivery_tab"("phase" TEXT, "problems" JSONB) RETURNS TEXT
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN "phase" = 'needs-attention' OR "problems" <> '[]'::JSONB THEN 'attention'
  WHEN "phase" IN ('waiting', 'handing-over') THEN 'waiting'
  WHEN "phase" = 'in-delivery' THEN 'on-the-way'
  WHEN "phase" = 'delivered' THEN 'delivered'
  WHEN "phase" = 'failed' THEN 'ended-badly'
  ELSE 'skipped'
END;

-- The list: each tab and each filter alone is a seek, in both orders.
CREATE INDEX "Delivery_list_tab" ON "Delivery"("shopDomain", "delivery_tab"("phase", "problems"), "createdAt" DESC, "id");
CREATE INDEX "Delivery_list_state" ON "Delivery"("shopDomain", "stateGroup", "createdAt" DESC, "id") WHERE "stateGroup" IS NOT NULL;
CREATE INDEX "Delivery_list_service" ON "Delivery"("shopDomain", "service", "createdAt" DESC, "id") WHERE "service" IS NOT NULL;
CREATE INDEX "Delivery_list_pickup" ON "Delivery"("shopDomain", "pickup", "createdAt" DESC, "id") WHERE "pickup" IS NOT NULL;

-- The search, by how a name or number begins. Shopify puts a '#' before names, people do not.
CREATE INDEX "Delivery_search_order" ON "Delivery"("shopDomain", lower(ltrim("orderName", '#')) text_pattern_ops) WHERE "orderName" IS NOT NULL;
CREATE INDEX "Delivery_search_number" ON "Delivery"("shopDomain", lower("orderNumber") text_pattern_ops) WHERE "orderNumber" IS NOT NULL;

CREATE INDEX "FlowTrigger_open" ON "FlowTrigger" ("shopDomain", "lane", "id") WHERE "settledAt" IS NULL;
-- Promise: of a lane one trigger is under way at a time, so what the shop keeps of the lane says whether that one arrived.
CREATE UNIQUE INDEX "FlowTrigger_under_way" ON "FlowTrigger" ("shopDomain", "lane")
  WHERE "settledAt" IS NULL AND "startedAt" IS NOT NULL;

-- A trigger is queued by the database, because every change of a delivery then has its trigger in the same transaction,
-- whichever of the store's functions makes it. The facts hold nothing of a buyer: of a problem its code alone.
CREATE FUNCTION "queue_flow_triggers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = NEW."shopDomain" AND u."isEnabled") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "FlowTrigger" ("shopDomain", "lane", "kind", "orderId", "deliveryId", "facts")
  SELECT NEW."shopDomain", hashtext(NEW."id"::text) & 7, happened."kind", NEW."orderId", NEW."id", jsonb_build_object(
    'orderName', NEW."orderName", 'fulfillmentId', NEW."fulfillmentId", 'fulfillmentName', NEW."fulfillmentName",
    'orderNumber', NEW."orderNumber", 'state', NEW."state", 'stateGroup', NEW."stateGroup",
    'trackingUrl', NEW."trackingUrl", 'promisedDate', NEW."promisedDate", 'windowStart', NEW."windowStart",
    'windowEnd', NEW."windowEnd", 'operatorDate', NEW."operatorDate",
    'problems', coalesce((SELECT jsonb_agg(p->'code') FROM jsonb_array_elements(NEW."problems") p
      WHERE NOT OLD."problems" @> jsonb_build_array(jsonb_build_object('code', p->'code'))), '[]'::jsonb))
  FROM (VALUES
    (1, 'state-changed', NEW."state" IS NOT NULL AND (NEW."state", NEW."stateGroup") IS DISTINCT FROM (OLD."state", OLD."stateGroup")),
    (2, 'promised-date-changed', NEW."operatorDate" IS DISTINCT FROM OLD."operatorDate" AND NEW."endedAt" IS NULL),
    (3, 'delivered', NEW."phase" = 'delivered' AND OLD."phase" <> 'delivered'),
    (4, 'not-delivered', NEW."phase" = 'failed' AND OLD."phase" <> 'failed'),
    (5, 'running-late', NEW."flags" @> '[{"code": "late"}]' AND NOT OLD."flags" @> '[{"code": "late"}]'),
    (6, 'needs-attention', EXISTS (SELECT 1 FROM jsonb_array_elements(NEW."problems") p
      WHERE NOT OLD."problems" @> jsonb_build_array(jsonb_build_object('code', p->'code'))))
  ) AS happened("place", "kind", "has")
  WHERE happened."has" ORDER BY happened."place";
  RETURN NULL;
END $$;

CREATE TRIGGER "Delivery_queue_flow_triggers"
  AFTER UPDATE OF "phase", "state", "stateGroup", "operatorDate", "flags", "problems" ON "Delivery" FOR EACH ROW
  WHEN (OLD."phase" IS DISTINCT FROM NEW."phase" OR OLD."state" IS DISTINCT FROM NEW."state"
    OR OLD."stateGroup" IS DISTINCT FROM NEW."stateGroup" OR OLD."operatorDate" IS DISTINCT FROM NEW."operatorDate"
    OR OLD."flags" IS DISTINCT FROM NEW."flags" OR OLD."problems" IS DISTINCT FROM NEW."problems")
  EXECUTE FUNCTION "queue_flow_triggers"();

-- The database keeps the planned reads, because whatever sets the time of a delivery's next read then plans that read in the same
-- transaction, and ends the claim of the one before. The planner may not read the whole table, which was small when it
-- made its plan.
CREATE FUNCTION "plan_read"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NEW."nextReadAt" IS NULL OR NEW."operatorAccountId" IS NULL THEN
    DELETE FROM "PlannedRead" WHERE "deliveryId" = NEW."id";
    RETURN NULL;
  END IF;
  UPDATE "PlannedRead" SET "shopDomain" = NEW."shopDomain", "operatorAccountId" = NEW."operatorAccountId",
    "readAt" = NEW."nextReadAt", "claimedUntil" = NULL
  WHERE "deliveryId" = NEW."id";
  IF NOT FOUND THEN
    INSERT INTO "PlannedRead" ("deliveryId", "shopDomain", "operatorAccountId", "readAt")
    VALUES (NEW."id", NEW."shopDomain", NEW."operatorAccountId", NEW."nextReadAt")
    ON CONFLICT ("deliveryId") DO UPDATE SET "shopDomain" = excluded."shopDomain",
      "operatorAccountId" = excluded."operatorAccountId", "readAt" = excluded."readAt", "claimedUntil" = NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Delivery_plan_first_read" AFTER INSERT ON "Delivery" FOR EACH ROW
  WHEN (NEW."nextReadAt" IS NOT NULL) EXECUTE FUNCTION "plan_read"();
CREATE TRIGGER "Delivery_plan_read" AFTER UPDATE OF "nextReadAt" ON "Delivery" FOR EACH ROW
  EXECUTE FUNCTION "plan_read"();
CREATE TRIGGER "Delivery_plan_read_elsewhere" AFTER UPDATE OF "operatorAccountId", "shopDomain" ON "Delivery" FOR EACH ROW
  WHEN (NEW."nextReadAt" IS NOT NULL AND (OLD."operatorAccountId" IS DISTINCT FROM NEW."operatorAccountId"
    OR OLD."shopDomain" IS DISTINCT FROM NEW."shopDomain"))
  EXECUTE FUNCTION "plan_read"();

-- "finding" is the former name of "result": the database fills whichever of the two is missing.
CREATE FUNCTION "count_result_under_both_names"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."result" := coalesce(NEW."result", NEW."finding");
  NEW."finding" := NEW."result";
  RETURN NEW;
END $$;
CREATE TRIGGER "CountedFulfillment_result" BEFORE INSERT ON "CountedFulfillment"
  FOR EACH ROW EXECUTE FUNCTION "count_result_under_both_names"();

-- What makes this database the one that it is: a copy, a restored backup and a promoted standby have another identity. What
-- the server does not tell is left out.
CREATE FUNCTION "database_identity"() RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
DECLARE
  "identity" TEXT := concat_ws(' ', (SELECT "oid" FROM pg_database WHERE "datname" = current_database()),
    '"Delivery"'::regclass::oid);
BEGIN
  BEGIN
    "identity" := concat_ws(' ', "identity", (SELECT "system_identifier" FROM pg_control_system()));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    "identity" := concat_ws(' ', "identity", (SELECT "timeline_id" FROM pg_control_checkpoint()));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN -- a file that is never written again: its copy is younger
    "identity" := concat_ws(' ', "identity", extract(epoch FROM (pg_stat_file('PG_VERSION'))."change"));
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN "identity";
END $$;

ALTER TABLE "DatabaseLife" ADD CONSTRAINT "DatabaseLife_one" CHECK ("id" = 1);
-- Its life begins now: what was fulfilled since then cannot have been sent by another database.
INSERT INTO "DatabaseLife" ("identity", "startedAt", "isRestored") VALUES ("database_identity"(), now(), false);
