-- Every read would change all indexes of its row for these two. Claims of the previous release read the whole table until
-- its processes have ended.
DROP INDEX "Delivery_read_due_by_account";
DROP INDEX "Delivery_to_prune";
-- No release has used it.
ALTER TABLE "Delivery" DROP COLUMN "readClaimedUntil";
