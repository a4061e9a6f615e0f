-- A suspicion is not a verdict: what is held or paused says since when, and when it is tried again.
ALTER TABLE "Delivery" ADD COLUMN "heldSince" TIMESTAMPTZ(3), ADD COLUMN "watchAt" TIMESTAMPTZ(3);
UPDATE "Delivery" SET "heldSince" = "updatedAt" WHERE "heldFor" IS NOT NULL;
UPDATE "Delivery" SET "watchAt" = now() WHERE "handedOverAt" IS NOT NULL AND "endedAt" IS NULL;

DROP INDEX "Delivery_held";
-- The oldest hold of each reason.
CREATE INDEX "Delivery_held" ON "Delivery"("heldFor", "heldSince") WHERE "heldFor" IS NOT NULL;
-- The shops that have something held which is looked at again, and the oldest of each.
CREATE INDEX "Delivery_held_by_shop" ON "Delivery"("shopDomain", "heldSince")
  WHERE "heldFor" IS NOT NULL AND "heldFor" <> 'release';
CREATE INDEX "Delivery_watch_due" ON "Delivery"("watchAt") WHERE "watchAt" IS NOT NULL;

ALTER TABLE "Shop" ADD COLUMN "holdsLookedAt" TIMESTAMPTZ(3);

ALTER TABLE "OperatorAccount"
  ADD COLUMN "tokenSetAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ADD COLUMN "provenAt" TIMESTAMPTZ(3),
  ADD COLUMN "refusals" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "refusedSince" TIMESTAMPTZ(3),
  ADD COLUMN "refusedWith" INTEGER,
  ADD COLUMN "probeAt" TIMESTAMPTZ(3);
UPDATE "OperatorAccount" SET "tokenSetAt" = "createdAt", "provenAt" = CASE WHEN "pausedAt" IS NULL THEN now() END,
  "probeAt" = CASE WHEN "pausedAt" IS NOT NULL THEN now() END;
CREATE INDEX "OperatorAccount_probe_due" ON "OperatorAccount"("probeAt") WHERE "probeAt" IS NOT NULL;
