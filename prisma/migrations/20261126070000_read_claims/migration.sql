-- A claim of a read has a column of its own, which no index contains: it changes the row alone, if its page has room.
ALTER TABLE "Delivery" ADD COLUMN "readClaimedUntil" TIMESTAMPTZ(3);
ALTER TABLE "Delivery" SET (fillfactor = 75);
