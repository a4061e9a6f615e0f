-- "PlannedRead" has the claims. No release ever used the column of "Delivery".
ALTER TABLE "Delivery" DROP COLUMN "readClaimedUntil";
