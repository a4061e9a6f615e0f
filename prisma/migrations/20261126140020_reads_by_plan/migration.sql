-- Every read would change all indexes of its row for these two. Claims of the previous release read the whole table until
-- its processes have ended.
DROP INDEX "Delivery_read_due_by_account";
DROP INDEX "Delivery_to_prune";
-- A read that was given up while those of before were being planned could not be removed: its plan was not to be seen yet.
-- The index of the last migration has waited for every transaction that began before.
DELETE FROM "PlannedRead" r USING "Delivery" d
WHERE d."id" = r."deliveryId" AND (d."nextReadAt" IS NULL OR d."operatorAccountId" IS NULL);
