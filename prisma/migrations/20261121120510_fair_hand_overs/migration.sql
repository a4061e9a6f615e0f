-- The operator asked for a rest, or keeps failing: nothing goes out for this account before then.
ALTER TABLE "OperatorAccount" ADD COLUMN "restUntil" TIMESTAMPTZ(3), ADD COLUMN "restReason" TEXT;

-- What a person should look at although the delivery goes on: [{code, since}].
ALTER TABLE "Delivery" ADD COLUMN "flags" JSONB NOT NULL DEFAULT '[]';
CREATE INDEX "Delivery_flagged" ON "Delivery"("shopDomain") WHERE "flags" <> '[]'::jsonb;

-- Hand-overs are taken shop by shop in turn, each shop's oldest first.
CREATE INDEX "Delivery_send_due_by_shop" ON "Delivery"("shopDomain", "sendAt", "createdAt")
  WHERE "phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL;
