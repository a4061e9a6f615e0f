-- What the operator's record says of a delivery besides its states: the day it plans, where that is not the promised one,
-- and when it last changed anything.
ALTER TABLE "Delivery" ADD COLUMN "operatorDate" TEXT, ADD COLUMN "operatorUpdatedAt" TIMESTAMPTZ(3);
