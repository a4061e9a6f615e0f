-- What the operator was told of the order and cannot be told again, as keyed fingerprints, while the delivery goes on.
ALTER TABLE "Delivery" ADD COLUMN "handedOverWith" JSONB;
