-- Those that are planned already. Deliveries can be written meanwhile: what a trigger has planned since is newer. The lock
-- keeps a delivery from being deleted before its planned read is there.
INSERT INTO "PlannedRead" ("deliveryId", "shopDomain", "operatorAccountId", "readAt")
SELECT "id", "shopDomain", "operatorAccountId", "nextReadAt" FROM "Delivery"
WHERE "nextReadAt" IS NOT NULL AND "operatorAccountId" IS NOT NULL
FOR KEY SHARE
ON CONFLICT DO NOTHING;
