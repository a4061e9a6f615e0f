-- Until when the desk waits for whoever was called about a delivery or an open order.
ALTER TABLE "Delivery" ADD COLUMN "calledUntil" TIMESTAMPTZ(3);
ALTER TABLE "OpenOrder" ADD COLUMN "calledUntil" TIMESTAMPTZ(3);
